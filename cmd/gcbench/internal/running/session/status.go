package session

import (
	"context"
	"errors"
	"fmt"
)

// The exit statuses of gcbench.
const (
	ExitOK     = 0
	ExitFailed = 1 // a run or a verification failed
	ExitUsage  = 2
	ExitLimit  = 3   // a threshold that the command line gives was crossed
	ExitJudge  = 4   // an answer to a lab cannot be built or judged
	exitSignal = 128 // and the number of the signal that ended the run
)

// Failure is an error that says with which status the program ends. With [ExitFailed] it is about an input
// that cannot be used, which it names as the user does.
type Failure struct {
	Status int
	Err    error
}

func (f *Failure) Error() string { return f.Err.Error() }
func (f *Failure) Unwrap() error { return f.Err }

func failure(status int, format string, args []any) error {
	return &Failure{status, fmt.Errorf(format, args...)}
}

// BadUsage returns the Failure of an error in the command line.
func BadUsage(format string, args ...any) error { return failure(ExitUsage, format, args) }

// BadInput returns the Failure of an error about an input.
func BadInput(err error) error { return &Failure{ExitFailed, err} }

// Crossed returns the Failure of a threshold that was crossed.
func Crossed(format string, args ...any) error { return failure(ExitLimit, format, args) }

// CannotJudge returns the Failure of an answer to a lab of which there is no verdict.
func CannotJudge(format string, args ...any) error { return failure(ExitJudge, format, args) }

// Told returns the Failure of which standard output has already told all: nothing may follow there.
func Told(status int) error { return &Failure{status, errTold} }

var errTold = errors.New("told")

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
	var failed *Failure
	status, known := ExitFailed, errors.As(err, &failed)
	if known {
		status = failed.Status
	}
	switch {
	case isBrokenPipe(s.Stdout.err) || isBrokenPipe(s.Stderr.err) && isBrokenPipe(err):
		return exitPipe // the reader has seen enough, as head does
	case s.Stdout.err != nil:
		err, status = s.Stdout.err, ExitFailed // even where the parser takes it for an error in the command line
	case err == nil:
		return ExitOK
	case known && (errors.Is(err, errTold) || s.relayed(err, status)):
		return status
	case status == ExitUsage:
		err = fmt.Errorf("%w\nTry: %s --help", err, help)
	case s.Err() != nil:
		partly := &Interrupted{}
		errors.As(err, &partly)
		err, status = partly, statusOf(context.Cause(s))
	}
	s.tell(fmt.Sprintf("%s: %v\n", s.Program, err))
	return status
}
