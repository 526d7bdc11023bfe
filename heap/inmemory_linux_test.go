package heap

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// savedList saves a heap of some megabytes, and returns the path.
func savedList(t *testing.T) (path string) {
	t.Helper()
	const n = 4000
	b := NewBuilder(n, n)
	for i := range uint32(n) {
		b.Add(1000, (i+1)%n)
	}
	b.Root(0)
	h, err := b.Build()
	require.NoError(t, err)
	path = filepath.Join(t.TempDir(), "list.heap")
	f, err := os.Create(path)
	require.NoError(t, err)
	require.NoError(t, WriteSnapshot(f, h))
	require.NoError(t, f.Sync())
	require.NoError(t, f.Close())
	return path
}

// drop asks the system to forget a file that is not mapped.
func drop(t *testing.T, path string) {
	t.Helper()
	const dontNeed = 4
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	_, _, errno := syscall.Syscall6(syscall.SYS_FADVISE64, f.Fd(), 0, 0, dontNeed, 0, 0)
	require.Zero(t, errno)
}

func opened(t *testing.T, path string) *Heap {
	t.Helper()
	s, err := OpenSnapshot(path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s.Heap()
}

// TestInMemory: a file that was just written is in memory, one that the system has dropped is not, and to mark that one
// is to wait.
func TestInMemory(t *testing.T) {
	require.True(t, (&Heap{}).InMemory())
	path := savedList(t)
	h := opened(t, path)
	require.True(t, h.InMemory())
	a := h.Ahead()
	for range 10 * waitedCalls {
		require.False(t, a.Waited())
	}
}

func TestOnDisk(t *testing.T) {
	path := savedList(t)
	drop(t, path)
	h := opened(t, path)
	a := h.Ahead()
	if h.InMemory() {
		t.Skip("this file system keeps files in memory")
	}
	before := waits()
	var sum byte
	for at := 0; at < len(h.arena); at += os.Getpagesize() {
		sum += h.arena[at]
	}
	require.Greater(t, waits()-before, int64(fewWaits), "sum %d", sum)
	seen := false
	for range 2 * waitedCalls {
		time.Sleep(2 * looksApart)
		seen = seen || a.Waited()
	}
	require.True(t, seen)
	require.True(t, h.InMemory(), "it has been read")
}

// TestInMemoryOfACutFile: the pages behind the end are in no memory, and nothing crashes.
func TestInMemoryOfACutFile(t *testing.T) {
	path := savedList(t)
	h := opened(t, path)
	require.NoError(t, os.Truncate(path, 1<<20))
	require.False(t, h.InMemory())
}
