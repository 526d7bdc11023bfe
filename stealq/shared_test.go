package stealq_test

import (
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/stretchr/testify/require"
)

// The battery of kinds that are Shared: what it means that all handles are one
// queue, and the stress that takes the place of thieves.

// popsOldest says whether a shared queue serves the oldest item first, and not the
// newest.
func popsOldest(k *stealq.Kind) bool {
	d := k.New(1, 2)[0]
	d.Push(1)
	d.Push(2)
	item, _ := d.Pop()
	return item == 1
}

// handles: every handle sees what any of them pushed, in one order; the capacity
// is that of all together; there is nothing to steal; and Reset empties them all.
func handles(t *testing.T, k *stealq.Kind) {
	const capacity = 8
	ds := k.New(3, capacity)
	for i := range capacity {
		fill(t, ds[i%3], i, 1)
	}
	for _, d := range ds {
		require.False(t, d.Push(99), "the capacity is shared")
		require.Equal(t, capacity, d.Len())
		require.Equal(t, capacity, d.Cap())
		n, o := d.Steal(ds[0], k.Amounts[0])
		require.Zero(t, n)
		require.Equal(t, stealq.Empty, o)
	}
	require.NoError(t, stealq.Check(ds))
	require.Zero(t, total(ds).ItemsStolen)
	for i := range capacity {
		want := capacity - 1 - i
		if popsOldest(k) {
			want = i
		}
		item, ok := ds[(i+1)%3].Pop()
		require.True(t, ok)
		require.EqualValues(t, want, item)
	}
	require.NoError(t, stealq.Check(ds))

	fill(t, ds[1], 1, 4)
	for _, d := range ds {
		d.Reset()
		require.Zero(t, d.Len())
		require.Zero(t, *d.Counters())
	}
	_, ok := ds[1].Pop()
	require.False(t, ok)
	require.NoError(t, stealq.Check(ds))
	require.NotSame(t, ds[0], ds[1], "each handle counts for itself")

	other := k.New(1, capacity)[0]
	fill(t, other, 1, 1)
	require.Zero(t, ds[0].Len(), "each New makes a queue of its own")
	require.Panics(t, func() { ds[0].Steal(other, k.Amounts[0]) }, "and nobody steals from another queue")
	fill(t, ds[0], 1, 2)
	require.NoError(t, stealq.Check(append(ds, other)), "each queue counts once")
}

// crowd: two handles push and two pop, all at once, and each item is taken exactly
// once. A queue that serves the oldest item shows each consumer the items of each
// producer in their order.
func crowd(t *testing.T, k *stealq.Kind) {
	oldest := popsOldest(k)
	for _, capacity := range capacities {
		enough := func(sum stealq.Counters) bool { return sum.Full > 0 && sum.PopEmpty > 0 }
		until(t, enough, func(uint64) []stealq.Deque {
			ds := k.New(4, capacity)
			crowdRound(t, ds, scale(10_000), oldest)
			return ds
		})
	}
}

func crowdRound(t *testing.T, ds []stealq.Deque, each int, oldest bool) {
	t.Helper()
	const producers = 2
	seen := make(tally, producers*each)
	var turn, left atomic.Int64
	left.Store(int64(len(seen)))
	produce := start(ds[:producers], func(d stealq.Deque) {
		me := int(turn.Add(1)) - 1
		for i := 0; i < each; {
			if d.Push(uint64(me*each + i)) {
				i++
			} else {
				runtime.Gosched()
			}
		}
	})
	consume := start(ds[producers:], func(d stealq.Deque) {
		last := [producers]int{-1, -1}
		for left.Load() > 0 {
			item, ok := d.Pop()
			if !ok {
				runtime.Gosched()
				continue
			}
			left.Add(-1)
			seen.take(item)
			from := int(item) / each
			if oldest && int(item) <= last[from] {
				t.Errorf("a consumer got %d after %d", item, last[from])
			}
			last[from] = int(item)
		}
	})
	produce()
	consume()
	seen.exactlyOnce(t, len(seen))
	require.NoError(t, stealq.Check(ds))
	require.Zero(t, ds[0].Len())
}
