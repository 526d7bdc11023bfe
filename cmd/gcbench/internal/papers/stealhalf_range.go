package papers

import (
	"math"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// The rows about the steal range.

// rangeAfterPush is about the range that a push sets.
func rangeAfterPush(k *stealq.Kind) Claim {
	return Claim{
		Text:    "After a push whose compare-and-swap succeeded, 2·len(range) <= len(deque) < 4·len(range), a deque of one item excepted.",
		Section: "section 2.2.2",
		Bound:   "no exception but length 1, where the range holds the item",
		Measure: func(e Effort) Finding { return rangeAfter(k, e, push) },
	}
}

// rangeAfterPop is about the range that a pop sets.
func rangeAfterPop(k *stealq.Kind) Claim {
	return Claim{
		Text:    "After a pop whose compare-and-swap succeeded, 2·len(range) <= len(deque) <= 4·len(range), a deque of one item excepted.",
		Section: "section 2.2.3, note 15",
		Bound:   "no exception but length 1, where the range holds the item",
		Measure: func(e Effort) Finding { return rangeAfter(k, e, pop) },
	}
}

// rangeAfter checks the range after each operation o with a successful
// compare-and-swap.
func rangeAfter(k *stealq.Kind, e Effort, o op) Finding {
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

// rangeThiefLeaves is about the range that a theft leaves.
func rangeThiefLeaves(k *stealq.Kind) Claim {
	return Claim{
		Text: "After a theft the victim's range holds at most half and at least an eighth of what is left. " +
			"The printed max(1, ...) is wrong when the theft empties the deque: a second thief would take a slot that was never written. Then the range must be empty.",
		Section: "section 2.2.4",
		Bound:   "len(deque)/8 <= len(range) <= len(deque)/2, a deque of one item excepted",
		Measure: func(e Effort) Finding { return rangeAfterTheft(k, e) },
	}
}

// rangeAfterTheft checks the range that thieves leave.
func rangeAfterTheft(k *stealq.Kind, e Effort) Finding {
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

// eighthInReach is theorem 3.10.
func eighthInReach(k *stealq.Kind) Claim {
	return Claim{
		Text: "At least an eighth of a deque can be stolen at once. The paper says at all times. It holds after every completed operation, " +
			"but not inside one: an item is in the deque before the range is raised.",
		Section: "theorem 3.10",
		Bound:   "len(range) >= len(deque)/8 after every operation",
		Measure: func(e Effort) Finding { return anEighth(k, e) },
	}
}

// anEighth checks the range after every operation, and reports the worst
// instant inside of one. A deque without items has no range; so what is added
// to it lies under none until the range is raised.
func anEighth(k *stealq.Kind, e Effort) Finding {
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

// halfAtMost is about what a theft takes.
func halfAtMost(k *stealq.Kind) Claim {
	return Claim{
		Text:    "A steal takes at most half of a deque. A single item is the exception.",
		Section: "sections 1.1 and 2.2.3",
		Bound:   "items taken <= len(deque)/2, or 1 of 1",
		Measure: func(e Effort) Finding { return atMostHalf(k, e) },
	}
}

// atMostHalf checks what thieves take.
func atMostHalf(k *stealq.Kind, e Effort) Finding {
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
