package engine

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Of a huge object the second worker steals chunks, many at a time, and both take
// nearly all of theirs without a compare-and-swap.
func TestRangesAreStolen(t *testing.T) {
	m, err := New(Options{Workers: 2, Tuning: tune.Tuning{Idle: tune.IdleYield}})
	require.NoError(t, err)
	defer m.Close()
	const hub = 1_000_000
	const chunks = (hub-1)/chunkRefs + 1 + 1 // and the roots
	g := adjacentHub(t, hub)
	for began := time.Now(); ; {
		_, err = m.MarkGraph(t.Context(), g, []uint32{0})
		require.NoError(t, err)
		require.Equal(t, uint64(chunks), m.Stats.Sum().ChunksTaken)
		sum := chunksConserved(t, m)
		require.Equal(t, uint64(chunks), sum.Pops+sum.Took)
		// Of each range that is opened, one for each power of two.
		require.LessOrEqual(t, sum.CAS-sum.CASFailed-sum.Took, 12*(2+sum.Took))
		if sum.Took > 0 && sum.ItemsStolen > 10*sum.Took {
			return
		}
		require.Less(t, time.Since(began), 20*time.Second, "nothing worth it was ever stolen: %+v", sum)
	}
}

// chunksConserved: the chunks that were opened are those taken and stolen.
func chunksConserved(t *testing.T, m *Marker) (sum stealq.Counters) {
	t.Helper()
	for id := range m.workers {
		sum.Add(m.ranges.Counters(id))
	}
	require.Equal(t, sum.Pushes, sum.Pops+sum.ItemsStolen)
	require.Equal(t, sum.Steals, sum.Took+sum.Empty+sum.Lost)
	return sum
}

// adjacentHub is a graph of one node that leads to n others, in arrays.
func adjacentHub(t *testing.T, n int) *Adjacency {
	t.Helper()
	offsets := make([]uint64, n+2)
	targets := make([]uint32, n)
	for i := range targets {
		targets[i] = uint32(i + 1)
		offsets[i+1] = uint64(n)
	}
	offsets[n+1] = uint64(n)
	g, err := NewAdjacency(offsets, targets)
	require.NoError(t, err)
	return g
}
