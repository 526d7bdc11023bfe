package forward

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// prepared is a Net with an End for each owner of that many bits.
func prepared(owners int, ids uint64) (*Net, []End) {
	n := new(Net)
	n.Prepare(owners, ids, false)
	ends := make([]End, owners)
	for id := range ends {
		ends[id] = NewEnd(n, id)
		ends[id].OpenSlots()
	}
	return n, ends
}

// of returns a reference of an owner's segments.
func of(n *Net, owner uint32) uint32 {
	ref := uint32(64)
	for n.Owner(ref) != owner {
		ref += 64
	}
	return ref
}

// A reference that was sent and neither taken nor spilt is noticed, and so is one that was taken or
// spilt too often.
func TestConserved(t *testing.T) {
	for _, spoil := range []func(q *Queue){func(q *Queue) { q.sent++ }, func(q *Queue) { q.taken++ }, func(q *Queue) { q.spilt++ }} {
		n, ends := prepared(3, 1<<16)
		ends[1].Put(2, []uint32{of(n, 2)})
		ends[1].Send(2, 0)
		require.ErrorContains(t, n.Conserved(), "worker 1 sent 1 references to worker 2, which took 0, and 0 were spilt")
		q := ends[1].out[2].queue
		q.Next()
		ends[2].Release(q)
		require.NoError(t, n.Conserved())
		spoil(q)
		require.ErrorContains(t, n.Conserved(), "to worker 2, which took")
	}
}

// A Net counts the memory that its queues have.
func TestBytes(t *testing.T) {
	for _, owners := range []int{2, 3, 5} {
		n, largest := new(Net), uint64(0)
		require.Zero(t, n.Bytes())
		for _, ids := range []uint64{1 << 10, 1 << 20, 1 << 12} {
			largest = max(largest, ids)
			n.Prepare(owners, ids, false)
			has := 0
			for id := range owners {
				require.Len(t, n.To(id), owners-1)
				for _, q := range n.To(id) {
					has += 4*len(q.refs) + 8*len(q.entries) + 4*cap(q.free)
				}
			}
			require.EqualValues(t, has, n.Bytes())
			require.Equal(t, Bytes(owners, largest), n.Bytes())
		}
	}
	require.Zero(t, Bytes(1, 1<<20))
}

// References on their way are in open slots of this worker and in queues, whichever owner they are
// for. Spilt references are more than any limit.
func TestOnTheWay(t *testing.T) {
	n, ends := prepared(3, 1<<16)
	for i := range ends {
		ends[i].Put((i+1)%3, []uint32{of(n, uint32(i+1)%3)})
	}
	require.Equal(t, 1, ends[0].OnTheWay())
	ends[1].Send(2, 0)
	require.Equal(t, 2, ends[0].OnTheWay())
	require.Equal(t, 1, ends[1].OnTheWay())
	n.spill.add(of(n, 1), 1)
	require.GreaterOrEqual(t, ends[2].OnTheWay(), policy.StackRefs)
}

// Neither open slots nor queues nor the spill bitmap keep anything of an aborted mark, and nothing waits for
// anybody in a mark without owners.
func TestNetForgetsAnAbortedMark(t *testing.T) {
	n, ends := prepared(2, 1<<16)
	e, ref := &ends[0], of(n, 1)
	for range n.slots { // one more than a queue takes, because a slot is always open
		e.Put(1, []uint32{ref})
		e.Send(1, 0)
	}
	require.EqualValues(t, 1, e.RefsSpilt)
	e.Put(1, []uint32{ref})
	n.Prepare(1, 1<<16, false)
	e.OpenSlots()
	require.False(t, n.Any(), "nobody owns anything")
	require.Empty(t, n.To(1))
	require.Zero(t, e.Unsent()+e.OnTheWay())
	n.Reset()
	n.Prepare(2, 1<<16, false)
	e.OpenSlots()
	require.False(t, n.Any())
	require.Zero(t, e.Unsent()+e.OnTheWay())
	require.EqualValues(t, 1, e.RefsSpilt, "the counts go on")
	for i := range n.spill.words {
		require.Zero(t, n.spill.words[i].Load())
	}
}

// Halved until one owner is left, references come to the owners of their segments, in order. Nil
// comes to no owner, unless it is a node.
func TestHalve(t *testing.T) {
	for owners := 2; owners <= tune.MaxOwners; owners++ {
		for _, zeroIsNode := range []bool{false, true} {
			n, ends := prepared(owners, 1<<16)
			n.Prepare(owners, 1<<16, zeroIsNode)
			e := &ends[owners/2]
			var refs []uint32
			want, got := make([][]uint32, owners), make([][]uint32, owners)
			for i := range uint32(policy.SplitRefs) {
				ref := i % 5 * i * 64 % (1 << 16)
				refs = append(refs, ref)
				if ref != 0 || zeroIsNode {
					want[n.Owner(ref)] = append(want[n.Owner(ref)], ref)
				}
			}
			var split func(refs []uint32, low, high int)
			split = func(refs []uint32, low, high int) {
				if high-low == 1 {
					got[low] = append(got[low], refs...)
					return
				}
				below, above, mid := e.Halve(refs, low, high)
				for to := low; to < high; to++ {
					got[to] = append(got[to], e.TakeOpen(to)...)
				}
				split(below, low, mid)
				split(above, mid, high)
			}
			split(refs, 0, owners)
			require.Equal(t, want, got)
		}
	}
}

