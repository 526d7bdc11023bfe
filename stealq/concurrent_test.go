package stealq_test

import (
	"flag"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/stretchr/testify/require"
)

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

// spsc: one thief, one item at a time, sees every item in the order of pushing.
func spsc(t *testing.T, k *stealq.Kind) {
	for _, capacity := range capacities {
		items := scale(20_000)
		victim, thief := pair(k, capacity)
		wait := start([]stealq.Deque{thief}, func(d stealq.Deque) {
			for next := uint64(0); next < uint64(items); {
				if _, o := d.Steal(victim, stealq.One); o != stealq.Took {
					runtime.Gosched()
					continue
				}
				if item, ok := d.Pop(); !ok || item != next {
					t.Errorf("stole %d (%v), want %d", item, ok, next)
					return
				}
				next++
			}
		})
		for i := 0; i < items; {
			if victim.Push(uint64(i)) {
				i++
			} else {
				serve(k, victim)
			}
		}
		for stealq.Held(victim) > 0 && !t.Failed() {
			serve(k, victim)
		}
		wait()
		require.NoError(t, stealq.Check([]stealq.Deque{victim, thief}))
		require.EqualValues(t, items, thief.Counters().Took)
	}
}

// serve is an owner that waits for thieves: it gives way to them, and answers those
// that only it can serve.
func serve(k *stealq.Kind, d stealq.Deque) {
	if k.OnRequest {
		answer(d)
	}
	runtime.Gosched()
}

// stampede: thieves see rising items, the owner falling ones, and nobody an item
// that another has.
func stampede(t *testing.T, k *stealq.Kind) {
	both := func(sum stealq.Counters) bool { return sum.Took > 0 && sum.Pops > sum.Took }
	until(t, both, func(uint64) []stealq.Deque { return stampedeRound(t, k, 1<<14) })
}

func stampedeRound(t *testing.T, k *stealq.Kind, capacity int) []stealq.Deque {
	t.Helper()
	ds := k.New(4, capacity)
	victim, thieves := ds[0], ds[1:]
	fill(t, victim, 0, capacity)
	seen := make(tally, capacity)
	var done atomic.Bool
	wait := start(thieves, func(d stealq.Deque) {
		for last, i := -1, 0; !done.Load(); i++ {
			yieldAt(i)
			if _, o := d.Steal(victim, stealq.One); o != stealq.Took {
				continue
			}
			item, _ := d.Pop()
			if int(item) <= last {
				t.Errorf("a thief took %d after %d", item, last)
			}
			last = int(item)
			seen.take(item)
		}
	})
	last := uint64(capacity)
	runtime.Gosched()
	for item, ok := victim.Pop(); ok; item, ok = victim.Pop() {
		if item >= last {
			t.Errorf("the owner popped %d after %d", item, last)
		}
		last = item
		seen.take(item)
		yieldAt(int(item))
	}
	done.Store(true)
	wait()
	seen.exactlyOnce(t, capacity)
	require.NoError(t, stealq.Check(ds))
	return ds
}

// stress: an owner that pushes and pops at random, three thieves that take every
// amount, and every item taken exactly once. It goes on, one capacity after the
// other, until steals, empty victims, full deques, wrap-arounds and, where the kind
// can lose, lost steals have all happened. On a single processor a steal loses only
// if it is interrupted, which may take minutes, so nobody waits for it there; the
// large capacity makes it likely where processors are busy, as its copies are long.
func stress(t *testing.T, k *stealq.Kind) {
	s := seed(t)
	sizes := append([]int{4096}, capacities...)
	rounds := 0
	canLose := k.Loses && runtime.GOMAXPROCS(0) > 1
	all := func(sum stealq.Counters) bool {
		return rounds >= len(sizes) && sum.Took > 0 && sum.Empty > 0 && sum.Full > 0 && (sum.Lost > 0 || !canLose)
	}
	until(t, all, func(i uint64) []stealq.Deque {
		ds := k.New(4, sizes[rounds%len(sizes)])
		rounds++
		items := max(scale(20_000), 4*ds[0].Cap())
		stressRound(t, k, ds, items, s+i)
		require.GreaterOrEqual(t, total(ds).Pushes, uint64(4*ds[0].Cap()), "the indices wrapped")
		return ds
	})
}

