package stealq_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/stretchr/testify/require"
)

// The tests of this file are about what sets abp and chaselev apart: who pays for a
// compare-and-swap, and the ring that grows.

// singles are the kinds whose owner needs a compare-and-swap for its last item only.
func singles(t *testing.T) (ks []*stealq.Kind) {
	for _, name := range []string{"abp", "chaselev"} {
		k, err := stealq.ParseKind(name)
		require.NoError(t, err)
		ks = append(ks, k)
	}
	return ks
}

// TestOrderOfEveryDivision takes n items out of a deque in every division between
// owner and thief: each time the owner gets the newest item and the thief the
// oldest.
//
// Reference: Arora, Blumofe and Plaxton, SPAA 1998, section 3; Chase and Lev,
// SPAA 2005, section 2.
func TestOrderOfEveryDivision(t *testing.T) {
	const n = 8
	for _, k := range stealq.Kinds() {
		if k.Shared {
			continue
		}
		t.Run("deque="+k.Name, func(t *testing.T) {
			victim, thief := pair(k, n)
			for division := range 1 << n {
				fill(t, victim, 0, n)
				oldest, newest := 0, n-1
				for i := range n {
					var got, want = -1, newest
					if division>>i&1 == 1 {
						want = oldest
						oldest++
						if _, o := rob(k, thief, victim, stealq.One); o == stealq.Took {
							got = first(t, thief)
						}
					} else {
						newest--
						got = first(t, victim)
					}
					if got != want {
						t.Fatalf("division %08b, take %d: item %d, want %d", division, i+1, got, want)
					}
				}
			}
			require.NoError(t, stealq.Check([]stealq.Deque{victim, thief}))
			require.Zero(t, stealq.Held(victim))
			require.EqualValues(t, n<<n/2, thief.Counters().Took)
		})
	}
}

// first pops one item.
func first(t *testing.T, d stealq.Deque) int {
	item, ok := d.Pop()
	if !ok {
		t.Helper()
		t.Fatal("the deque is empty")
	}
	return int(item)
}

// TestSwapForTheLastItemOnly: an owner left alone performs one compare-and-swap for
// each time that it empties its deque, and none for anything else, whatever has been
// stolen before. The stores are two a push and one a pop; chaselev's owner takes its
// last item from above and needs another.
//
// Reference: Arora, Blumofe and Plaxton, SPAA 1998, section 3 (popBottom); Chase and
// Lev, SPAA 2005, section 2.
func TestSwapForTheLastItemOnly(t *testing.T) {
	const capacity = 64
	last := map[string]uint64{"abp": 1, "chaselev": 2} // stores to pop the last item
	for _, k := range singles(t) {
		t.Run("deque="+k.Name, func(t *testing.T) {
			victim, thief := pair(k, capacity)
			fill(t, victim, 0, capacity) // grown from here on
			popAll(victim)
			for n := 1; n <= capacity; n++ {
				for stolen := range n {
					*victim.Counters() = stealq.Counters{}
					fill(t, victim, 0, n)
					require.Zero(t, victim.Counters().CAS)
					require.EqualValues(t, 2*n, victim.Counters().Stores)
					for range stolen {
						rob(k, thief, victim, stealq.One)
						first(t, thief)
					}
					for victim.Len() > 1 {
						first(t, victim)
						if n := victim.Counters().CAS; n != 0 {
							t.Fatalf("%d compare-and-swaps with %d left", n, victim.Len())
						}
					}
					first(t, victim)
					c := victim.Counters()
					require.EqualValues(t, 1, c.CAS)
					require.Zero(t, c.CASFailed+c.RMW)
					require.EqualValues(t, 2*n+n-stolen-1+int(last[k.Name]), c.Stores)
					_, ok := victim.Pop()
					require.False(t, ok)
					require.EqualValues(t, 1, c.CAS, "popping an empty deque swaps nothing")
					require.EqualValues(t, 2*n+n-stolen-1+int(last[k.Name]), c.Stores)
				}
			}
		})
	}
}

// TestStealCostsOneSwap: a steal that takes, and one that finds nothing.
func TestStealCostsOneSwap(t *testing.T) {
	for _, k := range singles(t) {
		t.Run("deque="+k.Name, func(t *testing.T) {
			victim, thief := pair(k, 64)
			fill(t, thief, 0, 64) // grown from here on
			popAll(thief)
			fill(t, victim, 0, 64)
			*thief.Counters() = stealq.Counters{}
			for n := 1; n <= 64; n++ {
				_, o := thief.Steal(victim, stealq.One)
				require.Equal(t, stealq.Took, o)
				require.EqualValues(t, n, thief.Counters().CAS)
				require.EqualValues(t, 2*n, thief.Counters().Stores)
			}
			_, o := thief.Steal(victim, stealq.One)
			require.Equal(t, stealq.Empty, o)
			require.EqualValues(t, 64, thief.Counters().CAS)
			require.Zero(t, thief.Counters().CASFailed)
		})
	}
}

