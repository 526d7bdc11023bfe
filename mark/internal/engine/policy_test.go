package engine

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/plan"
	"github.com/seed-3ccf4018/halfmark/mark/internal/source"
	"github.com/seed-3ccf4018/halfmark/mark/internal/thin"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// policyMarker returns a marker whose workers are parked, for calling the
// policies of worker 0 by hand.
func policyMarker(t *testing.T, o Options) (*Marker, *worker) {
	t.Helper()
	m, err := New(o)
	require.NoError(t, err)
	t.Cleanup(m.Close)
	m.planShared(m.readsNothing())
	return m, m.workers[0]
}

// reads makes the scanner of a heap.
func (m *Marker) reads(h *heap.Heap) *memoryScanner {
	m.arena = source.NewArena(h)
	m.arena.MeanRefs, m.arena.OnDisk = 0, h.Mapped()
	m.scannerOf(h, h.Roots(), nil, 0)
	return &m.memoryScanner
}

// readsNothing makes a scanner without a heap.
func (m *Marker) readsNothing() *memoryScanner {
	m.memoryScanner = memoryScanner{Source: &m.arena, thinner: thin.Heap{Heap: &m.arena.Heap}}
	return &m.memoryScanner
}

// fly puts a batch of refs into the ring of a worker, and leaves the stack as it is. inFlight is how many refs are in
// the ring, and land drops them.
func fly(w *worker, refs []uint32) {
	bottom, top, shared, lowest := w.Bottom, w.Top, w.FromShared, slices.Clone(w.Refs[:len(refs)])
	copy(w.Refs, refs)
	w.Bottom, w.Top = 0, len(refs)
	w.Take(len(refs))
	copy(w.Refs, lowest)
	w.Bottom, w.Top, w.FromShared = bottom, top, shared
}

func inFlight(w *worker) int { return w.Private() - w.Size() }

func land(w *worker) {
	for w.InFlight() > 0 {
		w.Oldest()
	}
}

// planShared makes the plan of a mark by this scanner in which all workers share mark bits, and take part.
func (m *Marker) planShared(s scanner) {
	o := m.Options.Planned(0)
	o.Marking = tune.MarkingShared
	m.plan = plan.For(o, plan.Facts{Pace: s.Pace(), Processors: m.crew.Processors()})
}

// The items that a theft brought in count as load at that attempt: they are no change.
func TestFactorRemembersTheLoadAfterATheft(t *testing.T) {
	m, w := policyMarker(t, Options{Workers: 2, Grain: 1, Tuning: tune.Tuning{Steal: tune.StealFactor, Amount: stealq.Half}})
	for i := range 64 {
		require.True(t, m.Deques[1].Push(uint64(i)))
	}
	require.True(t, m.Deques[0].Push(64))
	require.True(t, w.Balances(false, w.Private()))
	n, outcome := w.rob(1)
	require.Equal(t, stealq.Took, outcome)
	require.Greater(t, n, 1)
	require.False(t, w.Balances(false, w.Private()))
	require.True(t, w.Balances(false, w.Private()+n+1), "twice as much")
}

// The load is in items: a grain of private refs, prefetched ones included, is
// one.
func TestLoadIsInItems(t *testing.T) {
	m, w := policyMarker(t, Options{Workers: 2, Grain: 4})
	w.Top = 10
	w.take()
	require.Equal(t, 2, w.Load(w.Private()))
	require.True(t, m.Deques[0].Push(0))
	require.Equal(t, 3, w.Load(w.Private()))
	w.Bottom, w.Top = 0, 0
	land(w)
	m.Deques[0].Reset()
}

// A worker steals beside its own work only under a policy that says so, never
// while the others sleep, and at most once a batch.
func TestWhoBalances(t *testing.T) {
	for _, c := range []struct {
		steal    tune.StealPolicy
		alone    bool
		attempts uint64
	}{
		{tune.StealOnEmpty, false, 0}, {tune.StealProbabilistic, false, 1}, {tune.StealProbabilistic, true, 0}, {tune.StealFactor, false, 1}, {tune.StealFactor, true, 0},
	} {
		m, w := policyMarker(t, Options{Workers: 2, Grain: 1, Tuning: tune.Tuning{Steal: c.steal}})
		w.setAlone(c.alone)
		require.True(t, m.Deques[0].Push(0)) // a change from nothing
		w.balance()
		require.Equal(t, c.attempts, m.Deques[0].Counters().Steals, "%v, alone %v", c.steal, c.alone)
		m.Deques[0].Reset()
	}
}

// A queue whose items can move both ways evens out two workers from either side,
// if the amount is Balance; with another amount it steals like the others.
func TestBalancingBothWays(t *testing.T) {
	for _, c := range []struct {
		amount      stealq.Amount
		mine, his   int
		mine2, his2 int
	}{
		{stealq.Balance, 10, 2, 6, 6}, {stealq.Balance, 2, 10, 6, 6}, {stealq.Balance, 0, 1, 1, 0},
		{stealq.One, 10, 2, 11, 1}, {stealq.Half, 2, 10, 7, 5},
	} {
		m, w := policyMarker(t, Options{Workers: 2, Deque: stealq.Rudolph, Grain: 1, Tuning: tune.Tuning{Steal: tune.StealFactor, Amount: c.amount}})
		require.Implements(t, (*stealq.Balancer)(nil), w.Deque)
		w.Remember(1, 0, stealq.Lost, 99) // a load of 99 at the last attempt
		for i := range max(c.mine, c.his) {
			require.True(t, i >= c.mine || m.Deques[0].Push(uint64(i)))
			require.True(t, i >= c.his || m.Deques[1].Push(uint64(i)))
		}
		w.balance()
		require.Equal(t, [2]int{c.mine2, c.his2}, [2]int{m.Deques[0].Len(), m.Deques[1].Len()}, "%+v", c)
		require.EqualValues(t, 1, w.stats.Wakes, "items moved, either way, and nobody was woken")
		require.False(t, w.Balances(false, 0), "the load is remembered")
	}
}

// A search asks also those far off, balancing only the neighbours: worker 4 is
// full of work in vain.
func TestBalancingAsksNeighbours(t *testing.T) {
	m, _ := policyMarker(t, Options{Workers: 6, Grain: 1, Tuning: tune.Tuning{Victim: tune.VictimNeighbour, Steal: tune.StealProbabilistic, Amount: stealq.One}})
	require.True(t, m.Deques[4].Push(1))
	w := m.workers[2]
	m.crew.Reset()
	for range 2 { // each search begins with the nearest
		require.True(t, w.steal())
		require.Equal(t, 1, w.Size(), "a search goes on to those further off")
		w.Bottom, w.Top, w.FromShared = 0, 0, 0
		require.True(t, m.Deques[4].Push(1))
	}
	m.Deques[4].Reset()
	for i := range 6 {
		require.True(t, m.Deques[4].Push(uint64(i)))
		w.balance()
	}
	require.Equal(t, 6, m.Deques[4].Len())
	require.Equal(t, uint64(3+3+6), w.Deque.Counters().Steals)
	m.crew.Abort()
}
