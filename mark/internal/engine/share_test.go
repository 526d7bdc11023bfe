package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/crew"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/overflow"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// A worker is woken for work in whatever tier it ends up: the deque, the overflow list,
// the pending bitmap. The mark is over, so who is woken sleeps again at once.
func TestWhatOverflowsWakes(t *testing.T) {
	m := idleMarker(t)
	m.crew.Reset()
	m.crew.Abort()
	w := m.workers[0]
	w.stats = stats.Part{}
	for i, tier := range []string{"deque", "deque", "overflow list", "pending bitmap"} {
		m.crew.Drain()
		w.publish([]uint32{uint32(i + 1)})
		require.Equal(t, uint64(i+1), w.stats.Wakes, "nobody was woken for what went to the %s", tier)
	}
	m.crew.Drain()
	require.Equal(t, 2, w.Deque.Len())
	require.Equal(t, uint64(1), w.BlocksOverflowed)
	require.Equal(t, uint64(1), w.PendingAdded)
}

// sharer returns a worker whose mark is over, with n refs on its private stack: who
// is woken sleeps again at once.
func sharer(t *testing.T, o Options, n int) (*Marker, *worker) {
	t.Helper()
	m, w := policyMarker(t, o)
	m.Pending = overflow.NewPending(1 << 14)
	for i := range n {
		w.Refs[i] = uint32(i + 1)
	}
	w.Top = n
	return m, w
}

// wakes returns how many f wakes, of seven that sleep.
func wakes(t *testing.T, o Options, f func(m *Marker, w *worker)) int {
	t.Helper()
	o.Workers = 8
	m, w := sharer(t, o, 0)
	f(m, w)
	m.crew.Drain()
	return int(w.stats.Wakes)
}

// As many are woken as there are pieces of work to take, in each tier.
func TestOneIsWokenForEachPiece(t *testing.T) {
	small := Options{Grain: 4, Capacity: 2, OverflowBlocks: 1} // room for 8 refs, then 64
	refs := make([]uint32, 2000)
	for i := range refs {
		refs[i] = uint32(i + 1)
	}
	for n, want := range map[int]int{0: 0, 1: 1, 4: 1, 5: 2, 8: 2, 9: 3, 72: 3, 73: 4, 72 + 256: 4, 72 + 257: 5, 72 + 512: 5} {
		require.Equal(t, want, wakes(t, small, func(_ *Marker, w *worker) { w.publish(refs[:n]) }), "%d refs", n)
	}
	for n, want := range map[uint32]int{513: 2, 1024: 2, 1025: 3, 1536: 3, 1537: 4} {
		require.Equal(t, want, wakes(t, small, func(_ *Marker, w *worker) { w.slice(1, n) }), "an object of %d", n)
	}
	wakes(t, small, func(_ *Marker, w *worker) {
		w.mayShow = false
		w.publish(refs[:5])
		require.True(t, w.mayShow, "if it is not worth waking anybody yet, it may be soon")
	})
	require.Equal(t, 5, wakes(t, small, func(m *Marker, w *worker) {
		w.setAlone(true)
		w.mayShow, w.Marked = true, uint64(m.plan.Pace.Found)
		m.Deques[0].Push(0)
		m.Deques[0].Push(1)
		for range 3 {
			m.ranges.Offer(0, 1, 1)
		}
		w.feedOthers()
	}), "what was published while it was not worth waking anybody")
}

// A worker with more than a batch gives its older half, when another one is idle and
// the deque is empty; what is on its way to the scan comes back for that, all but a
// batch.
func TestTheOlderHalfIsGiven(t *testing.T) {
	for _, c := range []struct {
		refs, batches, deque int
		alone                bool
		given, inFlight      int
	}{
		{refs: policy.HungryBatchObjects},
		{refs: policy.HungryBatchObjects + 1, given: 8},
		{refs: 100, given: 50},
		{refs: 100, deque: 1},
		{refs: 256, alone: true},
		{refs: 257, alone: true, given: 128},
		{refs: 64, batches: 2, given: 32, inFlight: 2},
		{refs: 62, batches: 2, given: 31, inFlight: 1},
		{refs: 60, batches: 3, given: 30, inFlight: 1},
		{refs: 17, batches: 1, given: 1, inFlight: 1},
	} {
		m, w := sharer(t, Options{Workers: 2, Grain: 1 + 1, Capacity: 256}, c.refs)
		w.othersIdle = true
		for range c.batches {
			w.take()
		}
		for i := range c.deque {
			m.Deques[0].Push(uint64(i))
		}
		if c.alone {
			w.setAlone(true)
			w.Marked = uint64(m.plan.Pace.Found)
		}
		w.share()
		m.crew.Drain()
		require.Equal(t, c.deque+(c.given+1)/2, m.Deques[0].Len(), "%+v", c)
		require.Equal(t, c.refs-c.given, w.Private(), "%+v", c)
		require.Equal(t, c.inFlight, w.InFlight(), "%+v", c)
		require.Equal(t, c.given, w.Bottom)
		require.Equal(t, c.alone && c.given == 0, w.Alone)
		require.Zero(t, w.Scanned, "what is in flight has not been scanned yet")
	}
	m, w := sharer(t, Options{Workers: 1}, 1000)
	w.setAlone(true)
	w.Marked = uint64(m.plan.Pace.Found)
	w.share()
	require.Zero(t, m.Deques[0].Len(), "a lone worker has nobody to give to")
}

