package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

const description = `Marks heaps in parallel, verifies every mark, and reports mark time and its stability.

Without a subcommand it is "gcbench run".`

// cli is the command line. Each subcommand is a file of its own.
type cli struct {
	Run     runCmd     `cmd:"" default:"withargs" help:"Mark heaps and report mark times (the default)."`
	Gen     genCmd     `cmd:"" help:"Write a synthetic heap to a file."`
	Info    infoCmd    `cmd:"" help:"Describe the heap in a file."`
	Verify  verifyCmd  `cmd:"" help:"Mark with every queue and hold the marks against the oracle."`
	Stress  stressCmd  `cmd:"" help:"Mark under faults: too little room, code that panics or lies, damaged heaps."`
	Peers   peersCmd   `cmd:"" help:"Have real collectors mark the same heap side by side."`
	Claims  claimsCmd  `cmd:"" help:"Measure whether the papers' claims hold."`
	Convert convertCmd `cmd:"" help:"Convert a heap file to another format."`
	Sim     simCmd     `cmd:"" help:"Simulate the papers' models of work stealing and balancing."`
	Version versionCmd `cmd:"" help:"Print the version."`

	PeersGo peersGoCmd `cmd:"" name:"peers-go" hidden:""`

	ShowVersion versionFlag `name:"version" help:"Print the version."`
}

const (
	exitOK     = 0
	exitFailed = 1 // a run or a verification failed
	exitUsage  = 2
	exitSignal = 128 // and the number of the signal that ended the run
)

// usageError is an error in the command line.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func badUsage(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}

// session is what a subcommand runs with.
type session struct {
	context.Context
	args           []string
	stdout, stderr *sink
	progress       *progress
}

// warn prints a warning.
func (s *session) warn(format string, args ...any) {
	s.progress.clear()
	fmt.Fprintf(s.stderr, "gcbench: warning: "+format+"\n", args...)
}

// exit is what kong's wish to end the process becomes.
type exit int

// gcbench runs the command line and returns the exit status. An interrupt ends
// it in good order; a second one ends the process.
func gcbench(args []string, stdout, stderr io.Writer) int {
	surviveBrokenPipes()
	ctx, stop := interruptible(context.Background())
	defer stop()
	return command(ctx, args, stdout, stderr)
}

// command is gcbench without the signals.
func command(ctx context.Context, args []string, stdout, stderr io.Writer) (status int) {
	s := &session{ctx, args, &sink{Writer: stdout}, &sink{Writer: stderr}, newProgress(stderr)}
	defer func() {
		if p := recover(); p != nil {
			code, ok := p.(exit)
			if !ok {
				panic(p)
			}
			if status = int(code); code == exitOK {
				status = s.conclude(nil, nil)
			}
		}
	}()
	parsed, err := newParser(s.stdout, s.stderr).Parse(args)
	if err != nil {
		var problem *kong.ParseError
		if errors.As(err, &problem) {
			parsed = problem.Context
		}
		err = &usageError{inOurWords(err, parsed, args)}
	} else {
		err = parsed.Run(s)
	}
	s.progress.clear()
	return s.conclude(parsed, err)
}

