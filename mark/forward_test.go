package mark

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// A queue gives what it was given, in order, whatever its numbers of slots, and it is never
// more than one slot short of full.
func TestForwardQueueModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		slots, slotRefs := rapid.IntRange(2, 5).Draw(t, "slots"), rapid.IntRange(1, 4).Draw(t, "refs")
		q := newForwardQueue(slots, slotRefs)
		var want [][]uint32
		next := uint32(1)
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			if rapid.IntRange(0, 19).Draw(t, "reset") == 0 { // between two marks
				q.reset()
				want = nil
			}
			if rapid.Bool().Draw(t, "publish") {
				n := rapid.IntRange(1, slotRefs).Draw(t, "n")
				var refs []uint32
				for i := range n {
					q.open()[i] = next
					refs = append(refs, next)
					next++
				}
				published := q.publish(n)
				require.Equal(t, len(want) < slots-1, published)
				if published {
					want = append(want, refs)
				}
				continue
			}
			refs, ok := q.next()
			require.Equal(t, len(want) > 0, ok)
			if ok {
				require.Equal(t, want[0], refs)
				again, _ := q.next()
				require.Equal(t, want[0], again, "a slot stays until it is released")
				q.release()
				want = want[1:]
			}
		}
		n := 0
		for _, refs := range want {
			n += len(refs)
		}
		require.Equal(t, n, q.published())
		require.Equal(t, len(want) == 0, q.empty())
		q.reset()
		require.True(t, q.empty())
	})
}

// Whatever is spilt comes back to its owner once, and nothing else does. A set that is reset
// is empty.
func TestSpillModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		owners := rapid.IntRange(2, 5).Draw(t, "owners")
		of := segments{uint32(owners), uint32(rapid.IntRange(6, 9).Draw(t, "shift"))}
		n := rapid.Uint64Range(1, 5000).Draw(t, "n")
		var s spill
		s.fit(n, of)
		want := map[uint32]bool{}
		buf := make([]uint32, 64)
		for range rapid.IntRange(0, 80).Draw(t, "steps") {
			owner := rapid.Uint32Range(0, uint32(owners)-1).Draw(t, "owner")
			switch rapid.IntRange(0, 9).Draw(t, "step") {
			default:
				ref := uint32(rapid.Uint64Range(0, n-1).Draw(t, "ref"))
				require.Equal(t, !want[ref], s.add(ref, of.owner(ref)))
				want[ref] = true
			case 7, 8:
				for _, ref := range buf[:s.take(owner, buf)] {
					require.True(t, want[ref], "ref %d was not put in, or has come twice", ref)
					require.Equal(t, owner, of.owner(ref), "it is another owner's")
					delete(want, ref)
				}
			case 9:
				s.reset()
				clear(want)
			}
		}
		for owner := range uint32(owners) {
			for got := s.take(owner, buf); got > 0; got = s.take(owner, buf) {
				for _, ref := range buf[:got] {
					require.True(t, want[ref])
					require.Equal(t, owner, of.owner(ref))
					delete(want, ref)
				}
			}
			require.True(t, s.empty(owner))
		}
		require.Empty(t, want, "lost")
		for i := range s.words {
			require.Zero(t, s.words[i].Load())
		}
	})
}

// Each segment has one owner, a segment is at least a word of the bitmap, and every owner has
// some segments if there are enough.
func TestSegments(t *testing.T) {
	for owners := 1; owners <= tune.MaxOwners; owners++ {
		for _, n := range []uint64{0, 1, 64, 10_000, 1 << 20, 1 << 25, 1 << 32} {
			s := segmentsOf(n, owners)
			require.GreaterOrEqual(t, s.shift, uint32(6), "two owners would store to one word")
			require.LessOrEqual(t, s.shift, uint32(policy.MaxSegmentShift))
			has := make([]int, owners)
			for ref := uint64(0); ref < min(n, 1<<24); ref += 1 << s.shift {
				owner := s.owner(uint32(ref))
				require.Equal(t, owner, s.owner(uint32(ref+1<<s.shift-1)), "%d owners, ref %d", owners, ref)
				has[owner]++
			}
			if n >= 1<<20 {
				require.NotContains(t, has, 0, "%d owners of %d", owners, n)
			}
			if owners == 2 {
				for ref := uint64(3); ref < n; ref += n/1000 + 1 {
					require.Equal(t, uint32(ref)>>s.shift*kernel.SegmentHash>>31, s.owner(uint32(ref)))
				}
			}
		}
	}
}

// ownedMarker is a marker with owners and no mark running, for n refs.
func ownedMarker(t *testing.T, owners int, n uint64) *Marker {
	t.Helper()
	m, err := New(Options{Workers: owners, Tuning: tune.Tuning{Marking: tune.MarkingOwner}})
	require.NoError(t, err)
	t.Cleanup(m.Close)
	m.prepare(t.Context(), n)
	m.decide(m.readsNothing())
	m.gather()
	for _, w := range m.workers {
		w.scanner = &m.memoryScanner
	}
	m.crew.Lobby.Gather(0) // so that nobody is woken
	return m
}

