package stealq_test

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/stretchr/testify/require"
)

func rudolphs(t *testing.T, deques, capacity int) []stealq.Deque {
	t.Helper()
	k := stealq.Rudolph
	return k.New(deques, capacity)
}

func balance(d, other stealq.Deque) (int, stealq.Outcome) {
	return d.(stealq.Balancer).Balance(other)
}

// TestRudolphPaysForEachOperation: k pushes and then k pops take exactly 2k
// compare-and-swaps, where StealHalf takes O(log k).
//
// Reference: Hendler and Shavit, "Non-Blocking Steal-Half Work Queues", PODC 2002,
// section 1 and theorem 4.3.
func TestRudolphPaysForEachOperation(t *testing.T) {
	half := stealq.StealHalf
	for k := 4; k <= 1<<14; k *= 4 {
		d, other := rudolphs(t, 1, k)[0], half.New(1, k)[0]
		for _, q := range []stealq.Deque{d, other} {
			fill(t, q, 1, k)
			require.Len(t, popAll(q), k)
		}
		require.EqualValues(t, 2*k+1, d.Counters().CAS, "and one that finds it empty")
		require.Zero(t, d.Counters().Stores)
		t.Logf("k=%d: %d CAS, StealHalf %d", k, d.Counters().CAS, other.Counters().CAS)
	}
}

// TestRudolphBalancesExhaustively: every pair of lengths, at every pair of small
// capacities, from several indices.
func TestRudolphBalancesExhaustively(t *testing.T) {
	came, went := 0, 0
	for _, capacity := range []int{2, 4, 8} {
		for _, otherCapacity := range []int{2, 4, 8} {
			for start := range 3 {
				for own := range capacity + 1 {
					for other := range otherCapacity + 1 {
						n := exactBalance(t, capacity, otherCapacity, start, own, other)
						came, went = came+max(0, n), went+max(0, -n)
					}
				}
			}
		}
	}
	require.NotZero(t, came)
	require.NotZero(t, went)
}

func exactBalance(t *testing.T, capacity, otherCapacity, start, own, other int) int {
	d, e := rudolphs(t, 1, capacity)[0], rudolphs(t, 1, otherCapacity)[0]
	for range start { // the indices go on by one, and both stay open
		fill(t, d, 0, 1)
		fill(t, e, 0, 1)
		e.Steal(d, stealq.One)
		e.Pop()
		d.Steal(e, stealq.One)
		d.Pop()
	}
	fill(t, d, 100, own)
	fill(t, e, 200, other)
	n, o := balance(d, e)
	want := (other - own) / 2
	switch {
	case own == 0 && other == 1:
		want = 1
	case want < 0 && other == 0 && start == 0: // never open: its owner has had nothing yet
		want = 0
	case want < 0: // one place stays free for the owner
		want = -max(0, min(-want, otherCapacity-other-1))
	case want > capacity-own:
		want = capacity - own
	}
	require.Equal(t, want, n, "%d of %d with %d of %d", own, capacity, other, otherCapacity)
	require.Equal(t, n != 0, o == stealq.Took)
	require.NotEqual(t, stealq.Lost, o)
	require.NoError(t, stealq.Check([]stealq.Deque{d, e}))
	if n >= 0 { // the oldest come to the bottom
		require.Equal(t, append(numbers(100, own), numbers(200, n)...), popAll(d))
		require.Equal(t, numbers(200+n, other-n), popAll(e))
	} else { // the oldest go before the oldest
		require.Equal(t, numbers(100-n, own+n), popAll(d))
		require.Equal(t, append(numbers(100, -n), numbers(200, other)...), popAll(e))
	}
	return n
}

// TestRudolphGivesNothingToIdlers: an owner that has found its deque empty is given
// nothing until it has items again, and then it is.
func TestRudolphGivesNothingToIdlers(t *testing.T) {
	ds := rudolphs(t, 3, 8)
	giver, idler := ds[0], ds[1]
	fill(t, giver, 1, 8)
	give := func() int {
		n, _ := balance(giver, idler)
		return n
	}
	require.Zero(t, give(), "new deques are closed")
	fill(t, idler, 11, 1)
	require.Equal(t, -3, give())
	require.Len(t, popAll(idler), 4)
	require.Zero(t, give(), "its Pop has found nothing")
	n, _ := idler.Steal(giver, stealq.One)
	require.Equal(t, 1, n)
	require.Equal(t, -1, give(), "it has stolen")
	idler.Reset()
	require.Zero(t, give())
	require.Panics(t, func() { balance(giver, stranger{idler}) })
	n, o := balance(giver, giver)
	require.Zero(t, n)
	require.Equal(t, stealq.Empty, o)
}

// TestRudolphBalancingStress: owners that push, pop, steal and balance, all with
// each other. Every item is taken exactly once, items went both ways, and an owner
// that has found its deque empty finds it empty still.
func TestRudolphBalancingStress(t *testing.T) {
	s := seed(t)
	var came, went atomic.Int64
	for _, capacity := range capacities {
		enough := func(sum stealq.Counters) bool { return sum.Full > 0 && came.Load() > 0 && went.Load() > 0 }
		came.Store(0)
		went.Store(0)
		until(t, enough, func(i uint64) []stealq.Deque {
			ds := rudolphs(t, 4, capacity)
			balancingRound(t, ds, scale(20_000), s+i, &came, &went)
			return ds
		})
		t.Logf("capacity %d: %d items came, %d went", capacity, came.Load(), went.Load())
	}
}

func balancingRound(t *testing.T, ds []stealq.Deque, each int, seed uint64, came, went *atomic.Int64) {
	seen := make(tally, each*len(ds))
	var turn atomic.Uint64
	start(ds, func(d stealq.Deque) {
		me := turn.Add(1) - 1
		rng := rand.New(rand.NewPCG(seed, me))
		for next, step := 0, 0; next < each; step++ {
			switch rng.IntN(8) {
			case 0, 1, 2:
				if d.Push(me*uint64(each) + uint64(next)) {
					next++
				}
			case 3, 4, 5:
				if item, ok := d.Pop(); ok {
					seen.take(item)
				} else if d.Len() > 0 {
					t.Error("an owner that found nothing was given something")
				}
			case 6:
				d.Steal(ds[rng.IntN(len(ds))], stealq.Half)
			default:
				if n, _ := balance(d, ds[rng.IntN(len(ds))]); n > 0 {
					came.Add(int64(n))
				} else {
					went.Add(int64(-n))
				}
			}
			yieldAt(step)
		}
	})()
	require.NoError(t, stealq.Check(ds))
	for _, d := range ds {
		for _, item := range popAll(d) {
			seen.take(item)
		}
	}
	seen.exactlyOnce(t, len(seen))
}
