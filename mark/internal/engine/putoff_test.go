package engine

import (
	"cmp"
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/work"
	"github.com/seed-3ccf4018/halfmark/overflow"
)

// mappedWorker is worker 0 of a Marker that is about to mark a mapped heap of so many granules.
func mappedWorker(t *testing.T, granules uint64) (*Marker, *worker) {
	m, w := policyMarker(t, Options{Workers: 2})
	m.prepare(context.Background(), granules)
	w.InOrder = work.InOrder{PutsOff: true}
	w.Bottom, w.Top, w.FromShared = 0, 0, 0
	return m, w
}

// near is the number of granules that are near each other.
const near = 1 << policy.NearBits

// TestPutOff: of the newest refs those that are far go to the pending bitmap, and the others stay with all
// that lay below them.
func TestPutOff(t *testing.T) {
	m, w := mappedWorker(t, 10*near)
	w.Last = 3*near + 7
	below := []uint32{5 * near, 5*near + 1, 5*near + 2} // were there before, and stay
	fresh := []uint32{3 * near, 4 * near, 4*near - 1, 3*near - 1, 3*near + 9, 9 * near}
	for range policy.StayRefs {
		below = append(below, 6*near)
	}
	w.Top = copy(w.Refs, slices.Concat(below, fresh))
	require.True(t, w.PutOff(w.Refs[len(below):w.Top]))
	left := w.Refs[w.Bottom:w.Top]
	require.Equal(t, below, left[:len(below)])
	require.ElementsMatch(t, []uint32{3 * near, 4*near - 1, 3*near + 9}, left[len(below):])
	require.EqualValues(t, 3, w.PendingAdded)

	w.Bottom, w.Top = 0, 0 // and the same three come back, from the chunk of Last on
	n := w.RecoverPending(0)
	require.ElementsMatch(t, []uint32{4 * near, 9 * near, 3*near - 1}, w.Refs[:n])
	require.True(t, m.Pending.Empty())
}

// TestFarIsShown: a claimer that puts something off lets the holder of the exclusive bit know that others could
// have it.
func TestFarIsShown(t *testing.T) {
	m, w := mappedWorker(t, 10*near)
	for _, alone := range []bool{true, false} {
		w.Alone, w.mayShow = alone, false
		w.setClaimer()
		candidates := make([]uint32, policy.StayRefs+1)
		for i := range candidates {
			candidates[i] = 5*near + uint32(i)
			if alone {
				candidates[i] += near
			}
		}
		w.grey(candidates[:1])
		require.False(t, w.mayShow)
		require.Equal(t, 1, w.Size())
		w.grey(candidates[1:])
		require.True(t, w.mayShow)
		require.Equal(t, 1, w.Size())
		require.False(t, m.Pending.Empty())
		m.Pending.Reset()
		w.Empty()
	}
}

// TestThinFrontiersStay: few refs stay on the stack while nothing else waits. If something waits, they
// are put off.
func TestThinFrontiersStay(t *testing.T) {
	m, w := mappedWorker(t, 10*near)
	for w.Top < policy.StayRefs {
		w.Refs[w.Top] = 5*near + uint32(w.Top)
		w.Top++
	}
	w.PutOff(w.Refs[w.Bottom:w.Top])
	require.Equal(t, policy.StayRefs, w.Size())
	m.Pending.Add(8 * near)
	w.PutOff(w.Refs[w.Bottom:w.Top])
	require.Zero(t, w.Size())
}

// TestTakeInOrderGoesOn: a turn takes what waits in several chunks, and the next one goes on behind it.
func TestTakeInOrderGoesOn(t *testing.T) {
	const chunks = 100
	m, w := mappedWorker(t, chunks*near)
	w.Last = 40 * near
	for c := range uint32(chunks) {
		for i := range uint32(50) {
			m.Pending.Add(c*near + 2*i)
		}
	}
	way := func(ref uint32) uint32 { return (ref + 60*near) % (chunks * near) } // 0 is where the first turn begins
	var took []uint32
	for !m.Pending.Empty() {
		w.Empty()
		n := w.RecoverPending(0)
		require.LessOrEqual(t, n, policy.InOrderRefs)
		if !m.Pending.Empty() {
			require.Greater(t, n, min(policy.InOrderRefs, stackRefs)-recoverRefs, "so that many pages are asked for at once")
		}
		part := slices.SortedFunc(slices.Values(w.Refs[:n]), func(a, b uint32) int { return cmp.Compare(way(a), way(b)) })
		require.Equal(t, part[n-1], w.Last)
		took = append(took, part...)
	}
	require.Len(t, took, chunks*50)
	require.True(t, slices.IsSortedFunc(took, func(a, b uint32) int { return cmp.Compare(way(a), way(b)) }))
}

// TestTakeInOrderWakes: a worker that puts refs off wakes no other. One that takes some wakes one
// worker if more are left, unless it holds the exclusive bit.
func TestTakeInOrderWakes(t *testing.T) {
	turn := func(waiting int, alone bool) int {
		return wakes(t, Options{}, func(m *Marker, w *worker) {
			m.Pending, w.PutsOff = overflow.NewPending(10*near), true
			w.setAlone(alone)
			for w.Top = 0; w.Top < waiting; w.Top++ {
				w.Refs[w.Top] = near + uint32(w.Top)
			}
			m.Pending.Add(near) // so that a few are put off, too
			w.PutOff(w.Refs[:w.Top])
			require.Zero(t, w.stats.Wakes)
			w.Bottom, w.Top = 0, 0
			require.True(t, w.recoverPending())
		})
	}
	few, many := 1, policy.InOrderRefs+64 // more than one turn takes
	require.Equal(t, 0, turn(few, false))
	if many > stackRefs {
		return // the explorer has a small stack
	}
	require.Equal(t, 1, turn(many, false))
	require.Equal(t, 0, turn(many, true))
}

// mappedList is a list of n objects in a mapped file.
func mappedList(t *testing.T, n uint32) *heap.Heap {
	t.Helper()
	var b heap.Builder
	for i := range n {
		b.Add(0, (i+1)%n)
	}
	b.Root(0)
	h, err := b.Build()
	require.NoError(t, err)
	m, _ := mappedHeap(t, h)
	return m
}

// TestMappedListsAreFollowed: a single grey object is followed, unless others wait in the pending bitmap. Workers
// wait for the disk then, so more of them than processors are of use.
func TestMappedListsAreFollowed(t *testing.T) {
	h := mappedList(t, 1000)
	m, w := mappedWorker(t, h.Granules())
	s := &mappedScanner{m.reads(h)}
	w.Refs[0], w.Top = 1, 1
	require.True(t, s.follow(w))
	require.Equal(t, 1, w.Size())
	scanned := w.Scanned
	require.Positive(t, scanned)
	m.Pending.Add(2)
	require.False(t, s.follow(w))
	require.Equal(t, scanned, w.Scanned)
	require.False(t, s.Pace().Computes)
	require.True(t, paceOf(h.Graph()).Computes, "a file that was just written is in memory")
}

// TestMappedHeapIsForgotten: nothing of a mapped heap is left in the Marker when the mark is over, and the next
// heap is marked as one in memory.
func TestMappedHeapIsForgotten(t *testing.T) {
	m, w := policyMarker(t, Options{Workers: 1})
	r, err := m.MarkHeap(context.Background(), mappedList(t, 1000))
	require.NoError(t, err)
	require.EqualValues(t, 1000, r.Count())
	require.Equal(t, work.InOrder{}, w.InOrder)
	require.Equal(t, mappedScanner{}, m.mappedScanner)
}
