package stealq_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/stretchr/testify/require"
)

// battery is what every kind must pass. A test here knows nothing of a kind but
// its Kind. This file has the tests with one goroutine that deques robbed by
// thieves must pass, concurrent_test.go those with several goroutines, and
// shared_test.go what stands for both where all handles are one queue.
var battery = []struct {
	name  string
	kinds func(k *stealq.Kind) bool
	test  func(t *testing.T, k *stealq.Kind)
}{
	{"smoke", robbed, smoke},
	{"empty", robbed, empty},
	{"full", all, full},
	{"order", robbed, order},
	{"leftovers", robbed, leftovers},
	{"request", onRequest, request},
	{"reset", robbed, reset},
	{"own deque", all, ownDeque},
	{"sizes differ", robbed, sizesDiffer},
	{"misuse", all, misuse},
	{"no allocation", all, noAllocation},
	{"spsc", robbed, spsc},
	{"stampede", robbed, stampede},
	{"stress", robbed, stress},
	{"no false empty", unasked, noFalseEmpty},
	{"no starvation", all, noStarvation},
	{"from each other", all, fromEachOther},
	{"handles", shared, handles},
	{"crowd", shared, crowd},
}

func all(*stealq.Kind) bool         { return true }
func robbed(k *stealq.Kind) bool    { return !k.Shared }
func shared(k *stealq.Kind) bool    { return k.Shared }
func onRequest(k *stealq.Kind) bool { return k.OnRequest }
func unasked(k *stealq.Kind) bool   { return !k.Shared && !k.OnRequest }

func TestConformance(t *testing.T) {
	for _, k := range stealq.Kinds() {
		for _, b := range battery {
			if b.kinds(k) {
				t.Run("deque="+k.Name+"/"+b.name, func(t *testing.T) { b.test(t, k) })
			}
		}
	}
}

// capacities are the small ones, where every path is near, and a usual one.
var capacities = []int{2, 4, 8, 256}

// pair makes an owner's deque and a thief's.
func pair(k *stealq.Kind, capacity int) (victim, thief stealq.Deque) {
	ds := k.New(2, capacity)
	return ds[0], ds[1]
}

// fill pushes first, first+1, ... until d has n items more.
func fill(t *testing.T, d stealq.Deque, first, n int) {
	t.Helper()
	for i := range n {
		if !d.Push(uint64(first + i)) {
			t.Fatalf("push %d of %d into a deque of %d refused", i+1, n, d.Cap())
		}
	}
}

// popAll empties d and returns what it held, the oldest item first.
func popAll(d stealq.Deque) (items []uint64) {
	for item, ok := d.Pop(); ok; item, ok = d.Pop() {
		items = append(items, item)
	}
	slices.Reverse(items)
	return items
}

// numbers is from, from+1, ... n of them; nil for none.
func numbers(from, n int) (items []uint64) {
	for i := range n {
		items = append(items, uint64(from+i))
	}
	return items
}

// most is the amount of the largest steals that k offers short of All.
func most(k *stealq.Kind) stealq.Amount {
	if k.Offers(stealq.Half) {
		return stealq.Half
	}
	return stealq.One
}

// rob steals while nobody else is about. Where thieves get only what they asked
// for, and the request is all that a first attempt leaves, the owner answers it.
func rob(k *stealq.Kind, thief, victim stealq.Deque, amount stealq.Amount) (int, stealq.Outcome) {
	n, o := thief.Steal(victim, amount)
	if k.OnRequest && o == stealq.Empty {
		answer(victim)
		n, o = thief.Steal(victim, amount)
	}
	return n, o
}

// answer is what an owner with nothing to do can do for thieves that wait for it,
// without a change to what its deque holds.
func answer(d stealq.Deque) {
	if item, ok := d.Pop(); ok {
		d.Push(item)
	}
}

func smoke(t *testing.T, k *stealq.Kind) {
	victim, thief := pair(k, 8)
	fill(t, victim, 1, 3)
	require.Equal(t, 3, stealq.Held(victim))
	n, o := rob(k, thief, victim, stealq.One)
	require.Equal(t, 1, n)
	require.Equal(t, stealq.Took, o)
	item, ok := victim.Pop()
	require.True(t, ok)
	require.EqualValues(t, 3, item)
	item, ok = thief.Pop()
	require.True(t, ok)
	require.EqualValues(t, 1, item)
	require.NoError(t, stealq.Check([]stealq.Deque{victim, thief}))

	require.NoError(t, k.Validate())
}

