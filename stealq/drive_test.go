package stealq_test

import (
	"flag"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/stretchr/testify/require"
)

// How the tests of this package drive deques: first alone, then from several goroutines.

// capacities are the small ones, where every path is near, and a usual one.
var capacities = []int{2, 4, 8, 256}

// pair makes an owner's deque and a thief's.
func pair(k *stealq.Kind, capacity int) (victim, thief stealq.Deque) {
	ds := k.New(2, capacity)
	return ds[0], ds[1]
}

// fill pushes first, first+1, ... until d has n items more.
func fill(t *testing.T, d stealq.Deque, first, n int) {
	for i := range n {
		if !d.Push(uint64(first + i)) {
			t.Helper() // here, for it takes longer than the pushes
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

// rob steals while no other goroutine is about. Where thieves get only what they
// asked for, and the request is all that a first attempt leaves, the owner
// answers it.
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

// stranger is a deque of no kind.
type stranger struct{ stealq.Deque }

var seedFlag = flag.Uint64("seed", 0, "seed of the random tests; 0 draws one")

// seed draws a test's seed and says how to run the same again.
func seed(t *testing.T) uint64 {
	s := *seedFlag
	if s == 0 {
		s = rand.Uint64()
	}
	t.Logf("repeat with: go test ./stealq -run '^%s$' -seed %d", t.Name(), s)
	return s
}

// patience is how long a test waits for what must happen sooner or later.
const patience = 20 * time.Second

// scale shrinks a count where time is short.
func scale(n int) int {
	if testing.Short() || stealq.RaceDetector {
		return n / 10
	}
	return n
}

// tally counts how often each of the items 0, 1, 2, ... was taken.
type tally []atomic.Uint32

func (c tally) take(item uint64) { c[item].Add(1) }

// exactlyOnce requires that each of the first n items was taken once.
func (c tally) exactlyOnce(t *testing.T, n int) {
	t.Helper()
	for i := range c {
		want := uint32(0)
		if i < n {
			want = 1
		}
		if got := c[i].Load(); got != want {
			t.Fatalf("item %d of %d was taken %d times", i, n, got)
		}
	}
}

// start runs body in a goroutine for each deque and returns what waits for all.
func start(deques []stealq.Deque, body func(d stealq.Deque)) (wait func()) {
	var wg sync.WaitGroup
	for _, d := range deques {
		wg.Go(func() { body(d) })
	}
	return wg.Wait
}

// yieldAt gives way at every 64th step, without which goroutines that share one
// processor meet only every 10 ms.
func yieldAt(step int) {
	if step%64 == 0 {
		runtime.Gosched()
	}
}

func total(ds []stealq.Deque) (c stealq.Counters) {
	for _, d := range ds {
		c.Add(d.Counters())
	}
	return c
}

// until runs round 0, 1, ... until the counters of all of them together satisfy
// enough: the rounds have shown what they are about.
func until(t *testing.T, enough func(sum stealq.Counters) bool, round func(i uint64) []stealq.Deque) {
	t.Helper()
	var sum stealq.Counters
	began := time.Now()
	for i := uint64(0); !enough(sum); i++ {
		require.Less(t, time.Since(began), patience, "something never happened: %+v", sum)
		c := total(round(i))
		sum.Add(&c)
	}
	t.Logf("%+v", sum)
}
