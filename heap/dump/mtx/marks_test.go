package mtx_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/mtx"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// TestMarks marks a random graph as the oracle does, with one worker and several, and after a
// snapshot.
func TestMarks(t *testing.T) {
	const nodes, degree = 20_000, 2
	rng := rand.New(rand.NewPCG(1, 1))
	file := fmt.Appendf(nil, "%%%%MatrixMarket matrix coordinate pattern symmetric\n%d %d %d\n", nodes, nodes, nodes*degree)
	for range nodes * degree {
		file = fmt.Appendf(file, "%d %d\n", 1+rng.IntN(nodes), 1+rng.IntN(nodes))
	}
	d, err := mtx.Read(bytes.NewReader(file), sink.Options{})
	require.NoError(t, err)
	want, err := heap.Reachable(d.Heap)
	require.NoError(t, err)
	digest, err := heap.Digest(d.Heap, want)
	require.NoError(t, err)
	var snapshot bytes.Buffer
	require.NoError(t, heap.WriteSnapshot(&snapshot, d.Heap))
	again, err := heap.ReadSnapshotStream(&snapshot)
	require.NoError(t, err)
	for _, workers := range []int{1, 2, 5} {
		for _, h := range []*heap.Heap{d.Heap, again} {
			result, err := mark.Heap(t.Context(), h, mark.Options{Workers: workers})
			require.NoError(t, err)
			got, err := heap.Digest(h, result.Marks)
			require.NoError(t, err)
			require.Equal(t, digest, got, "%d workers", workers)
		}
	}
}
