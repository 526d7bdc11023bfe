//go:build unix

package main

import (
	"os"
	"syscall"
)

// stopSignals end a run in good order. A broken pipe is among them because
// dying of it (gcbench --json FILE | head) would leave a temporary file.
var stopSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGPIPE}
