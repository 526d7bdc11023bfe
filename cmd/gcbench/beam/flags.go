package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
)

// commandLine is what can be typed, but for Beam's own flags, which Beam reads itself.
type commandLine struct {
	dirs    []string // the arguments
	runner  string
	work    string
	restart bool
	workers int
	json    string
	log     bool
	help    bool
}

// ours are the flags of this program. All others are Beam's.
var ours = []string{"runner", "work", "restart", "workers", "json", "log"}

// ofWorkers are the flags that a runner gives to a worker. Nobody types them.
var ofWorkers = []string{"worker", "id", "logging_endpoint", "control_endpoint", "artifact_endpoint", "provision_endpoint", "semi_persist_dir", "options"}

var line commandLine

func init() {
	flag.StringVar(&line.runner, "runner", "prism", "who carries out the rounds: prism, in this process; universal, flink or spark, at --endpoint")
	flag.StringVar(&line.work, "work", "", "folder of the rounds (default: rounds, in the folder of the parts)")
	flag.BoolVar(&line.restart, "restart", false, "begin with the first round, also if there are complete rounds")
	flag.IntVar(&line.workers, "workers", 1, "workers of the marker in each step; a runner marks several parts at once")
	flag.StringVar(&line.json, "json", "", "write a JSON report to this file; - is standard output")
	flag.BoolVar(&line.log, "log", false, "show what Beam logs")
}

// parse reads the command line. Flags may stand before and behind the folder. Like the flags it
// is one for the process.
func parse(args []string) (*commandLine, error) {
	flag.CommandLine.SetOutput(io.Discard)
	line.dirs = nil
	for len(args) > 0 {
		err := flag.CommandLine.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			line.help = true
			return &line, nil
		}
		if err != nil {
			return nil, &session.UsageError{Err: err}
		}
		if args = flag.Args(); len(args) > 0 {
			line.dirs, args = append(line.dirs, args[0]), args[1:]
		}
	}
	return &line, nil
}

// usage prints the help.
func usage(w io.Writer) error {
	var b strings.Builder
	b.WriteString("Usage: beam [flags] DIR\n\n" +
		"Marks the parts in DIR, which gcbench export has written, in rounds on Apache Beam.\n" +
		"If it is interrupted, the same command goes on after the last complete round.\n\n")
	show := func(f *flag.Flag) {
		name, text := flag.UnquoteUsage(f)
		text, _, _ = strings.Cut(text, "\n")
		fmt.Fprintf(&b, "  --%s %s\n      %s\n", f.Name, name, text)
	}
	for _, name := range ours {
		show(flag.Lookup(name))
	}
	b.WriteString("\nFlags of Beam, for runners elsewhere:\n")
	flag.VisitAll(func(f *flag.Flag) {
		if !slices.Contains(ours, f.Name) && !slices.Contains(ofWorkers, f.Name) && !strings.HasPrefix(f.Name, "test.") {
			show(f)
		}
	})
	_, err := io.WriteString(w, b.String())
	return err
}