// A stack beyond its mark is cut to half of that, the oldest refs leave, and what
// stays moves to its beginning.
func TestRoomIsMade(t *testing.T) {
	for _, c := range []struct{ bottom, top, given, bottom2, top2 int }{
		{0, stackHigh, 0, 0, stackHigh},
		{0, stackHigh + 1, stackHigh + 1 - policy.StackKeep, 0, policy.StackKeep},
		{5000, stackHigh, 0, 5000, stackHigh},
		{5000, stackHigh + 1, 0, 0, stackHigh + 1 - 5000},
		{4000, stackHigh + 1, stackHigh + 1 - policy.StackKeep - 4000, 0, policy.StackKeep},
	} {
		m, w := sharer(t, Options{Workers: 2, Grain: 1024}, c.top)
		w.Bottom = c.bottom
		w.makeRoom()
		m.crew.Drain()
		require.Equal(t, [2]int{c.bottom2, c.top2}, [2]int{w.Bottom, w.Top}, "%+v", c)
		require.Equal(t, (c.given+1023)/1024, m.Deques[0].Len(), "%+v", c)
		require.EqualValues(t, c.top, w.Refs[w.Top-1])
		require.EqualValues(t, c.bottom+c.given+1, w.Refs[w.Bottom])
	}
}

// Batches are cut while another worker is idle that could be given what they leave.
func TestBatchesOfTheHungry(t *testing.T) {
	for _, c := range []struct {
		hungry, alone bool
		batch         int
	}{{false, false, 64}, {true, false, 16}, {false, true, 64}, {true, true, 64}} {
		_, w := sharer(t, Options{Workers: 2}, 100)
		w.othersIdle = c.hungry
		w.setAlone(c.alone)
		require.Len(t, w.take(), c.batch, "%+v", c)
	}
}

// exclude makes w the holder of the exclusive bit, in a mark that is over: so a worker
// that is woken does not join.
func exclude(t *testing.T, m *Marker, w *worker) {
	t.Helper()
	m.crew.Reset()
	m.crew.Begin(true)
	m.crew.Abort()
	w.setAlone(true)
}

// The holder of the exclusive bit clears it when it tells others of what it publishes,
// and before that no other is woken. A marker of one worker has no other to tell.
func TestTheBitIsClearedBeforeAnybodyIsWoken(t *testing.T) {
	for _, workers := range []int{1, 2} {
		m, w := sharer(t, Options{Workers: workers}, 10)
		exclude(t, m, w)
		w.First = true // too early
		w.publish(w.Refs[:1])
		require.True(t, w.Alone)
		require.True(t, m.crew.Exclusive())
		require.Zero(t, w.stats.Wakes)

		w.First = false
		w.publish(w.Refs[1:2])
		require.Equal(t, workers == 1, w.Alone)
		require.Equal(t, workers == 1, m.crew.Exclusive())
		require.Equal(t, workers > 1, w.stats.Wakes > 0) // who was woken may sleep again, and be woken again
		m.crew.Drain()
		m.crew.Abort()
	}
}

// watchfulDeque is a deque whose owner must not hold the exclusive bit when it pushes.
type watchfulDeque struct {
	stealq.Deque
	t *testing.T
	m *Marker
}

func (d watchfulDeque) Push(item uint64) bool {
	require.False(d.t, d.m.crew.Exclusive(), "published under the bit")
	require.Zero(d.t, d.m.workers[0].stats.Wakes, "somebody was woken before anything was published")
	return d.Deque.Push(item)
}

