//go:build !unix

package main

import "os"

// stopSignals end a run in good order.
var stopSignals = []os.Signal{os.Interrupt}

func signalNumber(os.Signal) int { return 2 } // SIGINT

// A broken pipe is an error like any other.
const exitPipe = exitFailed

func surviveBrokenPipes() {}

func isBrokenPipe(error) bool { return false }
