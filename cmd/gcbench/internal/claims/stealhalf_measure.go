package claims

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// swapsOfSequences looks for the sequence that costs most in proportion.
func swapsOfSequences(k stealq.Kind, e Effort) Finding {
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

// swapsWithoutThefts fills and empties a deque of the largest capacity.
func swapsWithoutThefts(k stealq.Kind, _ Effort) Finding {
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

// rangeAfter checks the range after each operation o with a successful
// compare-and-swap.
func rangeAfter(k stealq.Kind, e Effort, o op) Finding {
	seen, wrong, least, most := 0, 0, math.Inf(1), 0.0
	everyStep(k, e, func(s step) {
		if s.op != o || !s.swapped || s.after == 0 {
			return
		}
		seen++
		n, r := s.after, s.length
		if n == 1 {
			if r != 1 {
				wrong++
			}
			return
		}
		least, most = min(least, float64(n)/float64(r)), max(most, float64(n)/float64(r))
		if 2*r > n || n > 4*r || o == push && n == 4*r {
			wrong++
		}
	})
	return finding(most > 0 && wrong == 0, "len(deque)/len(range) from %.2f to %.2f; %d exceptions in %d", least, most, wrong, seen)
}

// rangeAfterTheft checks the range that thieves leave.
func rangeAfterTheft(k stealq.Kind, e Effort) Finding {
	seen, wrong, emptied := 0, 0, 0
	least, most := 1.0, 0.0
	everyStep(k, e, func(s step) {
		if s.took == 0 {
			return
		}
		seen++
		switch n, r := s.after, s.length; {
		case n == 0:
			emptied++
			if r != 0 {
				wrong++
			}
		case n == 1:
			if r != 1 {
				wrong++
			}
		default:
			share := float64(r) / float64(n)
			least, most = min(least, share), max(most, share)
			if share > 1./2 || share < 1./8 {
				wrong++
			}
		}
	})
	return finding(emptied > 0 && wrong == 0, "from %.3f to %.3f of the deque; %d of %d thefts emptied it; %d exceptions", least, most, emptied, seen, wrong)
}

// anEighth checks the range after every operation, and reports the worst
// instant inside of one. A deque without items has no range; so what is added
// to it lies under none until the range is raised.
func anEighth(k stealq.Kind, e Effort) Finding {
	share, wrong, seen := 1.0, 0, 0
	exposed := step{}
	check := func(s step) {
		if s.after > 0 {
			seen++
			share = min(share, float64(s.length)/float64(s.after))
			if 8*s.length < s.after {
				wrong++
			}
		}
		if s.before == 0 && s.after > exposed.after {
			exposed = s
		}
	}
	everyStep(k, e, check)
	check(newBench(k, stealq.MaxCapacity).play(0, []op{gain}))
	return finding(seen > 0 && wrong == 0, "at least %.3f of the deque, %d exceptions in %d; worst instant inside an operation: a range of 0 for %d items, as the owner of an empty deque adds what it stole",
		share, wrong, seen, exposed.after)
}

// atMostHalf checks what thieves take.
func atMostHalf(k stealq.Kind, e Effort) Finding {
	seen, wrong, single, most := 0, 0, 0, 0.0
	check := func(before, took int) {
		seen++
		switch {
		case before == 1:
			single++
			return
		case 2*took > before:
			wrong++
		}
		most = max(most, float64(took)/float64(before))
	}
	everyStep(k, e, func(s step) {
		if s.took > 0 {
			check(s.before, s.took)
		}
	})
	b := newBench(k, stealq.MaxCapacity)
	for n := 1; n <= stealq.MaxCapacity; n += e.times(997, 7) {
		b.victim.Reset()
		for range n {
			b.victim.Push(1)
		}
		check(n, b.rangeLength())
	}
	return finding(wrong == 0 && single > 0, "at most %.3f of the deque in %d thefts, %d of them of a single item; %d exceptions", most, seen, single, wrong)
}

// figure8 plays the paper's scenario.
func figure8(k stealq.Kind) Finding {
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