// An owner that empties its queue and parks while a sender still spills what did not fit sleeps beside
// it, unless the sender wakes it all the same. The queue is empty then, and it has no slot for the
// sender: so publish has seen it.
func TestSpillingIntoAnEmptiedQueueWakesTheOwner(t *testing.T) {
	m := ownedMarker(t, 2, 1<<16)
	m.crew.Lobby.Gather(2)
	w, q, ref := m.workers[0], m.queues[0][1], uint32(64)
	for m.segments.owner(ref) != 1 {
		ref += 64
	}
	q.free = q.free[:0]
	w.claimer.claim(w, []uint32{ref})
	w.sendAll()
	require.True(t, q.empty())
	require.EqualValues(t, 1, w.stats.RefsSpilt)
	require.EqualValues(t, 1, w.stats.Wakes, "nobody has woken the owner")
	m.crew.Drain()
	m.dirty = true
}

// Whoever publishes or spills something for an owner wakes this owner, and nobody else.
func TestForwardingWakesTheOwner(t *testing.T) {
	for _, full := range []bool{false, true} {
		m := ownedMarker(t, 3, 1<<16)
		m.crew.Lobby.Gather(3)
		for to := range uint32(3) {
			ref := uint32(64)
			for m.segments.owner(ref) != to {
				ref += 64
			}
			w := m.workers[0]
			for full && to > 0 && m.queues[0][to].publish(0) {
			}
			w.claimer.claim(w, []uint32{ref})
			require.Zero(t, w.stats.Wakes, "nothing is published yet")
			if w.sendAll(); to == 0 {
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
// bitmap, and is marked by its owner. Nobody takes anything for as long as it fills.
func TestRouting(t *testing.T) {
	for _, owners := range []int{2, 3, 5} {
		rapid.Check(t, func(rt *rapid.T) {
			const n = 1 << 16
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
			from.sendAll()
			require.Zero(rt, from.unsent())
			marked := func(w *worker) map[uint32]bool {
				all := map[uint32]bool{}
				for _, ref := range w.stack[w.bottom:w.top] {
					all[ref] = true
				}
				return all
			}
			for _, w := range m.workers {
				require.Equal(rt, w != from && m.forwardedTo(w.id), w.drain(), "worker %d", w.id)
				for w.sweepSpilt() {
					w.makeRoom()
				}
				require.False(rt, m.forwardedTo(w.id))
				for ref := range marked(w) {
					require.EqualValues(rt, w.id, m.segments.owner(ref))
					require.True(rt, want[ref])
				}
			}
			require.EqualValues(rt, len(want), m.marks.Count())
			for ref := range want {
				require.True(rt, m.marks.Words()[ref/64].Load()>>(ref%64)&1 == 1, "ref %d is lost", ref)
			}
			m.dirty = true
		})
	}
}

// What is on its way is work for its owner, keeps the mark from ending, and is nobody
// else's.
func TestForwardedIsWorkForItsOwner(t *testing.T) {
	m := ownedMarker(t, 3, 1<<16)
	w := m.workers[0]
	var ref uint32
	for m.segments.owner(ref) != 2 {
		ref += 64
	}
	m.crew.Reset()
	for _, spilt := range []bool{false, true} {
		require.False(t, m.anyWork())
		w.claimer.claim(w, []uint32{ref})
		require.False(t, m.anyWork(), "an open slot is private")
		require.Equal(t, 1, w.unsent())
		q := m.queues[0][2]
		if spilt {
			for q.publish(0) {
			}
		}
		w.send(2)
		require.Zero(t, w.unsent())
		require.True(t, m.anyWork())
		require.True(t, m.workFor(2))
		require.False(t, m.workFor(1))
		require.False(t, m.workFor(0))
		require.False(t, m.workVisible(), "not everybody may take it")
		m.crew.Begin(true)
		require.False(t, m.workers[2].wanted(), "not under the exclusive bit")
		m.crew.Leave(true)
		require.True(t, m.workers[2].drain())
		m.workers[2].top = 0 // with enough to do it does not sweep
		for m.workers[2].drain() {
		}
		require.Equal(t, fmt.Sprint(spilt), fmt.Sprint(m.workers[2].stats.RefsSwept == 1))
		require.False(t, m.anyWork())
		m.marks.Words()[ref/64].Store(0)
	}
	m.crew.Abort()
}

// A worker that takes the exclusive bit takes back what is on its way, if it is little.
func TestTheHolderTakesBack(t *testing.T) {
	m := ownedMarker(t, 2, 1<<16)
	m.plan.Excludes = true
	m.crew.Reset()
	m.crew.Begin(false)
	w := m.workers[0]
	var foreign []uint32
	for ref := uint32(64); len(foreign) <= policy.TakeBack; ref++ {
		if m.segments.owner(ref) == 1 {
			foreign = append(foreign, ref)
		}
	}
	m.makeQueues(2, policy.TakeBack/policy.SlotRefs+2)
	w.out[1].refs = m.queues[0][1].open()
	require.False(t, w.takesBack(), "nothing is on its way")
	w.claimer.claim(w, append([]uint32(nil), foreign...))
	require.True(t, m.spill.empty(1))
	require.False(t, w.takesBack(), "it would not fit on the stack")
	m.queues[0][1].reset()
	w.out[1] = outbox{refs: m.queues[0][1].open()}
	w.claimer.claim(w, append([]uint32(nil), foreign[:20]...))
	w.send(1)
	w.claimer.claim(w, append([]uint32(nil), foreign[20:30]...))
	require.Zero(t, w.size())
	require.True(t, w.takesBack())
	require.Equal(t, 30, w.size())
	require.Zero(t, w.unsent())
	require.False(t, m.forwarded())
	require.True(t, m.crew.Exclusive())
	require.EqualValues(t, 20, w.stats.RefsReceived)

	w.bottom, w.top = 0, 0
	m.crew.Clear()
	w.setAlone(false)
	m.spill.add(foreign[40], 1)
	w.claimer.claim(w, append([]uint32(nil), foreign[50:51]...))
	require.False(t, w.takesBack(), "spilt references are not counted, so they are too many")
	m.crew.Abort()
	m.dirty = true
}

// While a slot is read it is the receiver's: it is released after that, and not before.
func TestSlotIsReleasedWhenItIsRead(t *testing.T) {
	m := ownedMarker(t, 2, 1<<10)
	m.crew.Reset()
	w, q := m.workers[1], m.queues[0][1]
	q.open()[0] = 1 << 20 // beyond the heap, so the receiver stops while it reads the slot
	require.True(t, q.publish(1))
	w.drain()
	require.Error(t, m.failure.err)
	require.Equal(t, 1, q.published(), "the sender may fill a slot that is being read")
	m.failure.err = nil
	m.dirty = true
}

// A mark that was aborted leaves nothing for the next one.
func TestOwnersForgetAnAbortedMark(t *testing.T) {
	m := ownedMarker(t, 2, 1<<16)
	w := m.workers[0]
	for ref := uint32(1); ref < 60_000; ref += 3 {
		w.claimer.claim(w, []uint32{ref})
		w.bottom, w.top = 0, 0
	}
	require.Positive(t, w.unsent())
	require.True(t, m.forwardedTo(1))
	require.False(t, m.spill.empty(1))
	m.crew.Drain() // somebody was woken
	m.dirty = true
	m.prepare(t.Context(), 1<<16)
	m.decide(m.readsNothing())
	m.gather()
	require.Zero(t, w.unsent())
	require.False(t, m.forwarded())
	for i := range m.spill.words {
		require.Zero(t, m.spill.words[i].Load())
	}
}

// A mark without owners takes nothing from the queues of an aborted mark with owners.
func TestMarksWithoutOwnersForgetAnAbortedMark(t *testing.T) {
	m := ownedMarker(t, 2, 1<<16)
	w := m.workers[0]
	for ref := uint32(1); !m.forwarded(); ref += 3 {
		w.claimer.claim(w, []uint32{ref})
		w.bottom, w.top = 0, 0
	}
	m.crew.Drain() // somebody was woken
	m.dirty = true
	m.prepare(t.Context(), 1<<16)
	m.decide(&m.graphScanner)
	m.gather()
	m.crew.Reset()
	m.crew.Begin(false)
	m.plan.Excludes = true // as unless Marking is owner
	require.True(t, w.excludesOthers(1))
	require.Zero(t, w.size(), "taken from the queues of another mark")
	m.crew.Abort()
}

// A reference beyond the bitmap ends the mark with an error, whoever finds it.
func TestForwardedBeyondTheHeap(t *testing.T) {
	for _, full := range []bool{false, true} {
		m := ownedMarker(t, 2, 1<<10)
		m.crew.Reset()
		w := m.workers[0]
		m.arena.Granules = 1 << 10
		beyond := uint32(1 << 20)
		for m.segments.owner(beyond) != 1 {
			beyond += 1 << 15
		}
		for full && m.queues[0][1].publish(0) {
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

// While somebody is hungry an owner gets what is in an open slot, but not a second slot
// before it has taken the first.
func TestOwnersAreFedOneSlot(t *testing.T) {
	m := ownedMarker(t, 2, 1<<16)
	w := m.workers[0]
	var foreign []uint32
	for ref := uint32(64); len(foreign) < policy.SlotRefs && len(foreign) < 3; ref++ {
		if m.segments.owner(ref) == 1 {
			foreign = append(foreign, ref)
		}
	}
	w.feedOwners()
	require.Zero(t, w.stats.SlotsPublished, "there was nothing")
	for i, ref := range foreign {
		w.claimer.claim(w, []uint32{ref})
		w.feedOwners()
		require.EqualValues(t, 1, w.stats.SlotsPublished)
		require.Equal(t, i, w.unsent())
	}
	m.queues[0][1].next()
	m.queues[0][1].release()
	w.feedOwners()
	require.EqualValues(t, 2, w.stats.SlotsPublished)
	require.Zero(t, w.unsent())
	m.dirty = true
}
