package papers

import (
	"math"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// The rows about the steal range.

// law counts the steps that a law speaks of, and those that break it.
type law struct {
	seen, wrong int
	least, most float64 // ratio
}

func newLaw() *law { return &law{least: math.Inf(1)} }

func (l *law) see(kept bool) {
	if l.seen++; !kept {
		l.wrong++
	}
}

// ratio notes a ratio that the law bounds.
func (l *law) ratio(n, over int) {
	r := float64(n) / float64(over)
	l.least, l.most = min(l.least, r), max(l.most, r)
}

// rangeAfter checks the range after each operation o with a successful
// compare-and-swap.
func rangeAfter(k *stealq.Kind, e claims.Effort, o op) claims.Finding {
	l := newLaw()
	everyStep(k, e, func(s step) {
		switch n, r := s.after, s.length; {
		case s.op != o || !s.swapped || n == 0:
		case n == 1:
			l.see(r == 1)
		default:
			l.ratio(n, r)
			l.see(2*r <= n && n <= 4*r && (o == pop || n < 4*r))
		}
	})
	return claims.Found(l.most > 0 && l.wrong == 0, "len(deque)/len(range) from %.2f to %.2f; %d exceptions in %d", l.least, l.most, l.wrong, l.seen)
}

// rangeAfterTheft checks the range that thieves leave.
func rangeAfterTheft(k *stealq.Kind, e claims.Effort) claims.Finding {
	l, emptied := newLaw(), 0
	everyStep(k, e, func(s step) {
		switch n, r := s.after, s.length; {
		case s.took == 0:
		case n == 0:
			emptied++
			l.see(r == 0)
		case n == 1:
			l.see(r == 1)
		default:
			l.ratio(r, n)
			l.see(2*r <= n && n <= 8*r)
		}
	})
	return claims.Found(emptied > 0 && l.wrong == 0, "from %.3f to %.3f of the deque; %d of %d thefts emptied it; %d exceptions", l.least, l.most, emptied, l.seen, l.wrong)
}

// anEighth checks the range after every operation, and reports the worst
// instant inside of one. A deque without items has no range; so what is added
// to it lies under none until the range is raised.
func anEighth(k *stealq.Kind, e claims.Effort) claims.Finding {
	l, exposed := newLaw(), step{}
	check := func(s step) {
		if s.after > 0 {
			l.ratio(s.length, s.after)
			l.see(8*s.length >= s.after)
		}
		if s.before == 0 && s.after > exposed.after {
			exposed = s
		}
	}
	everyStep(k, e, check)
	check(newBench(k, stealq.MaxCapacity).play(0, string(gain)))
	return claims.Found(l.seen > 0 && l.wrong == 0, "at least %.3f of the deque, %d exceptions in %d; worst instant inside an operation: a range of 0 for %d items, as the owner of an empty deque adds what it stole",
		l.least, l.wrong, l.seen, exposed.after)
}

// atMostHalf checks what thieves take.
func atMostHalf(k *stealq.Kind, e claims.Effort) claims.Finding {
	l, single := newLaw(), 0
	check := func(before, took int) {
		if before == 1 {
			single++
		} else {
			l.ratio(took, before)
		}
		l.see(before == 1 || 2*took <= before)
	}
	everyStep(k, e, func(s step) {
		if s.took > 0 {
			check(s.before, s.took)
		}
	})
	b := newBench(k, stealq.MaxCapacity)
	for n := 1; n <= stealq.MaxCapacity; n += e.Times(997, 7) {
		b.fill(n)
		check(n, b.rangeLength())
	}
	return claims.Found(l.wrong == 0 && single > 0, "at most %.3f of the deque in %d thefts, %d of them of a single item; %d exceptions", l.most, l.seen, single, l.wrong)
}
