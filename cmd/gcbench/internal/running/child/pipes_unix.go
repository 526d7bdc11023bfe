//go:build unix

package child

import (
	"os"
	"os/signal"
	"syscall"
)

// SurviveBrokenPipes makes a write to a pipe without a reader an error. The process would die of it
// otherwise (gcbench --json FILE | head) and leave a temporary file.
func SurviveBrokenPipes() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