func empty(t *testing.T, k *stealq.Kind) {
	for _, capacity := range capacities {
		victim, thief := pair(k, capacity)
		for round := range 3 * capacity { // each round begins one index further on
			_, ok := victim.Pop()
			require.False(t, ok)
			for _, a := range k.Amounts {
				n, o := thief.Steal(victim, a)
				require.Zero(t, n)
				require.Equal(t, stealq.Empty, o)
			}
			require.Zero(t, victim.Len())
			fill(t, victim, 1, 1)
			n, _ := thief.Steal(victim, stealq.One)
			require.Equal(t, 1, n)
			require.Equal(t, []uint64{1}, popAll(thief))
			require.EqualValues(t, round+1, victim.Counters().PopEmpty)
		}
		require.EqualValues(t, 3*capacity*len(k.Amounts), thief.Counters().Empty)
	}
}

func full(t *testing.T, k *stealq.Kind) {
	for capacity := stealq.MinCapacity; capacity <= stealq.MaxCapacity; capacity *= 2 {
		d, _ := pair(k, capacity)
		require.Equal(t, capacity, d.Cap())
		fill(t, d, 1, capacity)
		for range 3 {
			require.False(t, d.Push(99), "a deque of %d took one more", capacity)
		}
		require.Equal(t, capacity, stealq.Held(d))
		require.EqualValues(t, 3, d.Counters().Full)
		require.NoError(t, stealq.Check([]stealq.Deque{d}))
		oldestFirst := k.Shared && popsOldest(k)
		for i := range capacity {
			want := capacity - i
			if oldestFirst {
				want = 1 + i
			}
			if item, ok := d.Pop(); !ok || item != uint64(want) {
				t.Fatalf("popped %d (%v) of %d, want %d", item, ok, capacity, want)
			}
		}
	}
}

// order: the owner is served last in first out, a thief first in first out, and
// what a thief takes lies in the same order on top of what it had.
func order(t *testing.T, k *stealq.Kind) {
	victim, thief := pair(k, 16)
	fill(t, victim, 1, 12)
	fill(t, thief, 101, 2)
	n, o := rob(k, thief, victim, most(k))
	require.Equal(t, stealq.Took, o)
	m, o := rob(k, thief, victim, stealq.One)
	require.Equal(t, stealq.Took, o)
	require.Equal(t, append(numbers(101, 2), numbers(1, n+m)...), popAll(thief))
	require.Equal(t, numbers(n+m+1, 12-n-m), popAll(victim))
}

// leftovers: whatever is stolen in between, victim and thief together hold every
// item in the end, and repeated thefts leave nothing that they cannot reach.
func leftovers(t *testing.T, k *stealq.Kind) {
	for n := range 200 {
		victim, thief := pair(k, 256)
		fill(t, victim, 1, n)
		for left := n; left > 0; left = stealq.Held(victim) {
			got, o := rob(k, thief, victim, most(k))
			if o != stealq.Took || got > max(1, left/2) || stealq.Held(victim) != left-got {
				t.Fatalf("of %d left of %d a thief took %d (%v), and left %d", left, n, got, o, stealq.Held(victim))
			}
			if err := stealq.Check([]stealq.Deque{victim, thief}); err != nil {
				t.Fatal(err)
			}
		}
		require.Equal(t, numbers(1, n), popAll(thief))
	}
}

// request: what OnRequest says, step by step. A thief gets nothing from an owner
// that stands still, one item for each request that the owner's Push or Pop
// answers, the oldest first; and a Pop that leaves nothing answers none.
func request(t *testing.T, k *stealq.Kind) {
	victim, thief := pair(k, 8)
	fill(t, victim, 1, 5)
	for range 3 {
		_, o := thief.Steal(victim, stealq.One)
		require.Equal(t, stealq.Empty, o)
	}
	fill(t, victim, 6, 1)
	_, o := thief.Steal(victim, stealq.One)
	require.Equal(t, stealq.Took, o, "a push answers")
	_, o = thief.Steal(victim, stealq.One)
	require.Equal(t, stealq.Empty, o, "one item")
	item, ok := victim.Pop()
	require.True(t, ok)
	require.EqualValues(t, 6, item)
	_, o = thief.Steal(victim, stealq.One)
	require.Equal(t, stealq.Took, o, "a pop answers")
	require.Equal(t, numbers(1, 2), popAll(thief))

	victim.Pop()
	victim.Pop()
	_, o = thief.Steal(victim, stealq.One)
	require.Equal(t, stealq.Empty, o)
	item, ok = victim.Pop()
	require.True(t, ok)
	require.EqualValues(t, 3, item)
	fill(t, victim, 7, 1)
	_, o = thief.Steal(victim, stealq.One)
	require.Equal(t, stealq.Took, o, "the request outlives the pop of the last item")
	require.Equal(t, numbers(7, 1), popAll(thief))
	require.NoError(t, stealq.Check([]stealq.Deque{victim, thief}))
}

