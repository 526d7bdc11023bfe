package session

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// TestAwaitOfACutHeap: what reads a mapped heap whose file is cut meanwhile ends with an error, whatever reads
// it.
func TestAwaitOfACutHeap(t *testing.T) {
	b := heap.NewBuilder(3000, 0)
	for range 3000 {
		b.Add(1000)
	}
	b.Root(2999)
	h, err := b.Build()
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "cut.heap")
	f, err := os.Create(path)
	require.NoError(t, err)
	require.NoError(t, heap.WriteSnapshot(f, h))
	require.NoError(t, f.Close())
	s, err := heap.OpenSnapshot(path)
	require.NoError(t, err)
	defer s.Close()
	require.NoError(t, os.Truncate(path, 1<<20))

	count := func() (n int, err error) {
		for range s.Heap().Objects() {
			n++
		}
		return n, nil
	}
	_, err = Await(context.Background(), count)
	require.ErrorContains(t, err, "the mapped file was truncated or its disk failed")
}
