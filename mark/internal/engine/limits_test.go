package engine

import (
	"encoding/binary"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/forward"
	"github.com/seed-3ccf4018/halfmark/mark/internal/options"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// The estimate of a marker's memory counts each block, whole lines of refs and a word
// of its list, each place in a deque and each worker; the marker's own count is it.
func TestMarkerBytes(t *testing.T) {
	for _, c := range []struct {
		options Options
		want    int64
	}{
		{Options{Workers: 3, Grain: 4, Capacity: 8, OverflowBlocks: 5}, 5*(256+16) + 3*9*(64+16) + 3*(options.WorkerBytes+64)},
		{Options{Workers: 3, Grain: 16, Capacity: 8, OverflowBlocks: 5}, 5*(256+16) + 3*9*(64+16) + 3*(options.WorkerBytes+64)},
		{Options{Workers: 2, Grain: 17, Capacity: 2, OverflowBlocks: tune.NoPool}, 2*3*(128+16) + 2*(options.WorkerBytes+16)},
		{Options{Workers: 2, Grain: 1, Capacity: 4, OverflowBlocks: 1}, 256 + 16 + 2*(options.WorkerBytes+32)},
		{Options{Workers: 1, Grain: 100, Capacity: 2, OverflowBlocks: 1}, 448 + 16 + 3*(448+16) + options.WorkerBytes + 16},
	} {
		c.options.Tuning.Marking = tune.MarkingShared
		require.Equal(t, c.want, c.options.MarkerBytes(), "%+v", c.options)
		m, w := policyMarker(t, c.options)
		deques := int64(c.options.Workers * c.options.Capacity * 8)
		require.Equal(t, m.Blocks.Bytes()+m.Pool.Bytes()+int64(c.options.Workers)*options.WorkerBytes+deques, m.bytes(), "%+v", c.options)
		before := m.bytes()
		w.successors = make([]uint32, 0, 100)
		require.Equal(t, before+400, m.bytes())
		blocks := 0 // with grain 1 the items are refs
		if c.options.Grain > 1 {
			blocks = c.options.Workers * (c.options.Capacity + 1)
		}
		require.Equal(t, blocks, m.Blocks.Blocks(), "%+v", c.options)
	}
	for owners, want := range map[int]int64{
		1:  0,
		2:  2 * 512 * (4*1024 + 12),
		3:  6 * 256 * (4*1024 + 12),
		40: 32 * 31 * 8 * (4*1024 + 12),
	} {
		o := Options{Workers: owners, Grain: 4, Capacity: 8, Tuning: tune.Tuning{Marking: tune.MarkingOwner}}
		without := o
		without.Tuning.Marking = tune.MarkingShared
		require.Equal(t, want, o.MarkerBytes()-without.MarkerBytes(), "%d owners", owners)
		without.Grain, o.Grain, o.Tuning.Marking = 1, 1, tune.MarkingAuto
		require.Equal(t, without.MarkerBytes(), o.MarkerBytes(), "owners mean nothing with grain 1")
	}
}

// A marker's own count has the queues that it has: they are fitted to the largest heap that
// was marked with owners.
func TestQueueBytes(t *testing.T) {
	for _, owners := range []int{1, 2, 3} {
		m, _ := policyMarker(t, Options{Workers: owners, Tuning: tune.Tuning{Marking: tune.MarkingOwner}})
		none, largest := m.bytes(), uint64(0)
		for _, n := range []uint64{1 << 10, 1 << 22, 1 << 12} {
			largest = max(largest, n)
			m.prepare(t.Context(), n)
			m.decide(m.readsNothing())
			m.gather()
			m.dirty = false
			require.Equal(t, none+forward.Bytes(owners, largest), m.bytes(), "%d owners of %d refs", owners, n)
		}
		if owners > 1 {
			require.Less(t, forward.Bytes(owners, 1<<10), forward.Bytes(owners, 1<<22))
		}
	}
}

// A marker made for one mark is no larger than that needs: blocks for the objects, and
// a deque with room for these.
func TestFittedOptions(t *testing.T) {
	for n, want := range map[uint64][2]int{
		0: {1, 2}, 63: {1, 2}, 64: {2, 4}, 127: {2, 4}, 128: {3, 4}, 192: {4, 8}, 64 * 511: {512, 1024},
		64 * 16382: {16383, 1024}, 64 * 16383: {16384, 1024}, 1 << 40: {16384, 1024},
	} {
		o := Options{}.Fitted(n, policy.CallPace())
		require.Equal(t, want, [2]int{o.OverflowBlocks, o.Capacity}, "%d objects", n)
		chosen := Options{OverflowBlocks: tune.NoPool, Capacity: 8}
		require.Equal(t, chosen, chosen.Fitted(n, policy.CallPace()))
	}
}

// The functions Heap and Graph make a marker of a size that fits what they mark.
func TestMarkersForOneMarkAreFitted(t *testing.T) {
	h, _ := pairsHeap(t, 500, 1)
	g := adjacentHub(t, 999)
	o := Options{Workers: 2}
	fitted, err := newOnce(o, 1000, paceOf(g))
	require.NoError(t, err)
	defer fitted.Close()
	large, _ := policyMarker(t, o.Fitted(1000, policy.CallPace()))
	require.Less(t, fitted.bytes(), large.bytes())
	first, err := fitted.MarkHeap(t.Context(), h)
	require.NoError(t, err)
	want := first.Stats.MarkerBytes
	r, err := Heap(t.Context(), h, o)
	require.NoError(t, err)
	require.Equal(t, want, r.Stats.MarkerBytes)
	reached, err := Graph(t.Context(), g, []uint32{0}, o)
	require.NoError(t, err)
	require.Equal(t, want, reached.Stats.MarkerBytes)
}

// Each worker's thief has the marker's options and its own number.
func TestEachWorkerHasItsThief(t *testing.T) {
	o := Options{Workers: 3, Grain: 5, Tuning: tune.Tuning{Steal: tune.StealFactor, Victim: tune.VictimLast, Amount: stealq.Half, Seed: 1<<63 + 5}}
	m, _ := policyMarker(t, o)
	for id, w := range m.workers {
		choice := policy.Choice{Steal: tune.StealFactor, Victim: tune.VictimLast, Amount: stealq.Half, Grain: 5, Seed: 1<<63 + 5}
		require.Equal(t, policy.NewThief(choice, id, m.Deques), w.Thief)
	}
}

// An object is sliced if it has more references than a chunk, in a heap and in arrays.
func TestFromWhichSizeOnObjectsAreSliced(t *testing.T) {
	m, _ := policyMarker(t, Options{Workers: 1})
	for refs, sliced := range map[int]uint64{chunkRefs - 1: 0, chunkRefs: 0, chunkRefs + 1: 1} {
		r, err := m.MarkGraph(t.Context(), adjacentHub(t, refs), []uint32{0})
		require.NoError(t, err)
		require.Equal(t, sliced, r.Stats.Workers[0].SlicesOpened, "%d successors", refs)
		require.EqualValues(t, refs+1, r.Count())

		var b heap.Builder
		to := make([]uint32, refs)
		for i := range to {
			to[i] = uint32(i + 1)
		}
		b.Root(b.Add(0, to...))
		for range refs {
			b.Add(0)
		}
		h, err := b.Build()
		require.NoError(t, err)
		live, err := m.MarkHeap(t.Context(), h)
		require.NoError(t, err)
		require.Equal(t, sliced, live.Stats.Workers[0].SlicesOpened, "%d references", refs)
		require.EqualValues(t, refs+1, live.Count())
	}
}

// An object that lost references between its slicing and the claim of a chunk of it
// ends the mark.
func TestObjectShrinksWhileItIsMarked(t *testing.T) {
	var b heap.Builder
	obj := b.Add(0, 0, 0, 0, 0)
	b.Root(obj)
	h, err := b.Build()
	require.NoError(t, err)
	m, w := policyMarker(t, Options{Workers: 1})
	m.prepare(t.Context(), h.Granules())
	s := *m.reads(h)
	m.Marks.Words()[0].Or(1)
	at := uint32(h.Roots()[0])
	s.scanChunk(w, chunk{Object: at, Low: 3, High: 4})
	require.NoError(t, m.failure.err)
	require.EqualValues(t, 1, w.Marked)
	s.scanChunk(w, chunk{Object: at, Low: 4, High: 5})
	require.ErrorContains(t, m.failure.err, "changed while it was marked")
	m.failure.err = nil
	s.scanChunk(w, chunk{Object: 1<<32 - 2, High: 1})
	require.ErrorContains(t, m.failure.err, "changed while it was marked")
}

// The node that is named is the one whose successor is wrong, not its neighbour in
// the batch.
func TestWhoseSuccessorIsWrong(t *testing.T) {
	const nodes = 8
	for bad := range uint32(nodes) {
		for _, at := range []int{0, 1} {
			g := Func{Nodes: nodes, Successors: func(buf []uint32, node uint32) []uint32 {
				to := []uint32{0, 0}
				if node == bad {
					to[at] = nodes
				}
				return append(buf, to...)
			}}
			_, err := Graph(t.Context(), g, []uint32{0, 1, 2, 3, 4, 5, 6, 7}, Options{Workers: 1})
			require.EqualError(t, err, "engine: node "+strconv.Itoa(int(bad))+": 8 is not a node: the graph has 8 nodes, numbered from 0")
		}
	}
}

// A reference beyond the arena ends the mark also where a lone worker follows a list.
func TestDamagedList(t *testing.T) {
	var b heap.Builder
	b.Root(b.Add(0, 1))
	b.Add(0, 0)
	h, err := b.Build()
	require.NoError(t, err)
	first := int(h.Roots()[0]+1) * heap.GranuleBytes
	for _, beyond := range []uint32{64, 65, 1<<32 - 1} {
		binary.LittleEndian.PutUint32(h.Arena()[first:], beyond)
		r, err := Heap(t.Context(), h, Options{Workers: 1})
		require.ErrorContains(t, err, "a reference leads to granule "+strconv.FormatUint(uint64(beyond), 10))
		require.EqualValues(t, 1, r.Count())
	}
}
