package papers

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

// course are the claims that courses make about work stealing.
func course(s Systems) Paper {
	return Paper{
		Title:    "Work stealing, as courses teach it",
		Citation: "R. D. Blumofe and C. E. Leiserson, \"Scheduling Multithreaded Computations by Work Stealing\", J. ACM 46(5), 1999",
		Claims:   []Claim{ownerIsLIFO(s.Deques), thievesAreFIFO(s.Deques), fewAttempts(s.Dag)},
	}
}

// ownerIsLIFO is about the owner's end.
func ownerIsLIFO(kinds []*stealq.Kind) Claim {
	return Claim{
		Text:    "The owner works in LIFO order: it pops the item that it pushed last.",
		Section: "a randomized work-stealing algorithm",
		Bound:   "every pop of every deque, lengths up to 1,024",
		Measure: func(Effort) Finding { return ownerOrder(orders(kinds)) },
	}
}

// ownerOrder fills each deque to every length and pops.
func ownerOrder(kinds []*stealq.Kind) Finding {
	pops, wrong := 0, 0
	for _, k := range kinds {
		d := k.New(1, orderLength)[0]
		for n := 1; n <= orderLength; n = 2*n + 1 {
			for i := range n {
				d.Push(uint64(i))
			}
			for want := n - 1; want >= 0; want-- {
				pops++
				if got, ok := d.Pop(); !ok || got != uint64(want) {
					wrong++
				}
			}
		}
	}
	return finding(pops > 0 && wrong == 0, "%d of %d pops out of order (%s)", wrong, pops, names(kinds))
}

// thievesAreFIFO is about the thieves' end.
func thievesAreFIFO(kinds []*stealq.Kind) Claim {
	return Claim{
		Text:    "Thieves work in FIFO order: they steal the oldest item, or the oldest ones in their order.",
		Section: "a randomized work-stealing algorithm",
		Bound:   "every theft from every deque, lengths up to 1,024",
		Measure: func(Effort) Finding { return thiefOrder(orders(kinds)) },
	}
}

// thiefOrder fills each deque to every length and steals it empty.
func thiefOrder(kinds []*stealq.Kind) Finding {
	thefts, wrong := 0, 0
	for _, k := range kinds {
		for _, amount := range k.Amounts {
			ds := k.New(2, orderLength)
			for n := 1; n <= orderLength; n = 2*n + 1 {
				for i := range n {
					ds[0].Push(uint64(i))
				}
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
	return finding(thefts > 0 && wrong == 0, "%d of %d thefts out of order (%s)", wrong, thefts, names(kinds))
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

// fewAttempts is about what stealing costs.
func fewAttempts(simulate dagFunc) Claim {
	return Claim{
		Text:    "The expected number of steal attempts is O(P·D), whatever the work. P is the number of processors, and D is the length of the critical path.",
		Section: "analysis of the work-stealing algorithm",
		Bound:   "at most 4·P·D, on dags of some thirty to some million nodes, P = 1 to 64",
		Measure: func(e Effort) Finding { return stealAttempts(newDags(simulate), e) },
	}
}

// stealAttempts measures conventional work stealing on dags.
func stealAttempts(d dags, e Effort) Finding {
	most, work, text := 0.0, uint64(0), ""
	visit := func(processors int, r *sim.DagResult) {
		work = max(work, r.Work)
		if ratio := float64(r.Attempts) / float64(processors*r.Span); ratio > most {
			most = ratio
			text = fmt.Sprintf("%d attempts, P = %d, D = %d, work %d", r.Attempts, processors, r.Span, r.Work)
		}
	}
	err := d.everywhere(e, sim.Conventional, sim.Balanced, []int{5, 10, 15, 20}, visit)
	if err == nil {
		err = d.everywhere(e, sim.Conventional, sim.Unbalanced, unbalancedDepths(e), visit)
	}
	return Finding{Holds: most > 0 && most <= 4, Err: err, Measured: fmt.Sprintf("at most %.2f·P·D: %s; work up to %d", most, text, work)}
}

const orderLength = 1024

// orders are the deques in which there is an order to speak of: not a queue that
// all share.
func orders(kinds []*stealq.Kind) []*stealq.Kind {
	return slices.DeleteFunc(slices.Clone(kinds), func(k *stealq.Kind) bool { return k.Shared })
}

func names(kinds []*stealq.Kind) string {
	var all []string
	for _, k := range kinds {
		all = append(all, k.Name)
	}
	return strings.Join(all, ", ")
}
