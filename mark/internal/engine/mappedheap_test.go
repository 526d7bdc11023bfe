package engine

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// mappedHeap saves h, and returns it as a file that is mapped into memory until the test ends, with its path.
func mappedHeap(t testing.TB, h *heap.Heap) (m *heap.Heap, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "mapped.heap")
	f, err := os.Create(path)
	require.NoError(t, err)
	require.NoError(t, heap.WriteSnapshot(f, h))
	require.NoError(t, f.Close())
	s, err := heap.OpenSnapshot(path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	require.True(t, s.Heap().Mapped())
	return s.Heap(), path
}
