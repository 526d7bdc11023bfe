package stealq_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/stretchr/testify/require"
)

// TestWorkRangeEveryHistory is every sequence of takes and steals of every run of
// up to 12 indices: each index once, the owner's ascending from the low end, the
// thieves' descending from the high end, a quarter to a half at a time; exactly
// one claim is the last; and what is counted adds up.
func TestWorkRangeEveryHistory(t *testing.T) {
	longest := uint32(12)
	if testing.Short() {
		longest = 9
	}
	for n := uint32(1); n <= longest; n++ {
		for history := range 1 << n {
			var r stealq.WorkRange
			var c stealq.Counters
			const first = 5
			r.Open(9, first, first+n, &c)
			low, high := uint32(first), first+n
			for step := 0; low < high; step++ {
				left := high - low
				if got := r.Len(); got != int(left) {
					t.Fatalf("history %b of %d, step %d: Len is %d with %d left", history, n, step, got, left)
				}
				if history>>step&1 == 0 {
					p, _ := r.Take(&c)
					if want := (stealq.Part{Over: 9, Low: low, High: low + 1, Last: left == 1}); p != want {
						t.Fatalf("history %b of %d, step %d: took %+v, want %+v", history, n, step, p, want)
					}
					low++
					continue
				}
				p, o := r.Steal(&c)
				length := p.High - p.Low
				want := stealq.Part{Over: 9, Low: high - length, High: high, Last: left == 1}
				if o != stealq.Took || p != want || left >= 4*length || length > max(1, left/2) {
					t.Fatalf("history %b of %d, step %d: stole %+v of %d, %v", history, n, step, p, left, o)
				}
				high -= length
			}
			requireExhausted(t, &r, &c)
			require.Equal(t, uint64(n), c.Pushes)
			require.Equal(t, uint64(n), c.Pops+c.ItemsStolen)
			require.Zero(t, c.CASFailed)
		}
	}
}

func requireExhausted(t *testing.T, r *stealq.WorkRange, c *stealq.Counters) {
	t.Helper()
	require.Zero(t, r.Len())
	_, ok := r.Take(c)
	require.False(t, ok)
	_, o := r.Steal(c)
	require.Equal(t, stealq.Empty, o)
}

// share is the length of the steal range when it is set for what is left.
func share(left uint32) uint32 {
	if left < 2 {
		return left
	}
	return 1 << (bits.Len32(left) - 2)
}

// TestWorkRangeOwnersCAS: the owner performs a compare-and-swap exactly where fewer
// than two lengths of the steal range are left above the index it takes; that is
// at most log2(n)+2 times, however many thefts there are.
func TestWorkRangeOwnersCAS(t *testing.T) {
	most := uint32(600)
	if testing.Short() {
		most = 150
	}
	for n := uint32(1); n <= most; n++ {
		for _, every := range []uint32{0, 1, 2, 7, 50} { // a theft after so many takes
			var r stealq.WorkRange
			var own, thieves stealq.Counters
			r.Open(0, 0, n, &own)
			high, length, want := n, share(n), uint64(0)
			for p, ok := r.Take(&own); ok; p, ok = r.Take(&own) {
				if left := high - p.High; left < 2*length {
					want, length = want+1, share(left)
				}
				if own.CAS != want {
					t.Fatalf("n %d, index %d of %d, a theft every %d takes: %d compare-and-swaps, want %d", n, p.Low, high, every, own.CAS, want)
				}
				if every > 0 && p.High%every == 0 {
					if stolen, o := r.Steal(&thieves); o == stealq.Took {
						high = stolen.Low
						length = share(high - p.High)
					}
				}
			}
			require.LessOrEqual(t, own.CAS, uint64(bits.Len32(n)+1))
			require.Zero(t, own.CASFailed)
			require.Equal(t, own.Pops+3, own.Stores)
		}
	}
}

// TestWorkRangeFarOwner: 2^32 items in chunks of 512, a power of two, of which the
// thieves' part is half. The first take replaces that, and then the owner takes
// half of all with no compare-and-swap.
func TestWorkRangeFarOwner(t *testing.T) {
	const n = 1 << 32 / 512
	var r stealq.WorkRange
	var c stealq.Counters
	r.Open(0, 0, n, &c)
	for i := range uint32(n / 2) {
		p, ok := r.Take(&c)
		if !ok || p.Low != i {
			t.Fatalf("took %+v %v, want %d", p, ok, i)
		}
	}
	require.Equal(t, uint64(1), c.CAS)
	p, o := r.Steal(&c)
	require.Equal(t, stealq.Took, o)
	require.Equal(t, stealq.Part{Low: n - n/4, High: n}, p)
}

