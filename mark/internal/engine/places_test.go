package engine

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/source"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// place is somewhere that all workers can take work from.
type place struct {
	name      string
	put, take func()
}

func places(m *Marker) []place {
	all := []place{
		{"ranges", func() { m.ranges.OpenRoots(1) }, func() { m.ranges.Claim(0) }},
		{"overflow list", func() { m.List.Publish([]uint32{7}) }, func() { m.List.Take(make([]uint32, tune.DefaultGrain)) }},
		{"pending bitmap", func() { m.Pending.Add(99_999) }, func() { m.Pending.Take(make([]uint32, recoverRefs), 0) }},
	}
	for i, d := range m.Deques {
		all = append(all, place{fmt.Sprintf("deque %d", i), func() { d.Push(7) }, func() { d.Pop() }})
	}
	return all
}

// Work in any one shared place keeps the mark from ending, and brings the last
// worker back; with all of them empty the mark ends.
func TestNoEndWhileAnyPlaceHoldsWork(t *testing.T) {
	m := idleMarker(t)
	w := m.workers[0]
	for _, p := range places(m) {
		m.crew.Reset()
		require.False(t, m.workVisible(), p.name)
		p.put()
		require.True(t, m.workVisible(), p.name)
		require.True(t, w.Await(w), p.name)
		require.False(t, m.crew.Done(), p.name)
		p.take()
		require.False(t, w.Await(w), p.name)
		require.True(t, m.crew.Done(), p.name)
	}
}

// Every place is looked at again after the workers were seen inactive: work
// that was published after the first look keeps the mark from ending.
func TestNoEndOnAnEarlierLook(t *testing.T) {
	m := idleMarker(t)
	m.crew.Reset()
	late := &scriptedDeque{Deque: m.Deques[1], lens: []int{0, 1}}
	m.workers[1].owns(late)
	require.True(t, m.workers[0].Await(m.workers[0]))
	require.False(t, m.crew.Done())
	require.Empty(t, late.lens, "the deque was looked at once")
	m.workers[1].owns(m.Deques[1])
	m.crew.Abort()
}

// scriptedDeque gives the lengths it was told and loses some steals.
type scriptedDeque struct {
	stealq.Deque
	lens []int // then 1
	lost int   // steals to lose
}

func (d *scriptedDeque) Len() int {
	if len(d.lens) == 0 {
		return 1
	}
	n := d.lens[0]
	d.lens = d.lens[1:]
	return n
}

func (d *scriptedDeque) Steal(victim stealq.Deque, amount stealq.Amount) (int, stealq.Outcome) {
	if d.lost > 0 {
		d.lost--
		return 0, stealq.Lost
	}
	return d.Deque.Steal(victim, amount)
}

// A steal that lost a race says nothing about the victim: the thief goes on.
func TestLostIsNotEmpty(t *testing.T) {
	m := idleMarker(t)
	m.crew.Reset()
	thief := m.workers[0]
	unlucky := &scriptedDeque{Deque: m.Deques[0], lost: 50}
	thief.Deque, m.Deques[0] = unlucky, unlucky
	require.True(t, m.Deques[1].Push(42))
	require.True(t, thief.steal())
	require.Zero(t, unlucky.lost)
	require.Equal(t, []uint32{42}, thief.Refs[thief.Bottom:thief.Top])
	require.False(t, thief.steal(), "nothing is left")
	thief.Deque, m.Deques[0] = unlucky.Deque, unlucky.Deque
	thief.Bottom, thief.Top, thief.FromShared = 0, 0, 0
	m.crew.Abort()
}

// Every policy asks every other worker sooner or later, and never oneself.
func TestEveryWorkerIsAVictim(t *testing.T) {
	for n := 2; n <= 6; n++ {
		for _, policy := range tune.VictimPolicies() {
			m, err := New(Options{Workers: n, Tuning: tune.Tuning{Victim: policy, Seed: 1}})
			require.NoError(t, err)
			m.planShared(m.readsNothing())
			for _, w := range m.workers {
				asked := make([]int, n)
				for range 100 * n {
					asked[w.Victim()]++
				}
				for id, times := range asked {
					require.Equal(t, id != w.id, times > 0, "%v: worker %d of %d asked %d %d times", policy, w.id, n, id, times)
				}
			}
			m.Close()
		}
	}
}

// generous is a deque whose thefts always yield n items, and end the mark: so no worker
// that is woken for them joins it.
type generous struct {
	stealq.Deque
	m *Marker
	n int
}

func (d generous) Steal(stealq.Deque, stealq.Amount) (int, stealq.Outcome) {
	d.m.crew.Abort()
	return d.n, stealq.Took
}

// For what was nowhere to be seen on its way from place to place as many are woken as
// there are pieces, but the one that is scanned here; and none for nothing.
func TestOneIsWokenForEachPieceOnItsWay(t *testing.T) {
	for n := 1; n < 5; n++ {
		require.Equal(t, n-1, wakes(t, Options{Grain: 1}, func(m *Marker, w *worker) {
			m.crew.Reset()
			own := w.Deque
			m.Deques[0] = generous{own, m, n}
			require.True(t, w.steal())
			m.Deques[0] = own
		}), "%d items stolen", n)
	}
	for chunks := uint32(1); chunks < 9; chunks++ {
		var left int
		woken := wakes(t, Options{}, func(m *Marker, w *worker) {
			m.memoryScanner.roots = source.Roots{Nodes: make([]uint32, chunks*policy.ChunkRefs)}
			w.scanner = &m.memoryScanner
			m.ranges.Offer(1, policy.RootsObject, chunks*policy.ChunkRefs)
			require.True(t, w.takeChunk())
			left = m.ranges.Left(w.id)
		})
		require.Equal(t, left, woken, "of %d chunks", chunks)
		require.Equal(t, chunks > 3, left > 0)
	}
	for pending, want := range map[uint32]int{0: 0, 1: 0, recoverRefs: 0, recoverRefs + 1: 1} {
		require.Equal(t, want, wakes(t, Options{Grain: 1}, func(m *Marker, w *worker) {
			for ref := range pending {
				require.True(t, m.Pending.Add(ref))
			}
			require.Equal(t, pending > 0, w.recoverPending())
		}), "%d pending", pending)
	}
}

// A search asks until it has seen twice as many empty as there are others. A worker
// asks none if it is alone, or where there is one queue for all.
func TestHowManyAreAsked(t *testing.T) {
	for _, c := range []struct {
		deque *stealq.Kind
		alone bool
		asked uint64
	}{{stealq.StealHalf, false, 8}, {stealq.StealHalf, true, 0}, {stealq.Central, false, 0}} {
		m, w := policyMarker(t, Options{Workers: 5, Deque: c.deque, Grain: 1})
		m.crew.Reset()
		w.setAlone(c.alone)
		require.False(t, w.steal())
		require.Equal(t, c.asked, w.Deque.Counters().Steals, "%+v", c)
		m.crew.Abort()
		require.False(t, w.steal())
		require.Equal(t, c.asked, w.Deque.Counters().Steals, "the mark is over")
	}
}

// A worker that leaves with the exclusive bit marks with locked instructions when it comes again, because others may be active then.
func TestWhoLeavesMarksAsOthersDo(t *testing.T) {
	m, w := policyMarker(t, Options{Workers: 2})
	w.Lead(true)
	w.setClaimer()
	require.Equal(t, lone{}, w.claimer)
	w.takePart()
	require.False(t, w.Alone)
	require.Equal(t, shared{}, w.claimer)
	m.crew.Abort()
}