func newParser(stdout, stderr io.Writer) *kong.Kong {
	return kong.Must(&cli{},
		kong.Name("gcbench"), kong.Description(description),
		kong.Writers(stdout, stderr), kong.Exit(func(code int) { panic(exit(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, WrapUpperBound: 100}),
		kong.NamedMapper("number", kong.MapperFunc(parseNumber)),
		kong.NamedMapper("numbers", kong.MapperFunc(parseNumbers)),
		kong.NamedMapper("names", kong.MapperFunc(parseNames)),
		kong.NamedMapper("choice", kong.MapperFunc(parseChoice)),
		kong.NamedMapper("output", kong.MapperFunc(parseOutput)),
		kong.NamedMapper("input", needed("the name of a file is missing")),
		kong.NamedMapper("text", needed("it is empty, and every text contains that: leave the flag out")),
		// So that --objects -5 is a number out of range and not a missing one.
		kong.WithHyphenPrefixedParameters(true),
		helpVars(), kong.Groups{"heap": "Which heap:", "mark": "How to mark:", "measure": "How to measure:", "limits": "What a file may ask for at most:", "report": "What to report:"},
	)
}

// conclude prints the error, if any, and returns the exit status.
func (s *session) conclude(parsed *kong.Context, err error) int {
	var usage *usageError
	switch {
	case isBrokenPipe(s.stdout.err) || isBrokenPipe(s.stderr.err) && isBrokenPipe(err):
		return exitPipe // the reader has seen enough, as head does
	case s.stdout.err != nil:
		err = s.stdout.err // even where kong takes it for an error in the command line
	case err == nil:
		return exitOK
	case errors.As(err, &usage):
		fmt.Fprintf(s.stderr, "gcbench: %v\nTry: %s --help\n", err, helpCommand(parsed, s.args))
		return exitUsage
	case s.Err() != nil:
		fmt.Fprintln(s.stderr, "gcbench: interrupted; there is no report, or the part that stands above")
		return statusOf(context.Cause(s))
	}
	fmt.Fprintf(s.stderr, "gcbench: %v\n", err)
	return exitFailed
}

// helpCommand is the command whose help describes what was meant.
func helpCommand(parsed *kong.Context, args []string) string {
	flags := len(args) > 0 && strings.HasPrefix(args[0], "-")
	switch {
	case parsed != nil && parsed.Selected() != nil:
		if parsed.Selected().Name == "run" && len(args) > 0 && args[0] != "run" && !flags {
			return "gcbench" // what run was taken for is no subcommand
		}
		return parsed.Selected().FullPath()
	case flags:
		return "gcbench run"
	}
	return "gcbench"
}

// inOurWords makes two of kong's errors say what would be right.
func inOurWords(err error, parsed *kong.Context, args []string) error {
	if argument, ok := strings.CutPrefix(err.Error(), "unexpected argument "); ok {
		if command := readerOf(argument, parsed); command != "" {
			return fmt.Errorf("unexpected argument %q; a file goes after --heap: %s --heap %s", argument, command, argument)
		}
		if models := modelsOf(parsed); models != nil {
			return fmt.Errorf("unexpected argument %q; gcbench sim has %s", argument, strings.Join(models, ", "))
		}
		if command := helpCommand(parsed, args); command != "gcbench" {
			return fmt.Errorf("unexpected argument %q: %s takes no more", argument, command)
		}
		return fmt.Errorf("unexpected argument %q; the subcommands are run, gen, info, verify, stress, peers, claims, convert, sim, version", argument)
	}
	if argument, ok := strings.CutPrefix(err.Error(), "expected "); ok {
		return fmt.Errorf("missing argument: %s", strings.ReplaceAll(argument, `"`, ""))
	}
	return err
}

// readerOf returns the command that would read the file that argument seems to
// be with --heap, "" if it is no file or the command has no such flag.
func readerOf(argument string, parsed *kong.Context) string {
	info, err := os.Stat(argument)
	known := slices.Contains([]string{".heap", ".el", ".dump", ".zst"}, strings.ToLower(filepath.Ext(argument)))
	if !known && (err != nil || !info.Mode().IsRegular()) {
		return ""
	}
	if parsed == nil || parsed.Selected() == nil {
		return "gcbench run"
	}
	if command := parsed.Selected().FullPath(); command == "gcbench run" || command == "gcbench peers" {
		return command
	}
	return ""
}

// await runs f, which cannot be interrupted, and returns early with the
// context's error if that is cancelled. f then goes on for a while in vain.
func await[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		v, err := f()
		done <- outcome{v, err}
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
		var zero T
		return zero, ctx.Err()
	}
}
