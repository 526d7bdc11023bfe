//go:build !unix

package main

import "os"

// stopSignals end a run in good order.
var stopSignals = []os.Signal{os.Interrupt}
