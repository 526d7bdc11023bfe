package stealq_test

import (
	"fmt"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/stretchr/testify/require"
)

// battery is what every kind must pass. A test here knows nothing of a kind but
// its Kind. This file has the tests with one goroutine, concurrent_test.go the
// rest.
var battery = []struct {
	name string
	test func(t *testing.T, k stealq.Kind)
}{
	{"smoke", smoke},
	{"empty", empty},
	{"full", full},
	{"order", order},
	{"leftovers", leftovers},
	{"reset", reset},
	{"own deque", ownDeque},
	{"sizes differ", sizesDiffer},
	{"misuse", misuse},
	{"no allocation", noAllocation},
	{"spsc", spsc},
	{"stampede", stampede},
	{"stress", stress},
	{"no starvation", noStarvation},
	{"from each other", fromEachOther},
}

func TestConformance(t *testing.T) {
	for _, k := range stealq.Kinds() {
		for _, b := range battery {
			t.Run("deque="+k.Name+"/"+b.name, func(t *testing.T) { b.test(t, k) })
		}
	}
}

// capacities are the small ones, where every path is near, and a usual one.
var capacities = []int{2, 4, 8, 256}

// pair makes an owner's deque and a thief's.
func pair(k stealq.Kind, capacity int) (victim, thief stealq.Deque) {
	ds := k.New(2, capacity)
	return ds[0], ds[1]
}

// fill pushes first, first+1, ... until d has n items more.
func fill(t *testing.T, d stealq.Deque, first, n int) {
	t.Helper()
	for i := range n {
		require.True(t, d.Push(uint64(first+i)), "push %d of %d into a deque of %d", i+1, n, d.Cap())
	}
}

// popAll empties d and returns what it held, the oldest item first.
func popAll(d stealq.Deque) (items []uint64) {
	for item, ok := d.Pop(); ok; item, ok = d.Pop() {
		items = append([]uint64{item}, items...)
	}
	return items
}

// numbers is from, from+1, ... n of them; nil for none.
func numbers(from, n int) (items []uint64) {
	for i := range n {
		items = append(items, uint64(from+i))
	}
	return items
}

func smoke(t *testing.T, k stealq.Kind) {
	victim, thief := pair(k, 8)
	fill(t, victim, 1, 3)
	require.Equal(t, 3, victim.Len())
	n, o := thief.Steal(victim, stealq.One)
	require.Equal(t, 1, n)
	require.Equal(t, stealq.Took, o)
	item, ok := victim.Pop()
	require.True(t, ok)
	require.EqualValues(t, 3, item)
	item, ok = thief.Pop()
	require.True(t, ok)
	require.EqualValues(t, 1, item)
	require.NoError(t, stealq.Check([]stealq.Deque{victim, thief}))

	found, ok := stealq.KindByName(k.Name)
	require.True(t, ok)
	require.Equal(t, k.Doc, found.Doc)
	require.Regexp(t, "^[a-z0-9]+$", k.Name)
	require.NotEmpty(t, k.Amounts)
}

