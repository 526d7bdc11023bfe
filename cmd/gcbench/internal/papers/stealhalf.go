package papers

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// stealHalf are the claims of Hendler and Shavit.
func stealHalf(k *stealq.Kind, simulate balanceFunc) Paper {
	return Paper{
		Title:    "Non-blocking steal-half work queues",
		Citation: "D. Hendler and N. Shavit, \"Non-Blocking Steal-Half Work Queues\", PODC 2002",
		Claims:   slices.Concat(extendedDeque(k), []Claim{poolClaim(k)}, balance(simulate)),
	}
}

// extendedDeque are their claims about one deque.
func extendedDeque(k *stealq.Kind) []Claim {
	return []Claim{
		costOfSequences(k), costBetweenPowers(k), rangeAfterPush(k), rangeAfterPop(k),
		rangeThiefLeaves(k), eighthInReach(k), halfAtMost(k), twoThefts(k),
	}
}

// costOfSequences is theorem 4.3.
func costOfSequences(k *stealq.Kind) Claim {
	return Claim{
		Text: "k pushes in a row, or k pops, with m thefts among them cost the owner O(log k + m) compare-and-swaps. " +
			"The paper writes \"at most Θ(log(k) + m)\". One must add one more: a single push into an empty deque has k = 1 and m = 0, and costs one.",
		Section: "theorem 4.3",
		Bound:   "c·(log2 k + m + 1), c = 2, for k up to 65,536 and thefts between operations. A theft is noticed once, and takes the owner across one power of two again. A theft within an operation can add a failed compare-and-swap",
		Measure: func(e Effort) Finding { return swapsOfSequences(k, e) },
	}
}

// swapsOfSequences looks for the sequence that costs most in proportion.
func swapsOfSequences(k *stealq.Kind, e Effort) Finding {
	const c = 2.0
	rng := e.rand(1)
	b := newBench(k, stealq.MaxCapacity)
	worst, at, sequences := 0.0, "", 0
	try := func(o op, fill, length, every int, steal stealq.Amount) {
		swaps, thefts := b.sequence(o, fill, length, every, steal)
		sequences++
		if ratio := float64(swaps) / (math.Log2(float64(length)) + float64(thefts) + 1); ratio > worst {
			worst, at = ratio, fmt.Sprintf("%d compare-and-swaps for k = %d, m = %d", swaps, length, thefts)
		}
	}
	for length := 1; length <= stealq.MaxCapacity; length *= 2 {
		for every := 0; every <= length; every = max(1, 4*every) {
			for _, steal := range []stealq.Amount{stealq.Half, stealq.One} {
				try(push, 0, length, every, steal)
				try(pop, length, length, every, steal)
			}
		}
	}
	for range e.times(50, 2000) {
		length := 1 + rng.IntN(1<<(1+rng.IntN(16)))
		every := 1 + rng.IntN(2*length)
		try(push, rng.IntN(stealq.MaxCapacity+1-length), length, every, stealq.Half)
		try(pop, length+rng.IntN(stealq.MaxCapacity+1-length), length, every, stealq.Half)
	}
	return finding(worst <= c, "at most %.2f·(log2 k + m + 1): %s; %d sequences", worst, at, sequences)
}

// sequence carries out length operations o on fill items with a theft after
// every so many, 0 for none.
func (b *bench) sequence(o op, fill, length, every int, steal stealq.Amount) (swaps uint64, thefts int) {
	b.victim.Reset()
	for range fill {
		b.victim.Push(1)
	}
	before := b.victim.Counters().CAS
	for i := 1; i <= length; i++ {
		if o == push {
			b.victim.Push(1)
		} else {
			b.victim.Pop()
		}
		if every > 0 && i%every == 0 && b.stealFromVictim(steal) > 0 {
			thefts++
		}
	}
	return b.victim.Counters().CAS - before, thefts
}

// costBetweenPowers is about a deque that nobody robs.
func costBetweenPowers(k *stealq.Kind) Claim {
	return Claim{
		Text:    "Without thefts, pushes and pops between powers of two perform no compare-and-swap.",
		Section: "sections 1.1 and 2.1",
		Bound:   "none but where the length reaches a power of two (push) or leaves one (pop), each length up to 65,536",
		Measure: func(e Effort) Finding { return swapsWithoutThefts(k, e) },
	}
}

// swapsWithoutThefts fills and empties a deque of the largest capacity.
func swapsWithoutThefts(k *stealq.Kind, _ Effort) Finding {
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
	b.victim.Reset()
	for n := 1; n <= stealq.MaxCapacity; n++ {
		count(n, push)
	}
	for n := stealq.MaxCapacity; n > 0; n-- {
		count(n, pop)
	}
	return finding(between == 0 && atPowers > 0, "%d pushes and as many pops: %d operations with a compare-and-swap at powers of two, %d between",
		stealq.MaxCapacity, atPowers, between)
}

// twoThefts is figure 8.
func twoThefts(k *stealq.Kind) Claim {
	return Claim{
		Text:    "Two thefts from 95 items: of a range of 32, a thief with 36 items takes 14 and leaves a range of 16. The next thief takes these 16 and leaves 16.",
		Section: "section 3.3, figure 8",
		Bound:   "exactly (32, 14, 16, 16), then 16",
		Measure: func(Effort) Finding { return figure8(k) },
	}
}

// figure8 plays the paper's scenario.
func figure8(k *stealq.Kind) Finding {
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
	return finding(got == [5]int{32, 14, 16, 16, 16}, "(%d, %d, %d, %d), then %d", got[0], got[1], got[2], got[3], got[4])
}
