package sim

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// begun returns a simulation of nine workers, of which seven sleep.
func begun(t *testing.T, o mark.Options) (s *simulation, w, other *worker) {
	t.Helper()
	if o.Tuning.Marking == tune.MarkingAuto {
		o.Tuning.Marking = tune.MarkingShared // one worker marks so small a heap alone
	}
	o.Workers = 9
	s = newSimulation(shaped(t, "wide", 5000), Config{Options: o}.withDefaults())
	s.active = 2
	for id := 2; id < 9; id++ {
		s.parked = append(s.parked, id)
	}
	return s, s.workers[0], s.workers[1]
}

// For what was nowhere to be seen on its way from place to place as many are woken as
// there are pieces, but the one that is scanned here; and nobody for nothing.
func TestOneIsWokenForEachPieceOnItsWay(t *testing.T) {
	for n := 1; n < 6; n++ {
		s, w, victim := begun(t, mark.Options{Deque: stealq.Locked, Grain: 1, Tuning: tune.Tuning{Amount: stealq.All}})
		for i := range n {
			require.True(t, victim.deque.Push(uint64(i)))
		}
		s.searchers, w.state, w.victim = 1, stealing, victim.id
		s.stole(w)
		require.EqualValues(t, n-1, s.result.Wakes, "%d items stolen", n)
		require.Equal(t, taking, w.state)
	}
	for _, c := range []struct{ mine, his, woken int }{{2, 8, 3}, {8, 2, 3}, {5, 5, 0}} {
		s, w, victim := begun(t, mark.Options{Deque: stealq.Rudolph, Grain: 1, Tuning: tune.Tuning{Steal: tune.StealFactor}})
		for i := range 8 {
			require.True(t, i >= c.mine || w.deque.Push(uint64(i)))
			require.True(t, i >= c.his || victim.deque.Push(uint64(i)))
		}
		w.state, w.victim = balancing, victim.id
		s.balanced(w)
		require.EqualValues(t, c.woken, s.result.Wakes, "%+v", c)
		require.EqualValues(t, c.woken, s.result.ItemsStolen)
		require.Equal(t, ready, w.state)
	}
	for refs, woken := range map[int]int{1: 0, 256: 0, 257: 1, 700: 1} {
		s, w, _ := begun(t, mark.Options{Grain: 1, OverflowBlocks: tune.NoPool})
		for ref := range refs {
			require.True(t, s.pending.Add(uint32(ref+1)))
		}
		require.True(t, s.recoverPending(w))
		require.EqualValues(t, woken, s.result.Wakes, "%d refs were pending", refs)
	}
	for chunks, woken := range map[uint32]int{1: 0, 2: 0, 4: 1, 8: 3} { // half are stolen, and one of these is scanned
		s, w, victim := begun(t, mark.Options{})
		require.True(t, s.offer(victim, 1, chunks*512))
		require.True(t, s.takeChunk(w))
		require.EqualValues(t, woken, s.result.Wakes, "of %d chunks", chunks)
		require.Equal(t, slicing, w.state)
	}
}

// A huge object wakes one for each chunk.
func TestOneIsWokenForEachChunk(t *testing.T) {
	for refs, woken := range map[uint32]int{513: 2, 1024: 2, 1025: 3, 7 * 512: 7, 9 * 512: 7} {
		s, w, _ := begun(t, mark.Options{})
		require.True(t, s.slice(w, 1, refs))
		require.EqualValues(t, woken, s.result.Wakes, "%d references", refs)
	}
}

// When worker 0 sleeps, who declares the end has to wake it.
func TestTheEndWakesTheCaller(t *testing.T) {
	for _, asleep0 := range []bool{false, true} {
		s, first, last := begun(t, mark.Options{})
		s.costs = costs.Costs{Look: 1, Wake: 1000, WakeDelay: 100_000}
		want := time.Duration(2 * 9)
		if first.state = watching; asleep0 {
			first.state = asleep
			want += 101_000
		}
		s.end(last)
		require.True(t, s.ended)
		require.Equal(t, want, s.result.Termination)
	}
}