// Put fills a slot to its last place, and returns what does not fit.
func TestPut(t *testing.T) {
	n, ends := prepared(2, 1<<16)
	slot := policy.SlotRefs
	refs := slices.Repeat([]uint32{of(n, 1)}, slot+1)
	rest, full := ends[0].Put(1, refs[:1])
	require.Empty(t, rest)
	require.False(t, full)
	rest, full = ends[0].Put(1, refs)
	require.Len(t, rest, 2)
	require.True(t, full)
	require.Equal(t, slot, ends[0].Unsent())
}

// A spilt reference must lie within the bitmap, up to its last bit. A reference that is spilt twice is taken
// once.
func TestSpillWithinTheBitmap(t *testing.T) {
	const ids = 1 << 12
	for _, larger := range []uint64{0, 1 << 16} { // the set keeps the memory of an earlier mark
		n, ends := prepared(2, max(ids, larger))
		n.Prepare(2, ids, false)
		last := uint32(ids - 1)
		to := n.Owner(last)
		e := &ends[1-to]
		e.OpenSlots()
		q := e.out[to].queue
		for _, beyond := range []uint32{ids, ids + 64, 1<<32 - 1} {
			ref, ok := e.spill(q, []uint32{beyond}, to)
			require.False(t, ok)
			require.Equal(t, beyond, ref)
		}
		require.Zero(t, e.SpillAdded)
		_, ok := e.spill(q, []uint32{last, last}, to)
		require.True(t, ok)
		require.EqualValues(t, 1, e.SpillAdded)
		require.EqualValues(t, 5, e.RefsSpilt)
		require.True(t, n.WaitsFor(int(to)) && n.Any())
		buf := make([]uint32, 64)
		require.Equal(t, 1, ends[to].TakeSpilt(buf))
		require.Equal(t, last, buf[0])
		require.EqualValues(t, 1, ends[to].SpillTaken)
	}
}

// A slot with something in it is due if the worker leaves, or if its owner has taken all that was
// sent and another worker is hungry. A reference that is taken back is not sent.
func TestDue(t *testing.T) {
	n, ends := prepared(2, 1<<16)
	e, ref := &ends[0], of(n, 1)
	due := func(hungry, leaving bool) {
		t.Helper()
		require.Equal(t, hungry, e.Due(1, true))
		require.Equal(t, leaving, e.Due(1, false))
	}
	due(false, false)
	e.Put(1, []uint32{ref})
	due(true, true)
	e.Send(1, 0)
	due(false, false)
	e.Put(1, []uint32{ref})
	due(false, true)
	q := e.out[1].queue
	_, ok := q.Next()
	require.True(t, ok)
	ends[1].Release(q)
	due(true, true)
	require.Equal(t, []uint32{ref}, e.TakeOpen(1))
	require.Empty(t, e.TakeOpen(1))
	due(false, false)
	require.Equal(t, stats.Owned{RefsForwarded: 1, SlotsPublished: 1, SlotsPartial: 1}, e.Owned)
	require.Equal(t, stats.Owned{RefsReceived: 1}, ends[1].Owned)
}

// Only a full slot is not partial.
func TestPartialSlots(t *testing.T) {
	n, ends := prepared(2, 1<<16)
	e, slot := &ends[0], policy.SlotRefs
	partial, published := 0, 0
	for size := 1; size <= slot; size += max(1, min(slot/3, slot-size)) {
		rest, full := e.Put(1, slices.Repeat([]uint32{of(n, 1)}, size))
		require.Empty(t, rest)
		if published++; size < slot {
			partial++
		}
		require.Equal(t, size == slot, full)
		q := e.out[1].queue
		e.Send(1, 0)
		require.EqualValues(t, partial, e.SlotsPartial)
		require.EqualValues(t, published, e.SlotsPublished)
		q.Next()
		ends[1].Release(q)
	}
	require.Greater(t, published, partial)
}

// Each mark says anew whether reference 0 is a node.
func TestZeroOfEachMark(t *testing.T) {
	n := new(Net)
	for _, zeroIsNode := range []bool{true, false, true} {
		for _, owners := range []int{0, 2} {
			n.Prepare(owners, 1<<16, zeroIsNode)
			require.Equal(t, zeroIsNode, n.Zero == kernel.NilIsNode)
			require.Equal(t, owners, n.Owners())
		}
	}
}