// TestStealsUseUpNoRoom: a deque of N holds N items after any number of thefts,
// where the array of the original abp would be used up after N pushes.
func TestStealsUseUpNoRoom(t *testing.T) {
	for _, k := range singles(t) {
		for capacity := 2; capacity <= 16; capacity *= 2 {
			victim, thief := pair(k, capacity)
			fill(t, victim, 0, capacity)
			for next := capacity; next < 100*capacity; next++ {
				require.False(t, victim.Push(0), "%s: %d and one more", k.Name, capacity)
				_, o := thief.Steal(victim, stealq.One)
				require.Equal(t, stealq.Took, o)
				require.Equal(t, next-capacity, first(t, thief))
				require.True(t, victim.Push(uint64(next)), "%s: room for one after a theft", k.Name)
			}
			require.Equal(t, numbers(99*capacity, capacity), popAll(victim))
		}
	}
}

// TestRingGrowsAsNeeded: from every place where top can be, the ring of chaselev is
// as long as the fullest moment so far needed, never longer than the capacity, and
// the items and their order survive each growth. Reset keeps it.
func TestRingGrowsAsNeeded(t *testing.T) {
	const capacity = 32
	k := singles(t)[1]
	for start := range 2 * capacity {
		for most := 1; most <= capacity; most++ {
			ds := k.New(2, capacity)
			require.Equal(t, 2, stealq.RingLength(ds[0]))
			startAt(t, k, ds[0], ds[1], start)
			want := 2
			for n := 1; n <= most; n++ {
				fill(t, ds[0], n, 1)
				if n > want {
					want *= 2
				}
				if got := stealq.RingLength(ds[0]); got != want {
					t.Fatalf("start %d: a ring of %d for %d items, want %d", start, got, n, want)
				}
			}
			require.False(t, most == capacity && ds[0].Push(0))
			n, _ := ds[1].Steal(ds[0], stealq.One)
			require.Equal(t, 1, n)
			require.Equal(t, numbers(1, 1), popAll(ds[1]))
			require.Equal(t, numbers(2, most-1), popAll(ds[0]))
			ds[0].Reset()
			require.Equal(t, want, stealq.RingLength(ds[0]))
			require.Zero(t, testing.AllocsPerRun(1, func() { ds[0].Push(1); ds[0].Pop() }))
		}
	}
}

// TestGrowthIsPaidFor: a ring that grows costs a store for each item in it and one
// for the ring itself, besides the two of the push.
func TestGrowthIsPaidFor(t *testing.T) {
	ds := singles(t)[1].New(2, 32)
	startAt(t, singles(t)[1], ds[0], ds[1], 3)
	for n := 1; n <= 32; n++ {
		before, length := ds[0].Counters().Stores, stealq.RingLength(ds[0])
		fill(t, ds[0], n, 1)
		want := uint64(2)
		if stealq.RingLength(ds[0]) > length {
			want += uint64(length) + 1
		}
		require.Equal(t, want, ds[0].Counters().Stores-before, "push %d", n)
	}
	require.Equal(t, 32, stealq.RingLength(ds[0]))
}

// TestThievesWhileTheRingGrows: owner and thieves meet while a ring grows from 2 to
// the capacity, again and again, and each item is taken exactly once.
func TestThievesWhileTheRingGrows(t *testing.T) {
	const capacity = 256
	k := singles(t)[1]
	grew := 0
	enough := func(sum stealq.Counters) bool { return grew >= scale(200) && sum.Took > 0 && sum.Pops > sum.Took }
	until(t, enough, func(uint64) []stealq.Deque {
		ds := k.New(3, capacity)
		seen := make(tally, capacity)
		var done atomic.Bool
		wait := start(ds[1:], func(d stealq.Deque) {
			for i := 0; !done.Load(); i++ {
				d.Steal(ds[0], stealq.One)
				for item, ok := d.Pop(); ok; item, ok = d.Pop() {
					seen.take(item)
				}
				yieldAt(i)
			}
		})
		for i := range capacity {
			fill(t, ds[0], i, 1)
			if i == capacity/8 { // let thieves in at a time when the ring still grows
				yieldAt(0)
			}
		}
		for item, ok := ds[0].Pop(); ok; item, ok = ds[0].Pop() {
			seen.take(item)
		}
		done.Store(true)
		wait()
		seen.exactlyOnce(t, capacity)
		require.NoError(t, stealq.Check(ds))
		if stealq.RingLength(ds[0]) > 2 {
			grew++
		}
		return ds
	})
}

// TestCheckFindsWhatIsWrongAtRest shows that the kinds' own laws can fail.
func TestCheckFindsWhatIsWrongAtRest(t *testing.T) {
	for _, k := range singles(t) {
		d, _ := pair(k, 4)
		fill(t, d, 1, 2)
		require.NoError(t, stealq.Check([]stealq.Deque{d}))
		stealq.SpoilBottom(d)
		require.ErrorContains(t, stealq.Check([]stealq.Deque{d}), "bottom is 9", fmt.Sprint(k.Name))

		d, _ = pair(k, 4)
		fill(t, d, 1, 2)
		stealq.SpoilTop(d)
		want := map[string]string{"abp": "top 3 is past bottom 2", "chaselev": "-1 items in a ring of 2"}[k.Name]
		require.ErrorContains(t, stealq.Check([]stealq.Deque{d}), want, k.Name)
	}
	d, _ := pair(singles(t)[1], 4)
	stealq.SpoilCapacity(d)
	require.ErrorContains(t, stealq.Check([]stealq.Deque{d}), "the ring has grown to 2 of a capacity of 1")
}
