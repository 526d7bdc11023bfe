//go:build unix

package confine

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNothingIsLeft: when this process is killed with SIGKILL, its supervisor, the command and what
// that has started end, and the folder is removed.
func TestNothingIsLeft(t *testing.T) {
	told, dir := filepath.Join(t.TempDir(), "processes"), filepath.Join(t.TempDir(), "work")
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "deep"), 0o700))
	parent := doing("be a parent", told, dir)
	require.NoError(t, parent.Start())
	var all [3]int
	require.Eventually(t, func() bool {
		text, _ := os.ReadFile(told)
		n, _ := fmt.Sscan(string(text), &all[0], &all[1], &all[2])
		return n == len(all)
	}, time.Minute, 10*time.Millisecond)
	for _, p := range all {
		require.NoError(t, syscall.Kill(p, 0), "it runs")
	}
	require.NoError(t, parent.Process.Signal(syscall.SIGKILL))
	parent.Wait()
	for i, p := range all {
		assert.Eventually(t, func() bool { return syscall.Kill(p, 0) != nil }, 10*time.Second, 10*time.Millisecond, "process %d", i)
	}
	assert.NoDirExists(t, dir)
}
