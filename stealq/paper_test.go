package stealq_test

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
	"github.com/stretchr/testify/require"
)

// The tests of this file hold stealhalf to what its paper states: Hendler and
// Shavit, "Non-Blocking Steal-Half Work Queues", PODC 2002.

func stealHalves(t *testing.T, n, capacity int) []stealq.Deque {
	k := stealq.StealHalf
	return k.New(n, capacity)
}

// rangeOf is the length of d's steal range.
func rangeOf(t *testing.T, d stealq.Deque) int {
	_, length, ok := stealq.StealRange(d)
	require.True(t, ok)
	return length
}

// TestRangeAfterPush: right after a push that replaced the steal range,
// 2*len(range) <= len(deque) < 4*len(range), unless the item is the only one.
//
// Reference: section 2.2.2 and its note 12.
func TestRangeAfterPush(t *testing.T) { rangeAfter(t, true) }

// TestRangeAfterPop: right after a pop that replaced the steal range,
// 2*len(range) <= len(deque) <= 4*len(range), unless none or one item is left.
//
// Reference: section 2.2.3 and its note 15.
func TestRangeAfterPop(t *testing.T) { rangeAfter(t, false) }

func rangeAfter(t *testing.T, pushing bool) {
	rng := rand.New(rand.NewPCG(seed(t), 0))
	ds := stealHalves(t, 2, 256)
	d, thief := ds[0], ds[1]
	checked := 0
	for range 20_000 {
		before, r := d.Counters().CAS, rng.IntN(20)
		push := r < 10 == (d.Len() < rng.IntN(256))
		if r == 19 {
			thief.Reset()
			thief.Steal(d, stealq.Half)
			continue
		}
		if push {
			d.Push(1)
		} else {
			d.Pop()
		}
		n, length := d.Len(), rangeOf(t, d)
		switch {
		case push != pushing || d.Counters().CAS == before:
		case n < 2:
			require.Equal(t, n, length)
			checked++
		default:
			require.LessOrEqual(t, 2*length, n)
			if pushing {
				require.Less(t, n, 4*length)
			}
			require.LessOrEqual(t, n, 4*length)
			checked++
		}
	}
	require.Greater(t, checked, 100)
}

// TestConsecutiveSteals: 95 items, 32 of them in the range. A thief that needs 14
// leaves a range of 16, one eighth of 128, for the deque may have between 64 and
// 127 items. The next takes all 16 and leaves 16 again.
//
// Reference: section 3.3, figure 8.
func TestConsecutiveSteals(t *testing.T) {
	ds := stealHalves(t, 3, 128)
	fill(t, ds[0], 0, 95)
	fill(t, ds[1], 100, 36) // 32 - 36/2 = 14
	require.Equal(t, 32, rangeOf(t, ds[0]))

	n, o := ds[1].Steal(ds[0], stealq.Balance)
	require.Equal(t, stealq.Took, o)
	require.Equal(t, 14, n)
	require.Equal(t, 16, rangeOf(t, ds[0]))

	n, o = ds[2].Steal(ds[0], stealq.Balance)
	require.Equal(t, stealq.Took, o)
	require.Equal(t, 16, n)
	require.Equal(t, 16, rangeOf(t, ds[0]))
	require.Equal(t, 95-14-16, ds[0].Len())
	require.Equal(t, numbers(14, 16), popAll(ds[2]))
}

// TestNoSwapBetweenPowersOfTwo: without thefts, a push or a pop needs a
// compare-and-swap exactly where the length crosses a power of two.
//
// Reference: sections 1.1 and 2.2.2.
func TestNoSwapBetweenPowersOfTwo(t *testing.T) {
	const capacity = 1 << 12
	d := stealHalves(t, 1, capacity)[0]
	swapped := func(op func()) bool {
		before := d.Counters().CAS
		op()
		return d.Counters().CAS > before
	}
	for n := 1; n <= capacity; n++ {
		require.Equal(t, bits.OnesCount(uint(n)) == 1, swapped(func() { d.Push(1) }), "push to %d", n)
	}
	for n := capacity; n > 0; n-- {
		require.Equal(t, bits.OnesCount(uint(n)) == 1, swapped(func() { d.Pop() }), "pop from %d", n)
	}
	require.Zero(t, d.Counters().CASFailed)
	require.EqualValues(t, 2*(12+1), d.Counters().CAS)

	stores := d.Counters().Stores
	d.Pop()
	require.Equal(t, stores, d.Counters().Stores, "popping an empty deque stores nothing")
	require.EqualValues(t, capacity*(2+1), stores, "two stores a push, one a pop")
}