func empty(t *testing.T, k stealq.Kind) {
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

func full(t *testing.T, k stealq.Kind) {
	for capacity := stealq.MinCapacity; capacity <= stealq.MaxCapacity; capacity *= 2 {
		d, _ := pair(k, capacity)
		require.Equal(t, capacity, d.Cap())
		fill(t, d, 1, capacity)
		for range 3 {
			require.False(t, d.Push(99), "a deque of %d took one more", capacity)
		}
		require.Equal(t, capacity, d.Len())
		require.EqualValues(t, 3, d.Counters().Full)
		require.NoError(t, stealq.Check([]stealq.Deque{d}))
		for want := capacity; want > 0; want-- {
			item, ok := d.Pop()
			require.True(t, ok)
			require.EqualValues(t, want, item)
		}
	}
}

// order: the owner is served last in first out, a thief first in first out, and
// what a thief takes lies in the same order on top of what it had.
func order(t *testing.T, k stealq.Kind) {
	victim, thief := pair(k, 16)
	fill(t, victim, 1, 12)
	fill(t, thief, 101, 2)
	n, o := thief.Steal(victim, stealq.Half)
	require.Equal(t, stealq.Took, o)
	m, o := thief.Steal(victim, stealq.One)
	require.Equal(t, stealq.Took, o)
	require.Equal(t, append(numbers(101, 2), numbers(1, n+m)...), popAll(thief))
	require.Equal(t, numbers(n+m+1, 12-n-m), popAll(victim))
}

// leftovers: whatever is stolen in between, victim and thief together hold every
// item in the end, and repeated thefts leave nothing that they cannot reach.
func leftovers(t *testing.T, k stealq.Kind) {
	for n := range 200 {
		victim, thief := pair(k, 256)
		fill(t, victim, 1, n)
		for victim.Len() > 0 {
			before := victim.Len()
			got, o := thief.Steal(victim, stealq.Half)
			require.Equal(t, stealq.Took, o, "%d of %d left", before, n)
			require.LessOrEqual(t, got, max(1, before/2), "took more than half of %d", before)
			require.Equal(t, before-got, victim.Len())
			require.NoError(t, stealq.Check([]stealq.Deque{victim, thief}))
		}
		require.Equal(t, numbers(1, n), popAll(thief))
	}
}

func reset(t *testing.T, k stealq.Kind) {
	victim, thief := pair(k, 8)
	fill(t, victim, 1, 8)
	thief.Steal(victim, stealq.Half)
	victim.Reset()
	thief.Reset()
	for _, d := range []stealq.Deque{victim, thief} {
		require.Zero(t, d.Len())
		require.Zero(t, *d.Counters())
		require.Equal(t, 8, d.Cap())
		_, ok := d.Pop()
		require.False(t, ok)
		d.Reset()
	}
	fill(t, victim, 21, 8)
	n, o := thief.Steal(victim, stealq.Half)
	require.Equal(t, stealq.Took, o)
	require.Equal(t, numbers(21, n), popAll(thief))
	require.NoError(t, stealq.Check([]stealq.Deque{victim, thief}))
}

func ownDeque(t *testing.T, k stealq.Kind) {
	d, _ := pair(k, 8) // with room, so that nothing else stands in the way
	fill(t, d, 1, 4)
	for _, a := range k.Amounts {
		n, o := d.Steal(d, a)
		require.Zero(t, n)
		require.Equal(t, stealq.Empty, o)
	}
	require.Equal(t, numbers(1, 4), popAll(d))
	require.NoError(t, stealq.Check([]stealq.Deque{d}))
}

// sizesDiffer: deques of one kind may steal from each other whatever their
// capacities; the smaller one takes what it has room for.
func sizesDiffer(t *testing.T, k stealq.Kind) {
	large, small := k.New(1, 64)[0], k.New(1, 4)[0]
	for first := 0; first < 1000; first += 48 {
		fill(t, large, first, 48)
		for next := first; next < first+48; {
			n, o := small.Steal(large, stealq.Half)
			require.Equal(t, stealq.Took, o)
			require.LessOrEqual(t, n, 4)
			require.Equal(t, numbers(next, n), popAll(small))
			next += n
		}
		fill(t, small, 1, 4)
		n, _ := large.Steal(small, stealq.Half)
		require.Equal(t, 2, n)
		require.Equal(t, numbers(1, 2), popAll(large))
		require.Equal(t, numbers(3, 2), popAll(small))
	}
	require.NoError(t, stealq.Check([]stealq.Deque{large, small}))
}

// stranger is a deque of no kind.
type stranger struct{ stealq.Deque }

func misuse(t *testing.T, k stealq.Kind) {
	for _, capacity := range []int{-2, 0, 1, 3, 6, stealq.MaxCapacity + 1, 2 * stealq.MaxCapacity} {
		require.PanicsWithValue(t, fmt.Sprintf("stealq: capacity %d: want a power of two from 2 to 65536", capacity),
			func() { k.New(1, capacity) })
	}
	require.PanicsWithValue(t, "stealq: 0 deques: want at least 1", func() { k.New(0, 8) })

	d, thief := pair(k, 8)
	fill(t, d, 1, 4)
	require.Panics(t, func() { thief.Steal(stranger{d}, stealq.Half) })
	for _, a := range append(stealq.Amounts(), 9) {
		if !k.Offers(a) {
			require.Panics(t, func() { thief.Steal(d, a) }, "%v", a)
		}
	}
	require.Equal(t, numbers(1, 4), popAll(d))
}

func noAllocation(t *testing.T, k stealq.Kind) {
	victim, thief := pair(k, 64)
	allocs := testing.AllocsPerRun(10, func() {
		for i := range uint64(64) {
			victim.Push(i)
		}
		for thief.Len() < 32 {
			thief.Steal(victim, stealq.Half)
		}
		for _, d := range []stealq.Deque{victim, thief} {
			for _, ok := d.Pop(); ok; _, ok = d.Pop() {
			}
		}
	})
	require.Zero(t, allocs)
}