func stressRound(t *testing.T, k *stealq.Kind, ds []stealq.Deque, items int, seed uint64) {
	t.Helper()
	victim, thieves := ds[0], ds[1:]
	seen := make(tally, items)
	var done atomic.Bool
	wait := start(thieves, func(d stealq.Deque) {
		for i := 0; !done.Load(); i++ {
			d.Steal(victim, k.Amounts[i%len(k.Amounts)])
			if n := victim.Len(); n < 0 || n > victim.Cap() {
				t.Errorf("a length of %d in a deque of %d", n, victim.Cap())
			}
			if i%3 > 0 { // sometimes steal with items of its own
				for item, ok := d.Pop(); ok; item, ok = d.Pop() {
					seen.take(item)
				}
			}
			yieldAt(i)
		}
	})
	rng := rand.New(rand.NewPCG(seed, 0))
	pushing := true // in runs, so that the deque fills and empties
	for next := 0; next < items; {
		if rng.IntN(2*victim.Cap()) == 0 {
			pushing = !pushing
			runtime.Gosched()
		}
		if pushing {
			if victim.Push(uint64(next)) {
				next++
			} else {
				pushing = false
			}
		} else if item, ok := victim.Pop(); ok {
			seen.take(item)
		} else {
			pushing = true
		}
	}
	done.Store(true)
	wait()
	require.NoError(t, stealq.Check(ds))
	for _, d := range ds {
		for _, item := range popAll(d) {
			seen.take(item)
		}
	}
	seen.exactlyOnce(t, items)
	require.NoError(t, stealq.Check(ds))
}

// noFalseEmpty: a deque that holds an item all the while is Empty for nobody. Two
// items lie in it, the owner pushes another once there is room, and two thieves take one item
// each: each finds one, though it may lose it a few times.
func noFalseEmpty(t *testing.T, k *stealq.Kind) {
	pushed := 0
	for round := range scale(5_000) {
		ds := k.New(3, 2)
		fill(t, ds[0], 0, 2)
		wait := start(ds[1:], func(d stealq.Deque) {
			for o := stealq.Lost; o == stealq.Lost; {
				if _, o = d.Steal(ds[0], stealq.One); o == stealq.Empty {
					t.Errorf("round %d: a deque with an item is empty", round)
				}
			}
		})
		if runtime.Gosched(); ds[0].Push(2) {
			pushed++
		}
		wait()
		require.NoError(t, stealq.Check(ds))
	}
	require.NotZero(t, pushed)
}

// noStarvation: with an owner that keeps pushing and popping, every thief gets
// something, and so does the owner. Where a request brings one item, a thief that
// has had one leaves: on one processor the same thief is first in line each time.
func noStarvation(t *testing.T, k *stealq.Kind) {
	ds := k.New(4, 8)
	victim, thieves := ds[0], ds[1:]
	var hungry atomic.Int32
	hungry.Store(int32(len(thieves)))
	var done atomic.Bool
	wait := start(thieves, func(d stealq.Deque) {
		fed := false
		for !done.Load() && !(fed && k.OnRequest) {
			d.Steal(victim, most(k))
			for _, ok := d.Pop(); ok; _, ok = d.Pop() {
				if !fed {
					fed = true
					hungry.Add(-1)
				}
			}
			runtime.Gosched()
		}
	})
	popped, deadline := 0, time.Now().Add(patience)
	for i := 0; hungry.Load() > 0 || popped == 0; i++ {
		victim.Push(uint64(i))
		if i%3 == 0 {
			if _, ok := victim.Pop(); ok {
				popped++
			}
		}
		if i%1024 == 0 && time.Now().After(deadline) {
			t.Errorf("%d thieves still hungry, the owner popped %d", hungry.Load(), popped)
			break
		}
	}
	done.Store(true)
	wait()
	require.NoError(t, stealq.Check(ds))
}

// fromEachOther: every goroutine owns a deque, pushes, pops and steals from the
// others, full deques and empty ones among them.
func fromEachOther(t *testing.T, k *stealq.Kind) {
	s := seed(t)
	for _, capacity := range capacities {
		stole := func(sum stealq.Counters) bool { return (sum.Took > 0 || k.Shared) && sum.Full > 0 }
		until(t, stole, func(i uint64) []stealq.Deque {
			ds := k.New(4, capacity)
			ringRound(t, k, ds, scale(20_000), s+i)
			return ds
		})
	}
}

func ringRound(t *testing.T, k *stealq.Kind, ds []stealq.Deque, each int, seed uint64) {
	t.Helper()
	seen := make(tally, each*len(ds))
	var turn atomic.Uint64
	start(ds, func(d stealq.Deque) {
		me := turn.Add(1) - 1
		rng := rand.New(rand.NewPCG(seed, me))
		pop := func() {
			if item, ok := d.Pop(); ok {
				seen.take(item)
			}
		}
		for next, step := 0, 0; next < each; step++ {
			yieldAt(step)
			switch r := rng.IntN(8); {
			case r < 4:
				if d.Push(me*uint64(each) + uint64(next)) {
					next++
				} else {
					pop()
				}
			case r < 6:
				pop()
			default:
				d.Steal(ds[rng.IntN(len(ds))], k.Amounts[rng.IntN(len(k.Amounts))])
			}
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
