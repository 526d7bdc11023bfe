package stealq_test

import (
	"fmt"
	"math/bits"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
	"github.com/stretchr/testify/require"
)

// stealRanges says, for each kind that has more to give than one item, how long
// the steal range is after n pushes in a row into an empty deque.
var stealRanges = map[string]func(n int) int{
	"stealhalf": func(n int) int { return max(1, 1<<bits.Len(uint(n))/4) },
	"locked":    func(n int) int { return max(1, n/2) },
	"rudolph":   func(n int) int { return max(1, n/2) },
}

// onlyOne stands for the steal range where One is all that a thief can ask for.
func onlyOne(int) int { return 1 }

// wanted is how many items a steal takes, as the contract has it.
func wanted(a stealq.Amount, rangeLen, victimLen, ownLen, room int) (n int) {
	switch {
	case victimLen == 0:
		return 0
	case a == stealq.One:
		n = 1
	case a == stealq.Half:
		n = rangeLen
	case a == stealq.All:
		n = victimLen
	case a == stealq.Balance && ownLen <= 2*rangeLen-2:
		n = rangeLen - ownLen/2
	}
	return min(n, room)
}

// startAt moves the empty deque d so that its next item lies at an index that
// much further on, whatever the kind: it pushes and steals one item at a time.
func startAt(t *testing.T, k *stealq.Kind, d, helper stealq.Deque, index int) {
	helper.Reset()
	d.Reset()
	for range index {
		d.Push(0)
		rob(k, helper, d, stealq.One)
		helper.Pop()
	}
	if n := stealq.Held(d) + stealq.Held(helper); n != 0 {
		t.Fatalf("%d items are left at index %d", n, index)
	}
	*d.Counters() = stealq.Counters{}
	helper.Reset()
}

// TestAmountsExhaustively steals every amount from every fill level, at every
// index that a deque of that capacity can start at, with every number of items in
// the thief's hands, and requires exactly as many items as the kind's steal range
// has. Of the indices of the largest capacity it takes one in three. Which items, in
// which order, and what stays is for package stealqtest.
func TestAmountsExhaustively(t *testing.T) { everyAmount(t, 3) }

// TestSlowAmountsExhaustively takes every index of the largest capacity, too.
func TestSlowAmountsExhaustively(t *testing.T) {
	tagged.Slow(t)
	everyAmount(t, 1)
}

// everyAmount takes one in so many indices of the largest capacity.
func everyAmount(t *testing.T, one int) {
	sizes := []int{2, 4, 8, 16}
	if testing.Short() || stealq.RaceDetector {
		sizes = sizes[:3]
	}
	for _, k := range stealq.Kinds() {
		if k.Shared {
			continue // there are no thieves
		}
		t.Run("deque="+k.Name, func(t *testing.T) {
			rangeOf, ok := stealRanges[k.Name]
			if len(k.Amounts) == 1 && k.Offers(stealq.One) {
				rangeOf, ok = onlyOne, true
			}
			require.True(t, ok, "say in stealRanges how long a steal range of %s is", k.Name)
			cases, took := 0, 0
			for _, capacity := range sizes {
				for start := range 2 * capacity {
					if capacity == 16 && start%one != 0 {
						continue
					}
					for n := range capacity + 1 {
						for own := range capacity + 1 {
							for _, a := range k.Amounts {
								want := wanted(a, rangeOf(n), n, own, capacity-own)
								exactSteal(t, k, capacity, start, n, own, a, want)
								cases++
								took += want
							}
						}
					}
				}
			}
			t.Logf("%d cases, %d items taken", cases, took)
			require.NotZero(t, took)
		})
	}
}

func exactSteal(t *testing.T, k *stealq.Kind, capacity, start, n, own int, a stealq.Amount, want int) {
	ds := k.New(3, capacity)
	victim, thief := ds[0], ds[1]
	startAt(t, k, victim, ds[2], start)
	startAt(t, k, thief, ds[2], (start+own)%(2*capacity))
	for i := range n {
		victim.Push(uint64(i))
	}
	for i := range own {
		thief.Push(uint64(100 + i))
	}
	if got, o := rob(k, thief, victim, a); got != want {
		t.Fatalf("capacity %d from index %d, %v of %d with %d own: took %d (%v), want %d", capacity, start, a, n, own, got, o, want)
	}
}

func TestNames(t *testing.T) {
	require.Equal(t, "[balance one half all]", fmt.Sprint(stealq.Amounts()))
	for _, a := range stealq.Amounts() {
		got, err := stealq.ParseAmount(a.String())
		require.NoError(t, err)
		require.Equal(t, a, got)
	}
	_, err := stealq.ParseAmount("most")
	require.EqualError(t, err, `stealq: no amount "most": it must be balance, one, half or all`)
	require.Equal(t, "Amount(9)", stealq.Amount(9).String())
	require.Equal(t, "took empty lost Outcome(7)",
		fmt.Sprint(stealq.Took, " ", stealq.Empty, " ", stealq.Lost, " ", stealq.Outcome(7)))
	require.Zero(t, stealq.Balance, "the zero value is the paper's amount")
}

// TestCheckFinds shows that Check can fail: each law, broken, is named.
func TestCheckFinds(t *testing.T) {
	k := stealq.Kinds()[0]
	for _, c := range []struct {
		law   string
		spoil func(c *stealq.Counters)
	}{
		{"1 items pushed, but 0 popped and 0 left", func(c *stealq.Counters) { c.Pushes++ }},
		{"0 items pushed, but 1 popped and 0 left", func(c *stealq.Counters) { c.Pops++ }},
		{"deque 1: 1 steals, but 0 took, 0 empty, 0 lost", func(c *stealq.Counters) { c.Steals++ }},
		{"deque 1: 0 steals, but 0 took, 0 empty, 1 lost", func(c *stealq.Counters) { c.Lost++ }},
		{"deque 1: 0 steals took 1 items", func(c *stealq.Counters) { c.ItemsStolen++ }},
		{"deque 1: 1 steals took 0 items", func(c *stealq.Counters) { c.Steals++; c.Took++ }},
		{"deque 1: 1 of 0 compare-and-swaps failed", func(c *stealq.Counters) { c.CASFailed++ }},
	} {
		ds := k.New(2, 4)
		require.NoError(t, stealq.Check(ds))
		c.spoil(ds[1].Counters())
		require.ErrorContains(t, stealq.Check(ds), c.law)
	}
	require.NoError(t, stealq.Check(nil))

	ds := k.New(2, 4)
	*ds[1].Counters() = stealq.Counters{Steals: 6, Took: 1, ItemsStolen: 1, Empty: 2, Lost: 3, CAS: 4, CASFailed: 4}
	require.NoError(t, stealq.Check(ds), "a steal ends in one of three ways")
}
