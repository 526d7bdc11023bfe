package gap_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/gap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// TestMarks marks a random graph as the oracle does, with one worker and several, and after a
// snapshot.
func TestMarks(t *testing.T) {
	const nodes, degree = 20_000, 2
	rng := rand.New(rand.NewPCG(1, 1))
	file := append([]byte{0}, binary.LittleEndian.AppendUint64(nil, nodes*degree)...)
	file = binary.LittleEndian.AppendUint64(file, nodes)
	for i := range uint64(nodes + 1) {
		file = binary.LittleEndian.AppendUint64(file, i*degree)
	}
	for range nodes * degree {
		file = binary.LittleEndian.AppendUint32(file, rng.Uint32N(nodes))
	}
	d, err := gap.Read(bytes.NewReader(file), sink.Options{})
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
