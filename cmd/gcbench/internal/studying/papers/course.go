package papers

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

// course are the claims that courses make about work stealing. Those about order leave out a queue that all share,
// because it has no ends.
func course(kinds []*stealq.Kind, simulate dagFunc) claims.Paper {
	kinds = slices.DeleteFunc(slices.Clone(kinds), func(k *stealq.Kind) bool { return k.Shared })
	return claims.Paper{
		Title:    "Work stealing, as courses teach it",
		Citation: "R. D. Blumofe and C. E. Leiserson, \"Scheduling Multithreaded Computations by Work Stealing\", J. ACM 46(5), 1999",
		Claims: []claims.Claim{{
			Text:    "The owner works in LIFO order: it pops the item that it pushed last.",
			Section: "a randomized work-stealing algorithm",
			Bound:   "every pop of every deque, lengths up to 1,024",
			Measure: func(claims.Effort) claims.Finding { return ownerOrder(kinds) },
		}, {
			Text:    "Thieves work in FIFO order: they steal the oldest item, or the oldest ones in their order.",
			Section: "a randomized work-stealing algorithm",
			Bound:   "every theft from every deque, lengths up to 1,024",
			Measure: func(claims.Effort) claims.Finding { return thiefOrder(kinds) },
		}, {
			Text:    "The expected number of steal attempts is O(P·D), whatever the work. P is the number of processors, and D is the length of the critical path.",
			Section: "analysis of the work-stealing algorithm",
			Bound:   "at most 4·P·D, on dags of some thirty to some million nodes, P = 1 to 64",
			Measure: newDags(simulate).stealAttempts,
		}},
	}
}

const orderLength = 1024

// filled pushes the numbers below n, for every n to which a deque is filled.
func filled(d stealq.Deque) iter.Seq[int] {
	return func(yield func(int) bool) {
		for n := 1; n <= orderLength; n = 2*n + 1 {
			for i := range n {
				d.Push(uint64(i))
			}
			if !yield(n) {
				return
			}
		}
	}
}

// ownerOrder fills each deque to every length and pops.
func ownerOrder(kinds []*stealq.Kind) claims.Finding {
	pops, wrong := 0, 0
	for _, k := range kinds {
		d := k.New(1, orderLength)[0]
		for n := range filled(d) {
			for want := n - 1; want >= 0; want-- {
				pops++
				if got, ok := d.Pop(); !ok || got != uint64(want) {
					wrong++
				}
			}
		}
	}
	return claims.Found(pops > 0 && wrong == 0, "%d of %d pops out of order (%s)", wrong, pops, names(kinds))
}

// thiefOrder fills each deque to every length and steals it empty.
func thiefOrder(kinds []*stealq.Kind) claims.Finding {
	thefts, wrong := 0, 0
	for _, k := range kinds {
		for _, amount := range k.Amounts {
			ds := k.New(2, orderLength)
			for n := range filled(ds[0]) {
				for next := 0; next < n; {
					took := rob(k, ds[1], ds[0], amount)
					if thefts++; took == 0 || !popsDown(ds[1], next+took-1, next) {
						wrong++
						break
					}
					next += took
				}
			}
		}
	}
	return claims.Found(thefts > 0 && wrong == 0, "%d of %d thefts out of order (%s)", wrong, thefts, names(kinds))
}

// rob steals. Where thieves get only what they asked for the owner answers.
func rob(k *stealq.Kind, thief, victim stealq.Deque, amount stealq.Amount) int {
	n, o := thief.Steal(victim, amount)
	if o == stealq.Empty && k.OnRequest {
		if item, ok := victim.Pop(); ok {
			victim.Push(item)
		}
		n, _ = thief.Steal(victim, amount)
	}
	return n
}

// popsDown reports whether the deque holds exactly the numbers from high at
// the bottom to low at the top, and empties it.
func popsDown(d stealq.Deque, high, low int) bool {
	for want := high; want >= low; want-- {
		if got, ok := d.Pop(); !ok || got != uint64(want) {
			return false
		}
	}
	_, more := d.Pop()
	return !more
}

// stealAttempts measures conventional work stealing on dags.
func (d dags) stealAttempts(e claims.Effort) claims.Finding {
	most, work, text := 0.0, uint64(0), ""
	for _, shape := range sim.DagShapes() {
		depths := depths(e, shape)
		if shape == sim.Balanced {
			depths = depths[:4]
		}
		for processors, r := range d.everywhere(e, sim.Conventional, shape, depths) {
			work = max(work, r.Work)
			if ratio := float64(r.Attempts) / float64(processors*r.Span); ratio > most {
				most = ratio
				text = fmt.Sprintf("%d attempts, P = %d, D = %d, work %d", r.Attempts, processors, r.Span, r.Work)
			}
		}
	}
	return claims.Found(most > 0 && most <= 4, "at most %.2f·P·D: %s; work up to %d", most, text, work)
}

func names(kinds []*stealq.Kind) string {
	var all []string
	for _, k := range kinds {
		all = append(all, k.Name)
	}
	return strings.Join(all, ", ")
}