// TestWorkRangeBounds: the largest range works, and what Open cannot hold panics.
func TestWorkRangeBounds(t *testing.T) {
	var r stealq.WorkRange
	var c stealq.Counters
	requireExhausted(t, &r, &c)
	r.Open(1, 7, 7, &c)
	requireExhausted(t, &r, &c)

	r.Open(1<<64-1, stealq.MaxWorkRange-1, stealq.MaxWorkRange, &c)
	require.Panics(t, func() { r.Open(1, 0, 1, &c) }, "a range is open")
	p, ok := r.Take(&c)
	require.True(t, ok)
	require.Equal(t, stealq.Part{Over: 1<<64 - 1, Low: stealq.MaxWorkRange - 1, High: stealq.MaxWorkRange, Last: true}, p)

	require.PanicsWithValue(t, "stealq: open [0 .. 16777216) with 0 indices left: want 0 left, and an ascending run below 16777216",
		func() { r.Open(1, 0, stealq.MaxWorkRange+1, &c) })
	require.Panics(t, func() { r.Open(1, 2, 1, &c) })
	r.Open(1, 0, stealq.MaxWorkRange, &c)
	require.Equal(t, stealq.MaxWorkRange, r.Len())
	require.EqualValues(t, 0+1+stealq.MaxWorkRange, c.Pushes, "indices of three openings")
	require.EqualValues(t, 3*3+1, c.Stores, "three an opening, one a take")
	r.Reset()
	requireExhausted(t, &r, &c)
	require.Zero(t, testing.AllocsPerRun(10, func() {
		r.Open(1, 0, 100, &c)
		for ok := true; ok; _, ok = r.Take(&c) {
			r.Steal(&c)
		}
	}))
}

// TestWorkRangeConcurrent: an owner that opens its range over and over and thieves
// that keep what they steal claim each index of each opening exactly once, and both
// lose races.
func TestWorkRangeConcurrent(t *testing.T) {
	rng := rand.New(rand.NewPCG(seed(t), 0))
	enough := func(sum stealq.Counters) bool {
		return sum.Pushes > uint64(scale(300_000)) && sum.Took > 100 && sum.Lost > 0 && sum.Empty > 0 && sum.Pops > 100
	}
	var sum stealq.Counters
	for began := time.Now(); !enough(sum); {
		require.Less(t, time.Since(began), patience, "something never happened: %+v", sum)
		c := workRangeRound(t, 1+rng.IntN(3), 20, 1+rng.IntN(400), rng.Uint64())
		sum.Add(&c)
	}
	t.Logf("%+v", sum)
}

// workRangeRound opens a range so many times over n indices.
func workRangeRound(t *testing.T, thieves, openings, n int, seed uint64) (sum stealq.Counters) {
	t.Helper()
	var r stealq.WorkRange
	claimed := make(tally, openings*n)
	lasts := make(tally, openings)
	take := func(p stealq.Part) {
		for i := p.Low; i < p.High; i++ {
			claimed.take(p.Over*uint64(n) + uint64(i))
		}
		if p.Last {
			lasts.take(p.Over)
		}
	}
	counters := make([]stealq.Counters, thieves+1)
	done := make(chan struct{})
	var wg sync.WaitGroup
	for i := range thieves {
		wg.Go(func() {
			for step := 0; ; step++ {
				select {
				case <-done:
					return
				default:
				}
				if p, o := r.Steal(&counters[i]); o == stealq.Took {
					take(p)
				}
				yieldAt(step)
			}
		})
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	own := &counters[thieves]
	for over := range uint64(openings) {
		r.Open(over, 0, uint32(n), own)
		for p, ok := r.Take(own); ok; p, ok = r.Take(own) {
			take(p)
			yieldAt(rng.IntN(80))
		}
	}
	close(done)
	wg.Wait()
	claimed.exactlyOnce(t, openings*n)
	lasts.exactlyOnce(t, openings)
	for i := range counters {
		sum.Add(&counters[i])
	}
	require.Equal(t, sum.Pushes, sum.Pops+sum.ItemsStolen)
	require.Equal(t, sum.Steals, sum.Took+sum.Empty+sum.Lost)
	require.LessOrEqual(t, own.CAS-own.CASFailed, uint64(openings*(bits.Len(uint(n))+1)))
	return sum
}

// A thief takes the far end of what is left and goes on with it as its owner.
func ExampleWorkRange() {
	var mine, yours stealq.WorkRange
	var me, you stealq.Counters
	mine.Open(0, 0, 10, &me)
	part, outcome := mine.Steal(&you)
	yours.Open(part.Over, part.Low, part.High, &you)
	fmt.Println(outcome, part.Low, part.High, mine.Len(), yours.Len())

	first, _ := mine.Take(&me)
	second, _ := yours.Take(&you)
	fmt.Println(first.Low, second.Low)
	// Output:
	// took 6 10 6 4
	// 0 6
}
