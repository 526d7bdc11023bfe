//go:build unix

package source

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// openPipe opens a named pipe into which data is written.
func openPipe(t *testing.T, name string, data []byte, limits Limits) (*Heap, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	done := make(chan struct{})
	go func() {
		defer close(done)
		w, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return
		}
		_, _ = w.Write(data) // the reader may close early
		_ = w.Close()
	}()
	h, err := Open(path, Reading{Limits: limits})
	<-done
	return h, err
}
