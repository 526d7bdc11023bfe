package stealq_test

import (
	"math/rand/v2"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
	"github.com/stretchr/testify/require"
)

func splits(t *testing.T, deques, capacity int) []stealq.Deque {
	k := stealq.Split
	return k.New(deques, capacity)
}

// TestSplitAloneNeedsNoSynchronization: an owner that no thief asks executes no
// compare-and-swap and no store, whatever it does.
//
// Reference: Rito and Paulino, "Scheduling computations with provably low
// synchronization overheads", lemma 4.2 and section 7.
func TestSplitAloneNeedsNoSynchronization(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for _, capacity := range capacities {
		d := splits(t, 1, capacity)[0]
		for range 10_000 {
			if rng.IntN(2) == 0 {
				d.Push(1)
			} else {
				d.Pop()
			}
		}
		c := d.Counters()
		require.Zero(t, c.CAS+c.RMW+c.Stores)
		require.Greater(t, c.Pushes, uint64(3000))
		require.NotZero(t, c.Full+c.PopEmpty)
	}
}

// TestSplitPaysPerRequest: what owners and thieves pay is bounded by the number of
// steals, and does not grow with pushes and pops.
//
// Reference: Rito and Paulino, lemma 4.3: O(I + P) for I idle iterations. Here a
// steal costs at most a compare-and-swap or a store by the thief, and an item shown
// for it 3 stores and, if the owner takes it back, 2 stores and a compare-and-swap.
func TestSplitPaysPerRequest(t *testing.T) {
	s := seed(t)
	rng := rand.New(rand.NewPCG(s, 0))
	for _, perSteal := range []int{1, 10, 1000} {
		ds := splits(t, 2, 64)
		owner, thief := ds[0], ds[1]
		for range 1000 {
			for range 2 * perSteal {
				if rng.IntN(2) == 0 {
					owner.Push(1)
				} else {
					owner.Pop()
				}
			}
			thief.Steal(owner, stealq.One)
			thief.Pop()
		}
		o, th := owner.Counters(), thief.Counters()
		require.LessOrEqual(t, o.CAS+th.CAS, th.Steals)
		require.LessOrEqual(t, o.Stores+th.Stores, 6*th.Steals)
		require.NotZero(t, th.Took)
		require.NotZero(t, th.Empty)
		t.Logf("%d pushes and pops, %d steals: %d CAS, %d stores", o.Pushes+o.Pops, th.Steals, o.CAS+th.CAS, o.Stores+th.Stores)
	}
}

// TestSplitLen: Len is what thieves see, and Expose shows one item for a request,
// the oldest first.
func TestSplitLen(t *testing.T) {
	ds := splits(t, 2, 8)
	owner, thief := ds[0], ds[1]
	expose := owner.(stealq.Exposer).Expose
	fill(t, owner, 1, 4)
	require.Zero(t, owner.Len())
	require.Equal(t, 4, owner.(stealq.Exposer).Held())
	require.False(t, expose(), "nobody has asked")
	for want := 1; want <= 4; want++ {
		_, o := thief.Steal(owner, stealq.One)
		require.Equal(t, stealq.Empty, o)
		require.True(t, expose())
		require.False(t, expose(), "one item for a request")
		require.Equal(t, 1, owner.Len())
		_, o = thief.Steal(owner, stealq.One)
		require.Equal(t, stealq.Took, o)
		require.Zero(t, thief.Len())
		item, ok := thief.Pop()
		require.True(t, ok)
		require.EqualValues(t, want, item)
	}
	_, o := thief.Steal(owner, stealq.One)
	require.Equal(t, stealq.Empty, o)
	require.False(t, expose(), "there is nothing to show")
	require.EqualValues(t, 5, thief.Counters().Stores)
	require.EqualValues(t, 3*4, owner.Counters().Stores)
}

// TestSplitSwapsForTheLastShown: an owner who takes back what thieves can see needs a
// compare-and-swap for the last of it, and for no other.
func TestSplitSwapsForTheLastShown(t *testing.T) {
	ds := splits(t, 2, 8)
	owner, thief := ds[0], ds[1]
	fill(t, owner, 1, 3)
	for range 3 {
		thief.Steal(owner, stealq.One) // takes the one shown, if any, or asks
		owner.(stealq.Exposer).Expose()
	}
	require.EqualValues(t, 1, thief.Counters().Took)
	require.Equal(t, 1, owner.Len())
	require.Equal(t, numbers(2, 2), popAll(owner))
	require.EqualValues(t, 1, owner.Counters().CAS)
	require.NoError(t, stealq.Check(ds))
}

// TestSplitExhaustively: every sequence of an owner's operations and of requests
// and thefts, up to a length, at each capacity and from each index, against a slice.
func TestSplitExhaustively(t *testing.T) {
	length := 7
	if testing.Short() || stealq.RaceDetector {
		length = 6
	}
	splitHistories(t, length)
}

// TestSlowSplitExhaustively has one operation more.
func TestSlowSplitExhaustively(t *testing.T) {
	tagged.Slow(t)
	splitHistories(t, 8)
}

func splitHistories(t *testing.T, length int) {
	histories, took := 0, 0
	for _, capacity := range []int{2, 4} {
		for start := range 2 {
			for code := range 1 << (2 * length) {
				histories++
				took += splitHistory(t, capacity, start, length, code)
			}
		}
	}
	t.Logf("%d histories of %d operations, %d thefts", histories, length, took)
	require.NotZero(t, took)
}

// splitHistory runs the operations that the digits of code to the base 4 name.
func splitHistory(t *testing.T, capacity, start, length, code int) (took int) {
	ds := splits(t, 2, capacity)
	owner, thief := ds[0], ds[1]
	for range start { // the indices go on by one
		owner.Push(0)
		thief.Steal(owner, stealq.One)
		owner.Push(0)
		thief.Steal(owner, stealq.One)
		thief.Pop()
		owner.Pop()
	}
	var items []uint64
	for i := range length {
		item, ok, right := uint64(i), false, true
		switch code >> (2 * i) & 3 {
		case 0:
			ok = owner.Push(item)
			right = ok == (len(items) < capacity)
			if ok {
				items = append(items, item)
			}
		case 1:
			item, ok = owner.Pop()
			right = ok == (len(items) > 0) && (!ok || item == items[len(items)-1])
			if ok && right {
				items = items[:len(items)-1]
			}
		case 2:
			shown := owner.Len()
			n, o := thief.Steal(owner, stealq.One)
			right = n == min(1, shown) && o != stealq.Lost
			if n == 1 {
				item, _ = thief.Pop()
				right = right && item == items[0]
				items = items[1:]
				took++
			}
		case 3:
			owner.(stealq.Exposer).Expose()
		}
		if !right || stealq.Held(owner) != len(items) {
			t.Fatalf("capacity %d, start %d, history %o, operation %d: %d, %v; the model has %v", capacity, start, code, i, item, ok, items)
		}
	}
	if err := stealq.Check(ds); err != nil {
		t.Fatalf("capacity %d, start %d, history %o: %v", capacity, start, code, err)
	}
	return took
}