func reset(t *testing.T, k *stealq.Kind) {
	victim, thief := pair(k, 8)
	fill(t, victim, 1, 8)
	rob(k, thief, victim, most(k))
	victim.Reset()
	thief.Reset()
	for _, d := range []stealq.Deque{victim, thief} {
		require.Zero(t, stealq.Held(d))
		require.Zero(t, *d.Counters())
		require.Equal(t, 8, d.Cap())
		_, ok := d.Pop()
		require.False(t, ok)
		d.Reset()
	}
	fill(t, victim, 21, 8)
	n, o := rob(k, thief, victim, most(k))
	require.Equal(t, stealq.Took, o)
	require.Equal(t, numbers(21, n), popAll(thief))
	require.NoError(t, stealq.Check([]stealq.Deque{victim, thief}))
}

func ownDeque(t *testing.T, k *stealq.Kind) {
	d, _ := pair(k, 8) // with room, so that nothing else stands in the way
	fill(t, d, 1, 4)
	for _, a := range k.Amounts {
		n, o := d.Steal(d, a)
		require.Zero(t, n)
		require.Equal(t, stealq.Empty, o)
	}
	require.ElementsMatch(t, numbers(1, 4), popAll(d))
	require.NoError(t, stealq.Check([]stealq.Deque{d}))
}

// sizesDiffer: deques of one kind may steal from each other whatever their
// capacities; the smaller one takes what it has room for.
func sizesDiffer(t *testing.T, k *stealq.Kind) {
	large, small := k.New(1, 64)[0], k.New(1, 4)[0]
	for first := 0; first < 1000; first += 48 {
		fill(t, large, first, 48)
		for next := first; next < first+48; {
			n, o := rob(k, small, large, most(k))
			require.Equal(t, stealq.Took, o)
			require.LessOrEqual(t, n, 4)
			require.Equal(t, numbers(next, n), popAll(small))
			next += n
		}
		fill(t, small, 1, 4)
		want := 2
		if most(k) == stealq.One {
			want = 1
		}
		n, _ := rob(k, large, small, most(k))
		require.Equal(t, want, n)
		require.Equal(t, numbers(1, n), popAll(large))
		require.Equal(t, numbers(1+n, 4-n), popAll(small))
	}
	require.NoError(t, stealq.Check([]stealq.Deque{large, small}))
}

// stranger is a deque of no kind.
type stranger struct{ stealq.Deque }

func misuse(t *testing.T, k *stealq.Kind) {
	for _, capacity := range []int{-2, 0, 1, 3, 6, stealq.MaxCapacity + 1, 2 * stealq.MaxCapacity} {
		require.PanicsWithValue(t, fmt.Sprintf("stealq: capacity %d: want a power of two from 2 to 65536", capacity),
			func() { k.New(1, capacity) })
	}
	require.PanicsWithValue(t, "stealq: 0 deques: want at least 1", func() { k.New(0, 8) })

	d, thief := pair(k, 8)
	fill(t, d, 1, 4)
	require.Panics(t, func() { thief.Steal(stranger{d}, k.Amounts[0]) })
	for _, a := range append(stealq.Amounts(), 9) {
		if !k.Offers(a) {
			require.Panics(t, func() { thief.Steal(d, a) }, "%v", a)
		}
	}
	require.ElementsMatch(t, numbers(1, 4), popAll(d))
}

// noAllocation: fresh deques allocate nothing unless their kind Grows, and deques
// that were full once allocate nothing at all.
func noAllocation(t *testing.T, k *stealq.Kind) {
	const runs = 10
	var fresh [][]stealq.Deque
	for range runs + 1 { // AllocsPerRun makes one run more
		fresh = append(fresh, k.New(2, 64))
	}
	next := 0
	allocs := testing.AllocsPerRun(runs, func() {
		fillStealEmpty(k, fresh[next][0], fresh[next][1])
		next++
	})
	require.Equal(t, k.Grows, allocs > 0, "%v allocations", allocs)
	used := fresh[0]
	require.Zero(t, testing.AllocsPerRun(runs, func() {
		used[0].Reset()
		used[1].Reset()
		fillStealEmpty(k, used[0], used[1])
	}))
}

func fillStealEmpty(k *stealq.Kind, victim, thief stealq.Deque) {
	for i := range uint64(victim.Cap()) {
		victim.Push(i)
	}
	for range victim.Cap() / 2 {
		rob(k, thief, victim, most(k))
	}
	for _, d := range []stealq.Deque{victim, thief} {
		for _, ok := d.Pop(); ok; _, ok = d.Pop() {
		}
	}
}
