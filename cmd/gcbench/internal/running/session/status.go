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
	ExitLimit  = 3   // a threshold that the command line gives was crossed
	ExitJudge  = 4   // an answer to a lab cannot be built or judged
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

// InputError says why an input cannot be used. It names the input as the user does.
type InputError struct{ Err error }

func (e *InputError) Error() string { return e.Err.Error() }
func (e *InputError) Unwrap() error { return e.Err }

// LimitError says that a threshold was crossed.
type LimitError struct{ problem string }

func (e *LimitError) Error() string { return e.problem }

// Crossed returns a LimitError.
func Crossed(format string, args ...any) error { return &LimitError{fmt.Sprintf(format, args...)} }

// JudgeError says why there is no verdict about an answer to a lab.
type JudgeError struct{ Err error }

func (e *JudgeError) Error() string { return e.Err.Error() }
func (e *JudgeError) Unwrap() error { return e.Err }

// CannotJudge returns a JudgeError.
func CannotJudge(format string, args ...any) error {
	return &JudgeError{fmt.Errorf(format, args...)}
}

// Interrupted says what an interrupted run has kept, "" for what was printed alone.
type Interrupted struct{ Kept string }

func (e *Interrupted) Error() string {
	if e.Kept == "" {
		return "interrupted; there is no report, or the part that stands above"
	}
	return "interrupted; " + e.Kept
}

// Conclude prints the error, if any, and returns the exit status. help is the
// command whose help describes what was meant.
func (s *Session) Conclude(err error, help string) int {
	s.Progress.Clear()
	s.Stdout.close()
	var usage *UsageError
	switch {
	case isBrokenPipe(s.Stdout.err) || isBrokenPipe(s.Stderr.err) && isBrokenPipe(err):
		return exitPipe // the reader has seen enough, as head does
	case s.Stdout.err != nil:
		err = s.Stdout.err // even where the parser takes it for an error in the command line
	case err == nil:
		return ExitOK
	case s.relayed(err):
		if errors.As(err, &usage) {
			return ExitUsage
		}
		return ExitFailed
	case errors.As(err, &usage):
		fmt.Fprintf(s.Stderr, "%s: %v\nTry: %s --help\n", s.Program, err, help)
		return ExitUsage
	case s.Err() != nil:
		partly := &Interrupted{}
		errors.As(err, &partly)
		fmt.Fprintf(s.Stderr, "%s: %v\n", s.Program, partly)
		return statusOf(context.Cause(s))
	}
	fmt.Fprintf(s.Stderr, "%s: %v\n", s.Program, err)
	var limit *LimitError
	var judge *JudgeError
	switch {
	case errors.As(err, &limit):
		return ExitLimit
	case errors.As(err, &judge):
		return ExitJudge
	}
	return ExitFailed
}
