package engine

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// Each law can fail: broken by one, after a mark that obeyed all of them, it is
// named.
func TestConservationLawsCanFail(t *testing.T) {
	var b heap.Builder
	b.Add(0, 1, 2)
	b.Add(0, 2)
	b.Add(8)
	b.Root(0)
	h, err := b.Build()
	require.NoError(t, err)
	last := func(m *Marker) *stats.Worker { return &m.Stats.Workers[1] }
	sendsOne := func(m *Marker) {
		m.workers[1].Put(0, []uint32{foreign(m, 0, 64)})
		m.workers[1].Send(0, 0)
	}
	for _, c := range []struct {
		law   string
		spoil func(m *Marker)
	}{
		{"4 objects were marked, but 3 were scanned", func(m *Marker) { last(m).Marked++ }},
		{"3 objects were marked, but 4 were scanned", func(m *Marker) { last(m).Scanned++ }},
		{"4 objects were marked before and now, but 3 bits are set", func(m *Marker) { last(m).Marked++; last(m).Scanned++ }},
		{"3 objects were marked before and now, but 4 bits are set", func(m *Marker) { m.Marks.TestAndSet(0) }},
		{"1 blocks overflowed, but 0 were recovered", func(m *Marker) { last(m).BlocksOverflowed++ }},
		{"0 references were pended, but 1 were recovered", func(m *Marker) { last(m).RefsRecovered++ }},
		{"1 references were forwarded, but 0 were received or spilt", func(m *Marker) { last(m).RefsForwarded++ }},
		{"0 references were put into the spill bitmap, but 1 were taken", func(m *Marker) { last(m).SpillTaken++ }},
		{"worker 1 sent 1 references to worker 0, which took 0, and 0 were spilt", sendsOne},
		{"2 chunks were offered, but 1 were taken or stolen", func(m *Marker) { m.ranges.Counters(1).Pushes++ }},
		{"1 chunks were offered, but 2 were taken or stolen", func(m *Marker) { m.ranges.Counters(1).ItemsStolen++ }},
		{"2 references were forwarded, but 1 were received or spilt", func(m *Marker) { last(m).RefsForwarded += 2; last(m).RefsReceived++ }},
		{"0 references were put into the spill bitmap, but 1 were taken", func(m *Marker) { last(m).SpillTaken++ }},
		{"0 ranges may be open, but 1 are open", func(m *Marker) { m.ranges.Offer(1, 1, 1); m.ranges.Counters(1).Pops++ }},
		{"3 of 4 overflow blocks are free", func(m *Marker) {
			last(m).BlocksOverflowed++
			last(m).BlocksRecovered++
			m.Pool.Get()
		}},
		{"of 6 blocks of the deques are free", func(m *Marker) {
			last(m).Deque.Pushes++
			m.Blocks.Get()
		}},
		{"deque 1: 1 steals, but", func(m *Marker) { *m.Deques[1].Counters() = stats.Worker{}.Deque; m.Deques[1].Counters().Steals++ }},
	} {
		m, err := New(Options{Workers: 2, Grain: 2, Capacity: 2, OverflowBlocks: 4, Tuning: tune.Tuning{Marking: tune.MarkingOwner}})
		require.NoError(t, err)
		m.planShared(m.readsNothing())
		r, err := m.MarkHeap(t.Context(), h)
		require.NoError(t, err)
		require.EqualValues(t, 3, r.Stats.Marked)
		require.NoError(t, m.conserved())
		c.spoil(m)
		require.ErrorContains(t, m.conserved(), c.law)
		m.Close()
	}
}

// A batch that was not marked in this mark breaks a law when it is scanned all the
// same: a worker that began with something in its ring is noticed.
func TestUncountedBatchBreaksALaw(t *testing.T) {
	h, all := pairsHeap(t, 4, 1)
	for _, c := range []struct {
		stale []uint32 // in the ring before the mark
		law   string
	}{
		{nil, ""},
		{all[2:3], "3 objects were marked, but 4 were scanned"}, // it leads to another
		{all[1:4], "5 objects were marked, but 8 were scanned"},
	} {
		m, w := policyMarker(t, Options{Workers: 1})
		m.prepare(t.Context(), h.Granules())
		if c.stale != nil {
			fly(w, c.stale)
		}
		m.Marks.Words()[0].Or(1)
		m.reads(h)
		m.run(&m.memoryScanner, len(h.Roots()))
		m.Marks.Words()[0].And(^uint64(1))
		err := m.finish()
		if c.law == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, c.law)
		}
	}
}

// A mark that failed leaves batches in the ring. The next mark by the same Marker
// does not scan them.
func TestNothingIsLeftInTheRing(t *testing.T) {
	const objects = 4 * batchObjects
	damaged, all := pairsHeap(t, objects, objects)
	last := int(all[objects-1]+1) * heap.GranuleBytes // its reference; the object is scanned in the first batch
	binary.LittleEndian.PutUint32(damaged.Arena()[last:], 1<<32-1)
	m, w := policyMarker(t, Options{Workers: 1})
	_, err := m.MarkHeap(t.Context(), damaged)
	require.ErrorContains(t, err, "damaged")
	require.Positive(t, w.InFlight(), "the ring was empty, so nothing is shown")
	h, _ := pairsHeap(t, objects, 2)
	r, err := m.MarkHeap(t.Context(), h)
	require.NoError(t, err)
	require.EqualValues(t, 4, r.Count())
	sum := r.Stats.Sum()
	require.Equal(t, [2]uint64{4, 2}, [2]uint64{sum.Scanned, sum.Batches}, "objects, and batches of two")
}

// pairsHeap builds a heap of n objects that lead to one other each, the first of them
// roots, and returns the n as refs.
func pairsHeap(t *testing.T, n, roots int) (*heap.Heap, []uint32) {
	t.Helper()
	var b heap.Builder
	for i := range uint32(n) {
		b.Add(0, uint32(n)+i)
	}
	for range n {
		b.Add(0)
	}
	for i := range uint32(roots) {
		b.Root(i)
	}
	h, err := b.Build()
	require.NoError(t, err)
	var all []uint32
	for _, obj := range h.Objects() {
		if all = append(all, uint32(obj)); len(all) == n {
			break
		}
	}
	return h, all
}
