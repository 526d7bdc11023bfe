package engine

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// smallPool is room enough for the tests. The default pool takes longer to make than a small heap to mark.
const smallPool = 256

// ownedMarker is a marker with owners and no mark running, for n refs.
func ownedMarker(t *testing.T, owners int, n uint64) *Marker {
	t.Helper()
	m, err := New(Options{Workers: owners, OverflowBlocks: smallPool, Tuning: tune.Tuning{Marking: tune.MarkingOwner}})
	require.NoError(t, err)
	t.Cleanup(m.Close)
	m.prepare(t.Context(), n)
	m.decide(m.readsNothing())
	m.gather()
	for _, w := range m.workers {
		w.reads(&m.memoryScanner)
	}
	m.crew.Lobby.Gather(0) // so that no worker is woken
	return m
}

// foreign returns a reference of an owner's segments, from ref on.
func foreign(m *Marker, owner, ref uint32) uint32 {
	for m.net.Owner(ref) != owner {
		ref += 1 << policy.MinSegmentShift
	}
	return ref
}

// fill sends references to an owner until its queue is full and one is spilt.
func fill(w *worker, owner int) {
	ref := foreign(w.m, uint32(owner), 64)
	for before := w.RefsSpilt; w.RefsSpilt == before; w.Send(owner, 0) {
		w.Put(owner, []uint32{ref})
	}
}

// A lateScanner lets something happen while a reference is spilt that lies beyond the bitmap.
type lateScanner struct {
	scanner
	happens func()
}

func (s lateScanner) Outside(uint32) error {
	s.happens()
	return errors.New("beyond")
}

// An owner that empties its queue and parks while a sender still spills what did not fit sleeps beside
// it, unless the sender wakes it all the same. The queue is empty then.
func TestSpillingIntoAnEmptiedQueueWakesTheOwner(t *testing.T) {
	m := ownedMarker(t, 2, 1<<16)
	m.crew.Lobby.Gather(2)
	w, owner := m.workers[0], m.workers[1]
	fill(w, 1)
	w.reads(lateScanner{w.scanner, func() {
		owner.Top = batchObjects // so it takes nothing that was spilt
		require.True(t, owner.drain())
	}})
	w.Put(1, []uint32{foreign(m, 1, 1<<15), foreign(m, 1, 1<<20)})
	require.False(t, w.send(1))
	_, ok := m.net.To(1)[0].Next()
	require.False(t, ok, "the queue is not empty")
	require.EqualValues(t, 1, w.stats.Wakes, "nobody has woken the owner")
	m.crew.Drain()
	m.failure.err = nil
	m.dirty = true
}

// A worker that publishes or spills something for an owner wakes this owner, and no
// other.
func TestForwardingWakesTheOwner(t *testing.T) {
	for _, full := range []bool{false, true} {
		m := ownedMarker(t, 3, 1<<16)
		m.crew.Lobby.Gather(3)
		for to := range uint32(3) {
			ref, w := foreign(m, to, 64), m.workers[0]
			if full && to > 0 {
				fill(w, int(to))
			}
			w.claimer.claim(w, []uint32{ref})
			require.Zero(t, w.stats.Wakes, "nothing is published yet")
			if w.sendAll(false); to == 0 {
				require.Zero(t, w.stats.Wakes, "its own")
				continue
			}
			require.EqualValues(t, 1, w.stats.Wakes)
			w.stats.Wakes = 0
			m.crew.Drain()
		}
		m.dirty = true
	}
}

// Workers beyond the team sleep through a mark, whatever is published.
func TestOnlyTheTeamIsWoken(t *testing.T) {
	m, err := New(Options{Workers: 6})
	require.NoError(t, err)
	m.planShared(m.readsNothing())
	t.Cleanup(m.Close)
	m.crew.Lobby.Gather(3)
	require.EqualValues(t, 2, m.crew.Sleepers())
	require.Equal(t, 2, m.crew.Wake(100))
	m.crew.Drain()
	require.EqualValues(t, 2, m.crew.Sleepers())
	m.crew.Lobby.Gather(6)
	require.EqualValues(t, 5, m.crew.Sleepers())
	require.Equal(t, 5, m.crew.Wake(100))
	m.crew.Drain()
}

