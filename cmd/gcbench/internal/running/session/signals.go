package session

import (
	"context"
	"errors"
	"os"
	"os/signal"
)

// interruption is a signal that ends a run in good order, as a context's cause.
type interruption struct{ signal os.Signal }

func (i *interruption) Error() string { return i.signal.String() }

// Interruptible returns a context that the first of stopSignals ends; a second
// one ends the process. The returned function gives the signals back.
func Interruptible(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	came := make(chan os.Signal, 1)
	signal.Notify(came, stopSignals...)
	go func() {
		select {
		case s := <-came:
			signal.Stop(came)
			cancel(&interruption{s})
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(came)
		cancel(nil)
	}
}

// statusOf is the exit status of a run that was cancelled: what a shell says of
// a process that dies of the signal.
func statusOf(cause error) int {
	var i *interruption
	if errors.As(cause, &i) {
		return exitSignal + signalNumber(i.signal)
	}
	return ExitFailed
}