// Work for others is published when the bit is clear, and they are woken after that:
// for all that is visible, from before, too.
func TestClearThenPublishThenWake(t *testing.T) {
	m, w := sharer(t, Options{Workers: 2}, 10)
	exclude(t, m, w)
	w.owns(watchfulDeque{w.Deque, t, m})
	w.publish(w.Refs[:10])
	require.EqualValues(t, 1, w.stats.Wakes)
	w.owns(m.Deques[0])
	m.crew.Drain()

	for i, p := range places(m) {
		if p.name == "deque 1" {
			continue // another's, and so empty
		}
		m, w := sharer(t, Options{Workers: 2}, 0)
		m.Pending = overflow.NewPending(100_000)
		exclude(t, m, w)
		places(m)[i].put()
		require.True(t, w.endExclusive())
		require.Equal(t, shared{}, w.claimer, "others may set the same bits from now on")
		require.EqualValues(t, 1, w.stats.Wakes, p.name)
		m.crew.Drain()
		m.dirty = true
	}
}

// A worker takes the exclusive bit when it is the only one that is active, holds little,
// and sees nothing anywhere.
func TestWhoExcludesOthers(t *testing.T) {
	m, w := sharer(t, Options{Workers: 2}, 0)
	m.Pending = overflow.NewPending(100_000)
	m.crew.Reset()
	m.crew.Begin(false)
	for _, p := range places(m) {
		p.put()
		require.False(t, w.excludesOthers(w.m.plan.Pace.Recruit), "%s holds something", p.name)
		p.take()
	}
	require.Equal(t, crew.Joined, m.crew.Join())
	require.False(t, w.excludesOthers(w.m.plan.Pace.Recruit), "another is active")
	m.crew.Leave(false)
	w.Top = m.plan.Pace.Recruit + 1
	require.False(t, w.excludesOthers(w.m.plan.Pace.Recruit), "it holds enough for two")
	w.Top = m.plan.Pace.Recruit
	require.True(t, w.excludesOthers(w.m.plan.Pace.Recruit))
	require.True(t, w.Alone)
	require.Equal(t, lone{}, w.claimer)
	require.True(t, m.crew.Exclusive())
	require.False(t, w.excludesOthers(w.m.plan.Pace.Recruit), "it does so once")
	require.EqualValues(t, 1, w.stats.ExclusiveSpells)
	m.crew.Abort()
}

// visited is a deque at which a worker looks.
type visited struct {
	stealq.Deque
	look func()
}

func (d visited) Len() int {
	d.look()
	return d.Deque.Len()
}

// A worker that looks whether anything is visible notices who comes and goes meanwhile: it
// has loaded the word before, and not after.
func TestSomebodyComesWhileAWorkerLooks(t *testing.T) {
	m, w := sharer(t, Options{Workers: 2}, 0)
	m.Pending = overflow.NewPending(64)
	m.crew.Reset()
	m.crew.Begin(false)
	own := m.workers[1].Deque
	m.workers[1].Deque = visited{own, func() {
		require.Equal(t, crew.Joined, m.crew.Join())
		m.List.Publish([]uint32{7})
		m.crew.Leave(false)
	}}
	require.False(t, w.excludesOthers(w.m.plan.Pace.Recruit))
	require.False(t, m.crew.Exclusive())
	m.workers[1].Deque = own
	m.crew.Abort()
}

// While the bit is set there is no work for anybody else, whatever is visible.
func TestNothingIsOfferedUnderTheBit(t *testing.T) {
	m := idleMarker(t)
	m.crew.Reset()
	m.crew.Begin(true)
	for _, p := range places(m) {
		p.put()
		require.False(t, m.workers[1].wanted(), p.name)
		m.crew.Clear()
		require.True(t, m.workers[1].wanted(), p.name)
		state, ok := m.crew.Lone()
		require.True(t, ok && m.crew.Exclude(state))
		p.take()
	}
	m.crew.Abort()
}

// Thieves that sleep do not ask for what a deque keeps back: one is woken with each item
// that is shown, and nothing more is pushed.
func TestOneIsWokenForWhatIsShown(t *testing.T) {
	require.Equal(t, 1, wakes(t, Options{Deque: stealq.Split, Grain: 2}, func(m *Marker, w *worker) {
		require.True(t, w.Deque.Push(0))
		require.True(t, w.Deque.Push(0))
		shown := w.Deque.(stealq.Exposer)
		require.Positive(t, shown.Held())
		require.Zero(t, w.Deque.Len())
		w.Top = policy.HungryBatchObjects + 1
		w.feedOthers()
		require.Zero(t, w.Bottom, "refs were given as well")
	}))
}

