//go:build unix

package session

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// stopSignals end a run in good order. SIGHUP comes when the user closes the terminal. A user who
// starts a program with nohup wants it to go on then.
var stopSignals = func() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}()

func signalNumber(s os.Signal) int { return int(s.(syscall.Signal)) }

// exitPipe is what a shell says of a process that wrote to a pipe without a reader.
const exitPipe = exitSignal + int(syscall.SIGPIPE)

func isBrokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
