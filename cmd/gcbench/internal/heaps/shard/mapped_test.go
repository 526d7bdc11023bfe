package shard

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// mapped writes a heap and maps its file.
func mapped(t *testing.T, h *heap.Heap) (path string, m *heap.Heap) {
	t.Helper()
	if !heap.MapsFiles {
		t.Skip("this platform maps no files")
	}
	path = filepath.Join(t.TempDir(), "mapped.heap")
	f, err := os.Create(path)
	require.NoError(t, err)
	defer f.Close()
	require.NoError(t, heap.WriteSnapshot(f, h))
	s, err := heap.OpenSnapshot(path)
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() })
	return path, s.Heap()
}

// TestMappedHeap: a heap that is mapped gives the same parts as one in memory. If its file is cut
// meanwhile, the error says so, and nothing is left of the export.
func TestMappedHeap(t *testing.T) {
	h := chain(t, 20_000)
	for _, l := range Layouts() {
		path, m := mapped(t, h)
		_, want := exported(t, h, 3, l)
		_, got := exported(t, m, 3, l)
		require.Equal(t, want.manifest(), got.manifest())
		require.NoError(t, os.Truncate(path, 64<<10))
		dir := filepath.Join(t.TempDir(), "parts")
		_, err := got.Write(t.Context(), dir, func(int) {})
		require.ErrorContains(t, err, "the mapped file was truncated")
		require.NoDirExists(t, dir)
		_, err = NewPlan(t.Context(), m, 3, l)
		require.ErrorContains(t, err, "the mapped file was truncated")
	}
}