// Every reference that a worker greys comes to its owner, through a queue or the spill
// bitmap, and is marked by its owner. No worker takes anything for as long as it fills.
func TestRouting(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		const n = 1 << 16
		owners := rapid.SampledFrom([]int{2, 3, 5}).Draw(rt, "owners")
		m := ownedMarker(t, owners, n)
		want := map[uint32]bool{}
		from := m.workers[rapid.IntRange(0, owners-1).Draw(rt, "from")]
		for range rapid.IntRange(0, 40).Draw(rt, "batches") {
			refs := rapid.SliceOfN(rapid.Uint32Range(0, n-1), 0, 2000).Draw(rt, "refs")
			for _, ref := range refs {
				want[ref] = ref != 0 || want[ref]
			}
			from.claimer.claim(from, refs)
			from.makeRoom()
		}
		delete(want, 0)
		from.sendAll(false)
		require.Zero(rt, from.Unsent())
		marked := func(w *worker) map[uint32]bool {
			all := map[uint32]bool{}
			for _, ref := range w.Refs[w.Bottom:w.Top] {
				all[ref] = true
			}
			return all
		}
		for _, w := range m.workers {
			require.Equal(rt, w != from && m.net.WaitsFor(w.id), w.drain(), "worker %d", w.id)
			for w.takeSpilt() {
				w.makeRoom()
			}
			require.False(rt, m.net.WaitsFor(w.id))
			for ref := range marked(w) {
				require.EqualValues(rt, w.id, m.net.Owner(ref))
				require.True(rt, want[ref])
			}
		}
		require.EqualValues(rt, len(want), m.Marks.Count())
		for ref := range want {
			require.True(rt, m.Marks.Words()[ref/64].Load()>>(ref%64)&1 == 1, "ref %d is lost", ref)
		}
		m.dirty = true
	})
}

// A reference on its way is work for its owner, keeps the mark from ending, and is no
// other worker's.
func TestForwardedIsWorkForItsOwner(t *testing.T) {
	m := ownedMarker(t, 3, 1<<16)
	w := m.workers[0]
	ref := foreign(m, 2, 0)
	m.crew.Reset()
	for _, spilt := range []bool{false, true} {
		require.False(t, m.workers[0].Anywhere())
		w.claimer.claim(w, []uint32{ref})
		require.False(t, m.workers[0].Anywhere(), "an open slot is private")
		require.Equal(t, 1, w.Unsent())
		if spilt {
			fill(w, 2)
			w.claimer.claim(w, []uint32{ref})
		}
		w.send(2)
		require.Zero(t, w.Unsent())
		require.True(t, m.workers[0].Anywhere())
		require.True(t, m.workers[2].Offered())
		require.False(t, m.workers[1].Offered())
		require.False(t, m.workers[0].Offered())
		require.False(t, m.workVisible(), "not everybody may take it")
		m.crew.Begin(true)
		require.False(t, m.workers[2].wanted(), "not under the exclusive bit")
		m.crew.Leave(true)
		require.True(t, m.workers[2].drain())
		m.workers[2].Top = 0 // with enough to do it takes nothing that was spilt
		for m.workers[2].drain() {
		}
		require.Equal(t, spilt, w.SpillAdded > 0)
		require.Equal(t, w.SpillAdded, m.workers[2].SpillTaken)
		require.False(t, m.workers[0].Anywhere())
		m.Marks.Words()[ref/64].Store(0)
	}
	m.crew.Abort()
}

// A worker that takes the exclusive bit takes back what is on its way, if it is little.
func TestTheHolderTakesBack(t *testing.T) {
	m := ownedMarker(t, 2, 1<<17)
	m.plan.Excludes = true
	m.crew.Reset()
	m.crew.Begin(false)
	w := m.workers[0]
	var far []uint32
	for ref := uint32(64); len(far) <= policy.TakeBack; ref++ {
		if m.net.Owner(ref) == 1 {
			far = append(far, ref)
		}
	}
	require.False(t, w.takesBack(), "nothing is on its way")
	w.claimer.claim(w, append([]uint32(nil), far...))
	require.True(t, w.RefsSpilt == 0 || policy.SenderRefs < policy.TakeBack)
	require.False(t, w.takesBack(), "it would not fit on the stack")
	m.net.Reset()
	m.net.Prepare(2, m.objects(), false)
	w.OpenSlots()
	w.claimer.claim(w, append([]uint32(nil), far[:20]...))
	w.send(1)
	w.claimer.claim(w, append([]uint32(nil), far[20:30]...))
	require.Zero(t, w.Size())
	require.True(t, w.takesBack())
	require.Equal(t, 30, w.Size())
	require.Zero(t, w.Unsent())
	require.False(t, m.net.Any())
	require.True(t, m.crew.Exclusive())
	require.EqualValues(t, 20, w.RefsReceived)

	w.Bottom, w.Top = 0, 0
	m.crew.Clear()
	w.setAlone(false)
	fill(w, 1)
	w.claimer.claim(w, append([]uint32(nil), far[50:51]...))
	require.False(t, w.takesBack(), "spilt references are not counted, so they are too many")
	m.crew.Abort()
	m.dirty = true
}