// TestSwapsOfAMonotonicSequence: k pushes, or k pops, with m thefts among them
// cost the owner O(log k + m) compare-and-swaps: one for each power of two crossed,
// one for each theft noticed, and as a theft takes at most half, up to two more for
// powers of two that it makes the owner cross again.
//
// Reference: theorem 4.3.
func TestSwapsOfAMonotonicSequence(t *testing.T) {
	rng := rand.New(rand.NewPCG(seed(t), 0))
	thefts := 0
	for range 300 {
		ds := stealHalves(t, 2, 1<<10)
		d, thief := ds[0], ds[1]
		for _, push := range []bool{true, false} {
			before, took := d.Counters().CAS, 0
			k := rng.IntN(1 << 10)
			every := 1 + rng.IntN(200)
			for range k {
				if push {
					d.Push(1)
				} else {
					d.Pop()
				}
				if rng.IntN(every) == 0 {
					if _, o := thief.Steal(d, stealq.Half); o == stealq.Took {
						took++
					}
					thief.Reset()
				}
			}
			require.LessOrEqual(t, d.Counters().CAS-before, uint64(bits.Len(1<<10)+3*took), "k=%d m=%d", k, took)
			thefts += took
		}
	}
	require.NotZero(t, thefts)
}

// TestPriceOfATheft: a theft of n items costs a compare-and-swap at the victim, n+1
// stores, and one more compare-and-swap where the thief's length crosses a power of
// two.
//
// Reference: section 3.3, and the cost in stealhalf.go.
func TestPriceOfATheft(t *testing.T) {
	for own := range 20 {
		for n := 1; n <= 64; n++ {
			ds := stealHalves(t, 2, 128)
			fill(t, ds[0], 0, n)
			fill(t, ds[1], 0, own)
			before := *ds[1].Counters()
			took, o := ds[1].Steal(ds[0], stealq.Half)
			require.Equal(t, stealq.Took, o)
			after, swaps := ds[1].Counters(), uint64(1)
			if bits.Len(uint(own)) != bits.Len(uint(own+took)) {
				swaps++
			}
			require.EqualValues(t, took+1, after.Stores-before.Stores, "%d of %d", took, n)
			require.Equal(t, swaps, after.CAS-before.CAS, "%d of %d, with %d", took, n, own)
		}
	}
}

// TestOneEighth: at rest at least one eighth of a deque can be stolen at once, and
// at most half, through every sequence of pushes, pops and thefts of a length.
// (The theorem says at all times; in the middle of a push it does not hold.)
//
// Reference: theorem 3.10.
func TestOneEighth(t *testing.T) {
	length := 5
	if testing.Short() || stealq.RaceDetector {
		length = 4
	}
	oneEighth(t, length)
}

// TestSlowOneEighth has one operation more.
func TestSlowOneEighth(t *testing.T) {
	tagged.Slow(t)
	oneEighth(t, 6)
}

func oneEighth(t *testing.T, length int) {
	const ops = 5
	for capacity := 2; capacity <= 8; capacity *= 2 {
		for n := range capacity + 1 {
			for code := range pow(ops, length) {
				ds := stealHalves(t, 2, capacity)
				fill(t, ds[0], 0, n)
				for rest := code; rest > 0; rest /= ops {
					oneOf(ds, rest%ops)
					if err := stealq.Check(ds); err != nil {
						t.Fatalf("capacity %d, %d items, sequence %d: %v", capacity, n, code, err)
					}
				}
			}
		}
	}
}

func pow(base, exp int) int {
	n := 1
	for range exp {
		n *= base
	}
	return n
}

// oneOf does operation op to the first of two deques.
func oneOf(ds []stealq.Deque, op int) {
	switch op {
	case 0:
		ds[0].Push(7)
	case 1:
		ds[0].Pop()
	case 2:
		ds[1].Steal(ds[0], stealq.Half)
	case 3:
		ds[1].Steal(ds[0], stealq.One)
	case 4:
		ds[0].Steal(ds[1], stealq.Half)
	}
}