// A thief that has asked may be asleep when a Pop shows it an item. One is woken, unless the worker is alone.
func TestOneIsWokenForWhatAPopShows(t *testing.T) {
	for _, c := range []struct {
		kind  *stealq.Kind
		alone bool
		want  int
	}{{stealq.Split, false, 1}, {stealq.Split, true, 0}, {stealq.ChaseLev, false, 0}} {
		require.Equal(t, c.want, wakes(t, Options{Deque: c.kind, Grain: 2}, func(m *Marker, w *worker) {
			require.Equal(t, 6, w.PushDeque([]uint32{1, 2, 3, 4, 5, 6}))
			m.workers[1].Rob(0)
			w.setAlone(c.alone)
			require.True(t, w.PopDeque())
			require.Equal(t, 1, w.Deque.Len())
		}), "%+v", c)
	}
}

// A lone worker recruits when it has marked enough, and a chunk counts like the
// objects that it may lead to; among others it always does.
func TestWhenAWorkerRecruits(t *testing.T) {
	m, w := sharer(t, Options{Workers: 2}, 0)
	require.Zero(t, m.plan.Pace.Found%chunkRefs)
	found, enough := uint64(m.plan.Pace.Found), uint64(m.plan.Pace.Found/chunkRefs)
	require.True(t, w.recruits())
	w.First = true
	for _, c := range []struct {
		marked, chunks uint64
		recruits       bool
	}{{0, 0, false}, {found - 1, 0, false}, {found, 0, true}, {0, enough - 1, false}, {0, enough, true}, {chunkRefs, enough - 1, true}} {
		w.Marked, w.stats.ChunksTaken = c.marked, c.chunks
		require.Equal(t, c.recruits, w.recruits(), "%+v", c)
	}
}

// Another worker is hungry while fewer are active than can be of use, or no other is
// awake; a marker of one worker has no other.
func TestWhoIsHungry(t *testing.T) {
	for _, c := range []struct {
		workers, active int
		alone, hungry   bool
	}{{2, 1, false, true}, {2, 2, false, false}, {2, 1, true, true}, {2, 2, true, true}, {1, 0, false, false}, {1, 1, true, false}} {
		m, w := sharer(t, Options{Workers: c.workers}, 0)
		m.plan.Useful = c.workers
		w.setAlone(c.alone)
		w.Marked = uint64(m.plan.Pace.Found)
		m.crew.Reset()
		for range c.active {
			require.Equal(t, crew.Joined, m.crew.Join())
		}
		w.share()
		require.Equal(t, c.hungry, w.othersIdle, "%+v", c)
		m.crew.Abort()
	}
}

// With grain 1, of what a theft brought all but one is shown again as far as there is
// room, and what was found since is shown before that.
func TestWhatIsHeldIsShown(t *testing.T) {
	for _, c := range []struct{ held, found, shown, kept int }{
		{0, 3, 3, 0}, {1, 0, 0, 1}, {1, 2, 2, 1}, {4, 0, 3, 1}, {4, 2, 2, 4}, {6, 0, 4, 2},
	} {
		m, w := sharer(t, Options{Workers: 2, Grain: 1, Capacity: 4}, c.held+c.found)
		w.FromShared = c.held
		w.exposeAll()
		m.crew.Drain()
		require.Equal(t, c.shown, m.Deques[0].Len(), "%+v", c)
		require.Equal(t, c.kept, w.FromShared, "%+v", c)
		require.Equal(t, c.kept, w.Size(), "%+v", c)
	}
}

// refusing is a deque that never has room for another item, whatever its length.
type refusing struct{ stealq.Deque }

func (refusing) Push(uint64) bool { return false }

// Refs for which there is no block, or that a deque refuses before it is full, as one
// does whose array has ended, go to the overflow list, and no block is lost.
func TestWhatTheDequeRefusesOverflows(t *testing.T) {
	m, w := sharer(t, Options{Workers: 2, Grain: 4}, 10)
	w.owns(refusing{w.Deque})
	w.publish(w.Refs[:10])
	w.owns(m.Deques[0])
	require.Equal(t, m.Blocks.Blocks(), m.Blocks.Free())
	require.EqualValues(t, 1, w.BlocksOverflowed)

	for range m.Blocks.Blocks() {
		_, ok := m.Blocks.Get()
		require.True(t, ok)
	}
	w.publish(w.Refs[:10])
	require.EqualValues(t, 2, w.BlocksOverflowed)
	require.Zero(t, w.Deque.Len())
	m.crew.Drain()
}

// Refs that go back to the stack are no longer in flight, whatever the sizes of their
// batches.
func TestUntakeUnequalBatches(t *testing.T) {
	_, w := sharer(t, Options{Workers: 2}, 100)
	for range 3 {
		w.take()
		w.othersIdle = true
	}
	require.Equal(t, [2]int{64 + 16 + 16, 4}, [2]int{inFlight(w), w.Size()})
	w.Untake()
	require.Equal(t, [2]int{64, 36}, [2]int{inFlight(w), w.Size()})
	require.Equal(t, 1, w.InFlight())
}