// While a slot is read it is the receiver's: it is released after that, and not before.
func TestSlotIsReleasedWhenItIsRead(t *testing.T) {
	m := ownedMarker(t, 2, 1<<10)
	m.crew.Reset()
	w := m.workers[0]
	w.Put(1, []uint32{foreign(m, 1, 1<<20)}) // beyond the heap, so the receiver stops while it reads the slot
	w.Send(1, 0)
	m.workers[1].drain()
	require.Error(t, m.failure.err)
	_, ok := m.net.To(1)[0].Next()
	require.True(t, ok, "the sender may fill a slot that is being read")
	m.failure.err = nil
	m.dirty = true
}

// A mark that was aborted leaves nothing for the next one.
func TestOwnersForgetAnAbortedMark(t *testing.T) {
	m := ownedMarker(t, 2, 1<<16)
	w := m.workers[0]
	for ref := uint32(1); ref < 60_000; ref += 3 {
		w.claimer.claim(w, []uint32{ref})
		w.Bottom, w.Top = 0, 0
	}
	require.Positive(t, w.Unsent())
	require.True(t, m.net.WaitsFor(1))
	require.Positive(t, w.SpillAdded)
	m.crew.Drain() // a worker was woken
	m.dirty = true
	m.prepare(t.Context(), 1<<16)
	m.decide(m.readsNothing())
	m.gather()
	require.Zero(t, w.Unsent())
	require.False(t, m.net.Any())
}

// A mark without owners takes nothing from the queues of an aborted mark with owners.
func TestMarksWithoutOwnersForgetAnAbortedMark(t *testing.T) {
	m := ownedMarker(t, 2, 1<<16)
	w := m.workers[0]
	for ref := uint32(1); !m.net.Any(); ref += 3 {
		w.claimer.claim(w, []uint32{ref})
		w.Bottom, w.Top = 0, 0
	}
	m.crew.Drain() // a worker was woken
	m.dirty = true
	m.prepare(t.Context(), 1<<16)
	m.decide(&m.graphScanner)
	m.gather()
	m.crew.Reset()
	m.crew.Begin(false)
	m.plan.Excludes = true // as unless Marking is owner
	require.True(t, w.excludesOthers(1))
	require.Zero(t, w.Size(), "taken from the queues of another mark")
	m.crew.Abort()
}

// A reference beyond the bitmap ends the mark with an error, whichever worker finds it.
func TestForwardedBeyondTheHeap(t *testing.T) {
	for _, full := range []bool{false, true} {
		m := ownedMarker(t, 2, 1<<10)
		m.crew.Reset()
		w := m.workers[0]
		m.arena.Granules = 1 << 10
		beyond := foreign(m, 1, 1<<20)
		if full {
			fill(w, 1)
		}
		w.claimer.claim(w, []uint32{beyond})
		w.send(1)
		if !full {
			require.NoError(t, m.failure.err)
			m.workers[1].drain()
		}
		require.ErrorContains(t, m.failure.err, fmt.Sprintf("a reference leads to granule %d of 1024", beyond))
		m.failure.err = nil
		m.dirty = true
	}
}

// While a worker is hungry an owner gets what is in an open slot, but not a second slot
// before it has taken the first.
func TestOwnersAreFedOneSlot(t *testing.T) {
	m := ownedMarker(t, 2, 1<<16)
	w := m.workers[0]
	var far []uint32
	for ref := uint32(64); len(far) < policy.SlotRefs && len(far) < 3; ref++ {
		if m.net.Owner(ref) == 1 {
			far = append(far, ref)
		}
	}
	w.sendAll(true)
	require.Zero(t, w.SlotsPublished, "there was nothing")
	for i, ref := range far {
		w.claimer.claim(w, []uint32{ref})
		w.sendAll(true)
		require.EqualValues(t, 1, w.SlotsPublished)
		require.Equal(t, i, w.Unsent())
	}
	q := m.net.To(1)[0]
	q.Next()
	m.workers[1].Release(q)
	w.sendAll(true)
	require.EqualValues(t, 2, w.SlotsPublished)
	require.Zero(t, w.Unsent())
	m.dirty = true
}
