//go:build !unix

package session

import "os"

// stopSignals end a run in good order.
var stopSignals = []os.Signal{os.Interrupt}

func signalNumber(os.Signal) int { return 2 } // SIGINT

// A broken pipe is an error like any other.
const exitPipe = ExitFailed

func isBrokenPipe(error) bool { return false }
