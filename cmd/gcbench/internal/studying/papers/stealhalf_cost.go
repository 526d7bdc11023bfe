package papers

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// The rows about what the owner pays, and figure 8.

// swapsOfSequences looks for the sequence that costs most in proportion.
func swapsOfSequences(k *stealq.Kind, e claims.Effort) claims.Finding {
	const c = 2.0
	rng := e.Rand(1)
	b := newBench(k, stealq.MaxCapacity)
	worst, at, sequences := 0.0, "", 0
	try := func(o op, fill, length, every int, theft op) {
		swaps, thefts := b.sequence(o, fill, length, every, theft)
		sequences++
		if ratio := float64(swaps) / (math.Log2(float64(length)) + float64(thefts) + 1); ratio > worst {
			worst, at = ratio, fmt.Sprintf("%d compare-and-swaps for k = %d, m = %d", swaps, length, thefts)
		}
	}
	for length := 1; length <= stealq.MaxCapacity; length *= 2 {
		for every := 0; every <= length; every = max(1, 4*every) {
			for _, theft := range []op{stealHalfOf, stealOneOf} {
				try(push, 0, length, every, theft)
				try(pop, length, length, every, theft)
			}
		}
	}
	for range e.Times(50, 2000) {
		length := 1 + rng.IntN(1<<(1+rng.IntN(16)))
		every := 1 + rng.IntN(2*length)
		try(push, rng.IntN(stealq.MaxCapacity+1-length), length, every, stealHalfOf)
		try(pop, length+rng.IntN(stealq.MaxCapacity+1-length), length, every, stealHalfOf)
	}
	return claims.Found(worst <= c, "at most %.2f·(log2 k + m + 1): %s; %d sequences", worst, at, sequences)
}

// sequence carries out length operations o on fill items with a theft after
// every so many, 0 for none.
func (b *bench) sequence(o op, fill, length, every int, theft op) (swaps uint64, thefts int) {
	b.fill(fill)
	before := b.victim.Counters().CAS
	for i := 1; i <= length; i++ {
		b.do(o)
		if every > 0 && i%every == 0 && b.do(theft).took > 0 {
			thefts++
		}
	}
	return b.victim.Counters().CAS - before, thefts
}

// swapsWithoutThefts fills and empties a deque of the largest capacity.
func swapsWithoutThefts(k *stealq.Kind) claims.Finding {
	b := newBench(k, stealq.MaxCapacity)
	atPowers, between := 0, 0
	count := func(n int, o op) {
		switch swaps := b.do(o).swapped; {
		case swaps && bits.OnesCount(uint(n)) == 1:
			atPowers++
		case swaps:
			between++
		}
	}
	for n := 1; n <= stealq.MaxCapacity; n++ {
		count(n, push)
	}
	for n := stealq.MaxCapacity; n > 0; n-- {
		count(n, pop)
	}
	return claims.Found(between == 0 && atPowers > 0, "%d pushes and as many pops: %d operations with a compare-and-swap at powers of two, %d between",
		stealq.MaxCapacity, atPowers, between)
}

// figure8 plays the paper's scenario.
func figure8(k *stealq.Kind) claims.Finding {
	play := func(thefts int) (taken [2]int, length int) {
		ds := k.New(4, 128)
		for range 95 {
			ds[0].Push(1)
		}
		for range 36 { // so a thief takes 32 - 36/2
			ds[1].Push(2)
		}
		for i := range thefts {
			taken[i], _ = ds[1+i].Steal(ds[0], stealq.Balance)
		}
		length, _ = ds[3].Steal(ds[0], stealq.Half)
		return taken, length
	}
	_, first := play(0)
	_, second := play(1)
	taken, third := play(2)
	got := [5]int{first, taken[0], second, taken[1], third}
	return claims.Found(got == [5]int{32, 14, 16, 16, 16}, "(%d, %d, %d, %d), then %d", got[0], got[1], got[2], got[3], got[4])
}
