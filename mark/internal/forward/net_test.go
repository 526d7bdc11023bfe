package forward

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
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

// What was sent and neither taken nor spilt is noticed, and so is what was taken or spilt too often.
func TestConserved(t *testing.T) {
	for _, spoil := range []func(q *Queue){func(q *Queue) { q.sent++ }, func(q *Queue) { q.taken++ }, func(q *Queue) { q.spilt++ }} {
		n, ends := prepared(3, 1<<16)
		ends[1].Split([]uint32{of(n, 2)}, 0, 0)
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

// What is on its way is in open slots of this worker and in queues, whoever they are for. Spilt references
// are more than any limit.
func TestOnTheWay(t *testing.T) {
	n, ends := prepared(3, 1<<16)
	for i := range ends {
		ends[i].Split([]uint32{of(n, uint32(i+1)%3)}, 0, 0)
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
	for e.RefsSpilt == 0 {
		e.Split([]uint32{ref}, 0, 0)
		e.Send(1, 0)
	}
	e.Split([]uint32{ref}, 0, 0)
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
	require.Equal(t, Counts{}, e.Counts)
	for i := range n.spill.words {
		require.Zero(t, n.spill.words[i].Load())
	}
}

// Split keeps the order of what is its own, wherever it stops, and drops nil unless it is a node.
func TestSplitStopsAtFullSlots(t *testing.T) {
	for _, owners := range []int{2, 3} {
		for _, zeroIsNode := range []bool{false, true} {
			n, ends := prepared(owners, 1<<16)
			n.Prepare(owners, 1<<16, zeroIsNode)
			e := &ends[n.Owner(0)]
			var refs, want []uint32
			for i := range uint32(8 * policy.Slot(owners)) {
				ref := i % 5 * i * 64 % (1 << 16)
				refs = append(refs, ref)
				if n.Owner(ref) == uint32(e.id) && (ref != 0 || zeroIsNode) {
					want = append(want, ref)
				}
			}
			own, sent := 0, 0
			for read, full := 0, 0; read < len(refs); {
				if own, read, full = e.Split(refs, own, read); full >= 0 {
					require.Len(t, e.out[full].refs, e.out[full].n)
					sent += e.out[full].n
					e.Send(full, 0)
				}
			}
			require.Equal(t, want, refs[:own])
			require.EqualValues(t, sent, e.RefsForwarded)
			require.Positive(t, sent)
		}
	}
}
