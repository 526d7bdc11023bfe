//go:build linux || darwin

package session

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestInterruptWhileAPipeHasNoReader: a named pipe cannot be opened before it
// has a reader, and an interrupt ends the wait. Without that the wait ends here
// after ten seconds, by a reader, and without an error.
func TestInterruptWhileAPipeHasNoReader(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	read := func() {
		if f, err := os.OpenFile(pipe, os.O_RDONLY|syscall.O_NONBLOCK, 0); err == nil {
			t.Cleanup(func() { f.Close() })
		}
	}
	before := runtime.NumGoroutine()
	watchdog := time.AfterFunc(10*time.Second, read)
	defer watchdog.Stop()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := New(ctx, nil, io.Discard, io.Discard).OpenOutputs(nil, Destination{"json", pipe})
	require.ErrorIs(t, err, context.Canceled)
	read() // lets the goroutine that still waits go
	// It may not have come as far as the pipe. It would make a file in its place, in a
	// folder that is being removed.
	for began := time.Now(); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		require.Less(t, time.Since(began), 10*time.Second, "a goroutine is left")
	}
}
