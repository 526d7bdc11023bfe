package main

import (
	"errors"
	"flag"
	"io"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
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
	version bool
}

// ours are the flags of this program. All others are Beam's.
var ours = []string{"runner", "work", "restart", "workers", "json", "log", "version"}

var line commandLine

func init() {
	flag.StringVar(&line.runner, "runner", "prism", "runner of the rounds: prism, in this process; universal, flink or spark, at --endpoint")
	flag.StringVar(&line.work, "work", "", "folder of the rounds; without the flag it is rounds in the folder of the parts")
	flag.BoolVar(&line.restart, "restart", false, "begin with the first round, even if there are complete rounds")
	flag.IntVar(&line.workers, "workers", 1, "workers of the marker in each step; a runner marks several parts at once")
	flag.StringVar(&line.json, "json", "", "write a JSON report to this file; - is standard output")
	flag.BoolVar(&line.log, "log", false, "show what Beam logs")
	flag.BoolVar(&line.version, "version", false, "print the version")
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
			return nil, session.BadUsage("%w", err)
		}
		if args = flag.Args(); len(args) > 0 {
			line.dirs, args = append(line.dirs, args[0]), args[1:]
		}
	}
	return &line, nil
}
