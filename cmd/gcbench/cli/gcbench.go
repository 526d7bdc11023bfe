// Package cli is the command line of gcbench. With it you can build a gcbench that knows your
// kind of deque.
//
// Call [Main] in your main function, with your [stealq.Kind]:
//
//	package main
//
//	import (
//		"example.com/mine"
//		"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli"
//	)
//
//	func main() { cli.Main(mine.Kind) }
//
// Then go run . run --deque stealhalf,mine compares your deque with StealHalf, and
// go run . verify --deque mine holds its marks against the oracle. Package stealqtest judges
// the deque alone.
package cli

// Each subcommand has its file, here or in timing, models and labs.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/alecthomas/kong"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/labs"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/models"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/timing"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/invoke"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/child"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

const description = `Marks heaps in parallel, verifies every mark, and reports mark time and its stability.

Without a subcommand it is "gcbench run".`

// commandLine is all that can be typed. Each subcommand has its own file.
type commandLine struct {
	Run     timing.Run     `cmd:"" group:"measuring" default:"withargs" help:"Mark heaps and report mark times (the default)."`
	Compare timing.Compare `cmd:"" group:"measuring" help:"Compare two runs, settings or builds."`
	Report  reportCmd      `cmd:"" group:"measuring" help:"Write a page to send, from files of run, compare and sim."`
	Scaling timing.Scaling `cmd:"" group:"measuring" help:"Measure this machine, and how much its processors speed up marks."`
	Peers   timing.Peers   `cmd:"" group:"measuring" help:"Have real collectors mark the same heap side by side."`

	Info    infoCmd        `cmd:"" group:"looking" help:"Describe the heap in a file."`
	Explain timing.Explain `cmd:"" group:"looking" help:"Say why a heap marks slowly, or gains little from workers."`
	Why     whyCmd         `cmd:"" group:"looking" help:"Say why an object is alive: the references that lead to it."`
	Diff    diffCmd        `cmd:"" group:"looking" help:"Compare heap dumps of one program: what has grown, and what holds it."`
	Reach   reachCmd       `cmd:"" group:"looking" help:"List what is reachable in a graph, or what is not, and say why."`

	Gen     genCmd     `cmd:"" group:"making" help:"Write a synthetic heap to a file."`
	Convert convertCmd `cmd:"" group:"making" help:"Convert a heap file to another format."`
	Export  exportCmd  `cmd:"" group:"making" help:"Cut a heap into parts, for memories that do not hold it."`
	Rounds  roundsCmd  `cmd:"" group:"making" help:"Mark the parts of a heap, one after the other, in rounds."`

	Sim    models.Sim `cmd:"" group:"studying" help:"Simulate the marker with many workers, and the papers' models."`
	Claims claimsCmd  `cmd:"" group:"studying" help:"Measure whether the papers' claims hold."`
	Lab    labs.Lab   `cmd:"" group:"studying" help:"Labs of the course: start one, get hints, have the answer judged."`
	Play   playCmd    `cmd:"" group:"studying" help:"Be the scheduler of the real code, on a page in a browser."`
	Site   siteCmd    `cmd:"" group:"studying" help:"Make a website of play, the course and all pages."`

	Verify verifyCmd `cmd:"" group:"checking" help:"Mark with every deque, and compare the marks with the oracle."`
	Stress stressCmd `cmd:"" group:"checking" help:"Mark under faults: too little room, code that panics or lies, damaged heaps."`

	Version versionCmd     `cmd:"" group:"checking" hidden:"" help:"Print the version."`
	PeersGo timing.PeersGo `cmd:"" group:"checking" name:"peers-go" hidden:""`

	ShowVersion versionFlag `name:"version" help:"Print the version."`
}

// Main runs the command line of the process and ends the process with the exit status. Call
// it once, from main.
//
// The flag --deque knows the given kinds of deques by their names, beside those of package
// stealq. The exit status is 2 for wrong usage and for a kind that cannot be used. It is 1 for
// a failure, 3 if a threshold was crossed, and 4 for a lab that cannot be judged.
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
	args := spell.AsFlag(s.Args)
	defer func() {
		if p := recover(); p != nil {
			code, ok := p.(spell.Exit)
			if !ok {
				panic(p)
			}
			if status = int(code); code == session.ExitOK {
				status = s.Conclude(nil, "")
			}
		}
	}()
	parser, done := parserFor(s.Stdout, s.Stderr)
	defer done()
	parsed, err := parser.Parse(args)
	if err != nil {
		var problem *kong.ParseError
		if errors.As(err, &problem) {
			parsed = problem.Context
		}
		err = session.BadUsage("%w", spell.InOurWords(err, parsed, args))
	} else {
		err = heap.CatchFaults(func() error { return parsed.Run(s) }) // of a heap that is mapped
	}
	return s.Conclude(err, spell.HelpCommand(parsed, args))
}

// parserFor returns a parser, and what gives it back. A test, which reads many command lines, uses it again.
var parserFor = func(stdout, stderr io.Writer) (parser *kong.Kong, done func()) {
	return newParser(stdout, stderr), func() {}
}

func newParser(stdout, stderr io.Writer) *kong.Kong {
	return spell.New(&commandLine{}, flags.Facts(), stdout, stderr, kong.Description(description))
}

// offer adds deques to those that --deque can name. They do not change once the command line is read.
// The error says which one cannot be used, and why.
func offer(deques []*stealq.Kind) error {
	for _, k := range deques {
		if err := k.Validate(); err != nil {
			return err
		}
		if slices.Contains(spell.DequeNames(), k.Name) {
			return fmt.Errorf("there are two kinds of deques named %s: give yours another name", k.Name)
		}
		if k.Name == spell.Every {
			return fmt.Errorf("a kind of deques is named %s, which stands for all of them: give it another name", k.Name)
		}
		setting.Kinds = append(setting.Kinds, k)
	}
	return nil
}

// AfterApply refuses a second value for a flag, of whatever subcommand.
func (*commandLine) AfterApply(ctx *kong.Context) error { return spell.GivenOnce(ctx) }