// A stack beyond its mark is cut to half of that, the oldest refs leave, and of those
// that were held so many fewer are. Also when a lone worker has nobody to share with.
func TestRoomIsMade(t *testing.T) {
	const high, keep = policy.StackHigh, policy.StackKeep
	for _, c := range []struct{ bottom, top, held, given, held2 int }{
		{0, high, 7, 0, 7}, {0, high + 1, 7, keep + 1, 0}, {0, high + 1, keep + 3, keep + 1, 2},
		{5000, high, 7, 0, 7}, {5000, high + 1, 7, 0, 7}, {4000, high + 1, 200, high + 1 - keep - 4000, 103},
	} {
		for _, lone := range []bool{false, true} {
			s, w, _ := begun(t, mark.Options{Grain: 64})
			for i := range c.top {
				w.stack = append(w.stack, uint32(i+1))
			}
			w.bottom, w.held = c.bottom, c.held
			if w.alone, w.first = lone, lone; lone {
				s.share(w)
			} else {
				s.makeRoom(w)
			}
			require.Equal(t, c.top-c.bottom-c.given, w.size(), "%+v", c)
			require.Equal(t, c.held2, w.held, "%+v", c)
			require.Equal(t, (c.given+63)/64, w.deque.Len(), "%+v", c)
			require.LessOrEqual(t, len(w.stack), high)
			require.EqualValues(t, c.top, w.stack[len(w.stack)-1])
		}
	}
}

// A theft is lost if another one from the same victim has ended since the look, or if
// the deque was emptied, and costs more; not if there was nothing to see.
func TestWhichStealsAreLost(t *testing.T) {
	for _, c := range []struct {
		saw    bool
		robbed time.Duration
		items  int
		want   stealq.Outcome
	}{
		{true, 9, 2, stealq.Took}, {true, 10, 2, stealq.Took}, {true, 11, 2, stealq.Lost}, {true, 0, 0, stealq.Lost},
		{false, 11, 2, stealq.Took}, {false, 0, 0, stealq.Empty},
	} {
		s, w, victim := begun(t, mark.Options{Grain: 1})
		s.costs = costs.Costs{Attempt: 100, Lost: 10_000}
		for i := range c.items {
			require.True(t, victim.deque.Push(uint64(i)))
		}
		s.now, w.at, w.state, w.victim, w.began, w.saw, victim.robbed = 20, 20, stealing, victim.id, 10, c.saw, c.robbed
		s.searchers = 1
		s.stole(w)
		got := map[stealq.Outcome]uint64{stealq.Took: s.result.Steals, stealq.Lost: s.result.StealLost, stealq.Empty: s.result.StealEmpty}
		require.EqualValues(t, 1, got[c.want], "%+v", c)
		require.Equal(t, c.want == stealq.Took, victim.robbed == 20)
		require.Equal(t, c.want == stealq.Lost, w.at >= 10_000)
		require.Equal(t, c.want == stealq.Empty, w.asked == 1)
	}
	// Who has more than the victim takes nothing from it, and that is no lost race.
	s, w, victim := begun(t, mark.Options{Grain: 1, Tuning: tune.Tuning{Steal: tune.StealFactor}})
	for i := range uint64(9) {
		require.True(t, w.deque.Push(i))
	}
	require.True(t, victim.deque.Push(9))
	w.state, w.victim, w.saw = balancing, victim.id, true
	s.balanced(w)
	require.EqualValues(t, 1, s.result.StealEmpty)
	require.Zero(t, s.result.StealLost)
}

// Each search asks as often, however many were asked in the last one.
func TestEachSearchBeginsAnew(t *testing.T) {
	s, w, _ := begun(t, mark.Options{})
	w.asked = w.Attempts() - 1
	s.steal(w)
	require.Equal(t, stealing, w.state)
	require.Zero(t, w.asked)
}

// A look that ends at this instant is not put off by more work: it finds what is there.
func TestMoreWorkPutsOffNoLook(t *testing.T) {
	for places := range 3 {
		s, w, _ := begun(t, mark.Options{})
		s.now, s.watchers, s.places = 20, 1, places
		w.state, w.at = watching, 20
		s.seen(1)
		require.Equal(t, places > 0, w.at == 20, "%d places held work already", places)
	}
}

