package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"

	"github.com/alecthomas/kong"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/invoke"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/child"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

const description = `Marks heaps in parallel, verifies every mark, and reports mark time and its stability.

Without a subcommand it is "gcbench run".`

// commandLine is all that can be typed. Each subcommand is a file of its own.
type commandLine struct {
	Run     runCmd     `cmd:"" group:"measuring" default:"withargs" help:"Mark heaps and report mark times (the default)."`
	Compare compareCmd `cmd:"" group:"measuring" help:"Compare two runs, settings or builds."`
	Report  reportCmd  `cmd:"" group:"measuring" help:"Write a page to send, from files of run, compare and sim."`
	Peers   peersCmd   `cmd:"" group:"measuring" help:"Have real collectors mark the same heap side by side."`

	Info    infoCmd    `cmd:"" group:"looking" help:"Describe the heap in a file."`
	Explain explainCmd `cmd:"" group:"looking" help:"Say why a heap marks slowly, or gains little from workers."`
	Why     whyCmd     `cmd:"" group:"looking" help:"Say why an object is alive: the references that lead to it."`
	Reach   reachCmd   `cmd:"" group:"looking" help:"List what is reachable in a graph, or what is not, and say why."`

	Gen     genCmd     `cmd:"" group:"making" help:"Write a synthetic heap to a file."`
	Convert convertCmd `cmd:"" group:"making" help:"Convert a heap file to another format."`
	Export  exportCmd  `cmd:"" group:"making" help:"Cut a heap into parts, for memories that do not hold it."`
	Rounds  roundsCmd  `cmd:"" group:"making" help:"Mark the parts of a heap, one after the other, in rounds."`

	Sim    simCmd    `cmd:"" group:"studying" help:"Simulate the marker with many workers, and the papers' models."`
	Claims claimsCmd `cmd:"" group:"studying" help:"Measure whether the papers' claims hold."`
	Lab    labCmd    `cmd:"" group:"studying" help:"Labs of the course: start one, get hints, have the answer judged."`
	Play   playCmd   `cmd:"" group:"studying" help:"Be the scheduler of the real code, on a page in a browser."`

	Verify verifyCmd `cmd:"" group:"checking" help:"Mark with every deque and hold the marks against the oracle."`
	Stress stressCmd `cmd:"" group:"checking" help:"Mark under faults: too little room, code that panics or lies, damaged heaps."`

	Version versionCmd `cmd:"" group:"checking" hidden:"" help:"Print the version."`
	PeersGo peersGoCmd `cmd:"" group:"checking" name:"peers-go" hidden:""`

	ShowVersion versionFlag `name:"version" help:"Print the version."`
}

// exit is what kong's wish to end the process becomes.
type exit int

// Main runs the command line of the process, and ends the process with the exit status.
// The flag --deque knows the given kinds of deques by their names, beside those of package
// stealq. Call it once, from main. It ends with exit status 2 if it cannot use a kind.
func Main(deques ...*stealq.Kind) {
	if status, mine := lab.Serve(); mine {
		os.Exit(status)
	}
	if err := offer(deques); err != nil {
		fmt.Fprintf(os.Stderr, "gcbench: %v\n", err)
		os.Exit(session.ExitUsage)
	}
	os.Exit(gcbench(os.Args[1:], os.Stdout, os.Stderr))
}

// gcbench runs the command line and returns the exit status. An interrupt ends
// it in good order; a second one ends the process.
func gcbench(args []string, stdout, stderr io.Writer) int {
	child.SurviveBrokenPipes()
	ctx, stop := session.Interruptible(context.Background())
	defer stop()
	if invoke.Here() {
		s := session.New(child.Lifeline(ctx, os.Stdin), args, stdout, stderr)
		s.Relay(stderr)
		return serve(s)
	}
	return command(ctx, args, stdout, stderr)
}

// command is gcbench without the signals.
func command(ctx context.Context, args []string, stdout, stderr io.Writer) (status int) {
	return serve(session.New(ctx, args, stdout, stderr))
}

// serve carries out the session's command line.
func serve(s *session.Session) (status int) {
	args := asFlag(s.Args)
	defer func() {
		if p := recover(); p != nil {
			code, ok := p.(exit)
			if !ok {
				panic(p)
			}
			if status = int(code); code == session.ExitOK {
				status = s.Conclude(nil, "")
			}
		}
	}()
	parsed, err := newParser(s.Stdout, s.Stderr).Parse(args)
	if err != nil {
		var problem *kong.ParseError
		if errors.As(err, &problem) {
			parsed = problem.Context
		}
		err = session.BadUsage("%w", inOurWords(err, parsed, args))
	} else {
		err = heap.CatchFaults(func() error { return parsed.Run(s) }) // of a heap that is mapped
	}
	return s.Conclude(err, helpCommand(parsed, args))
}

func newParser(stdout, stderr io.Writer) *kong.Kong {
	return newParserOf(&commandLine{}, stdout, stderr)
}

// newParserOf returns a parser that fills in line, whatever that has.
func newParserOf(line any, stdout, stderr io.Writer, more ...kong.Option) *kong.Kong {
	return kong.Must(line, append(more,
		kong.Name("gcbench"), kong.Description(description),
		kong.Writers(stdout, stderr), kong.Exit(func(code int) { panic(exit(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, WrapUpperBound: 100}),
		kong.KindMapper(reflect.Bool, switchMapper{}),
		kong.NamedMapper("number", kong.MapperFunc(parseNumber)),
		kong.NamedMapper("numbers", kong.MapperFunc(parseNumbers)),
		kong.NamedMapper("columns", kong.MapperFunc(parseColumns)),
		kong.NamedMapper("names", kong.MapperFunc(parseNames)),
		kong.NamedMapper("choice", kong.MapperFunc(parseChoice)),
		kong.NamedMapper("percent", kong.MapperFunc(parsePercent)),
		kong.NamedMapper("period", kong.MapperFunc(parsePeriod)),
		kong.NamedMapper("output", kong.MapperFunc(parseOutput)),
		kong.NamedMapper("input", needed("the name of a file is missing")),
		kong.NamedMapper("folder", needed("the name of a folder is missing")),
		kong.NamedMapper("inputs", kong.MapperFunc(parseInputs)),
		kong.NamedMapper("objects", kong.MapperFunc(parseObjects)),
		kong.NamedMapper("object", kong.MapperFunc(parseObject)),
		kong.NamedMapper("flags", needed("it is empty: give flags of gcbench run in one argument, or leave it out")),
		kong.NamedMapper("class", needed("the name of a class is missing: give one, or leave the flag out")),
		kong.NamedMapper("address", needed("it is empty: give an address such as 127.0.0.1:8080, or leave the flag out")),
		kong.NamedMapper("name", needed("it is empty: give a name, or leave the flag out")),
		kong.NamedMapper("text", needed("it is empty, and every text contains that: leave the flag out")),
		// So that --objects -5 is a number out of range and not a missing one.
		kong.WithHyphenPrefixedParameters(true),
		kong.PostBuild(mentionFacts), kong.PostBuild(sortFlags), kong.Help(printHelp), helpTitles(),
	)...)
}
