package session

import (
	"context"
	"errors"
	"fmt"
)

// What gcbench exits with.
const (
	ExitOK     = 0
	ExitFailed = 1 // a run or a verification failed
	ExitUsage  = 2
	exitSignal = 128 // and the number of the signal that ended the run
)

// UsageError is an error in the command line.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }
func (e *UsageError) Unwrap() error { return e.Err }

// BadUsage returns a UsageError.
func BadUsage(format string, args ...any) error {
	return &UsageError{fmt.Errorf(format, args...)}
}

// Conclude prints the error, if any, and returns the exit status. help is the
// command whose help describes what was meant.
func (s *Session) Conclude(err error, help string) int {
	s.Progress.Clear()
	var usage *UsageError
	switch {
	case isBrokenPipe(s.Stdout.err) || isBrokenPipe(s.Stderr.err) && isBrokenPipe(err):
		return exitPipe // the reader has seen enough, as head does
	case s.Stdout.err != nil:
		err = s.Stdout.err // even where the parser takes it for an error in the command line
	case err == nil:
		return ExitOK
	case errors.As(err, &usage):
		fmt.Fprintf(s.Stderr, "gcbench: %v\nTry: %s --help\n", err, help)
		return ExitUsage
	case s.Err() != nil:
		fmt.Fprintln(s.Stderr, "gcbench: interrupted; there is no report, or the part that stands above")
		return statusOf(context.Cause(s))
	}
	fmt.Fprintf(s.Stderr, "gcbench: %v\n", err)
	return ExitFailed
}