// A lone worker follows a list for as many objects as a batch has at most, and then
// looks at the others.
func TestListsAreFollowedInBatches(t *testing.T) {
	var followed []int
	_, err := Run(t.Context(), shaped(t, "list", 5*policy.BatchObjects), Config{Trace: func(step Step, _ *Result) {
		if step.Did == Follows {
			followed = append(followed, step.N)
		}
	}})
	require.NoError(t, err)
	require.Greater(t, len(followed), 2*policy.BatchObjects)
	for i, n := range followed {
		require.Equal(t, 1+i%policy.BatchObjects, n, "object %d of the list", i)
	}
}

// A grey object counts from when it is marked until it is scanned, so a hub is still
// grey when the last object that it leads to is marked.
func TestPeakFrontier(t *testing.T) {
	for leaves := range uint32(5) {
		var b heap.Builder
		to := make([]uint32, leaves)
		for i := range to {
			to[i] = 1 + uint32(i)
		}
		b.Root(b.Add(0, to...))
		for range leaves {
			b.Add(0)
		}
		h, err := b.Build()
		require.NoError(t, err)
		r, err := Run(t.Context(), h, Config{})
		require.NoError(t, err)
		require.EqualValues(t, 1+leaves, r.PeakFrontier)
	}
}

// Who publishes a slot pays for it, and wakes the owner; its owner pays for each look, slot
// and reference. What a queue has no room for is spilt.
func TestForwardingTakesTime(t *testing.T) {
	s, w, owner := begun(t, mark.Options{Tuning: tune.Tuning{Marking: tune.MarkingOwner}})
	owner.state = ready
	s.costs = costs.Costs{Forward: 1, Slot: 1000, Inbox: 100_000, Pend: 7, Wake: 1_000_000, WakeDelay: 1}
	ref := heap.Ref(1)
	for s.ownerOf(ref) != owner.id {
		ref++
	}
	fill := func() time.Duration {
		w.at = 0
		for range policy.SlotRefs {
			require.Zero(t, w.at)
			s.visit(w, ref)
		}
		return w.at
	}
	for slot := 1; slot < policy.QueueSlots; slot++ {
		require.EqualValues(t, 1000, fill())
		require.Equal(t, slot, owner.unread)
	}
	require.EqualValues(t, 7*policy.SlotRefs, fill())
	require.EqualValues(t, policy.SlotRefs, s.result.RefsSpilt)
	require.EqualValues(t, 1, s.result.SpillAdded)

	owner.at = 0
	require.True(t, s.drain(owner))
	require.EqualValues(t, 8*100_000+7*1000+7*policy.SlotRefs+7+1, owner.at, "looks, slots, references, and one that was spilt")
	require.Equal(t, []uint32{uint32(ref)}, owner.stack)
	require.Zero(t, owner.unread)
	require.False(t, s.drain(owner))

	w.at = 0
	s.forward(w, ref, 5)
	s.depart(w)
	require.EqualValues(t, 1000+1_000_000, w.at)
	require.Equal(t, departing, w.state)
	require.Equal(t, waking, s.workers[5].state)
	require.NotContains(t, s.parked, 5)
	require.EqualValues(t, 1, s.result.SlotsPartial)
}

// A sleeper comes some time after it is woken, and a thief of chunks pays for its looks
// and its theft, of the oldest range.
func TestWhatTakesTime(t *testing.T) {
	s, w, victim := begun(t, mark.Options{})
	s.costs = costs.Costs{Look: 1, Attempt: 100, Wake: 1000, WakeDelay: 10_000}
	require.True(t, s.offer(victim, 7, 1))
	require.True(t, s.offer(victim, 8, 1))
	w.at = 0
	require.True(t, s.takeChunk(w))
	require.EqualValues(t, 7, w.chunk.Object)
	require.EqualValues(t, 101, w.at)
	s.wake(w, 1)
	require.EqualValues(t, 1101, w.at)
	require.EqualValues(t, 11_101, s.workers[8].at)
}
