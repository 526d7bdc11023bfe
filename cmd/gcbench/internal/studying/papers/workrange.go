package papers

import (
	"cmp"
	"fmt"
	"math/bits"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/printed"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// workRange is stealq.WorkRange, or what stands for it.
type workRange interface {
	Open(over uint64, low, high uint32, c *stealq.Counters)
	Take(c *stealq.Counters) (stealq.Part, bool)
	Steal(c *stealq.Counters) (stealq.Part, stealq.Outcome)
}

// partitioner are the claims of the page about work-stealing ranges. With tagged, a range of the page's form has a tag.
func partitioner(open func() workRange, tagged bool) claims.Paper {
	return claims.Paper{
		Title:    "Work-stealing range",
		Citation: "\"Load-balancing partitioner with work stealing, part one\"",
		Claims: []claims.Claim{{
			Text:    "Each index is handed out exactly once, to the owner or to a thief.",
			Section: "TryTakeOne and TryStealRange",
			Bound:   "no index twice or never: every order of takes and thefts of up to 9 indices; random orders of more; three thieves at once",
			Measure: func(e claims.Effort) claims.Finding { return exactlyOnce(open, e) },
		}, {
			Text: "The owner takes one item at a time without a compare-and-swap unless the steal range is near. " +
				"The article replaces the range at every such step. If its length is a power of two, once for each power is enough.",
			Section: "\"Owner must be able to take one item at a time without heavy synchronization\"",
			Bound:   "at most log2 n + 2 in n takes, n to 4,096 and powers of two to 8,388,608",
			Measure: func(e claims.Effort) claims.Finding { return swapsNearThieves(open, e) },
		}, {
			Text: "Thieves steal contiguous chunks, \"ideally half of the available items\". The article's chunk is a quarter of what was left when it was set. " +
				"Here it is a power of two, a quarter to a half of what is left when it is stolen.",
			Section: "\"Thieves must be able to steal work items in contiguous chunks\"",
			Bound:   "a quarter to a half of what is left, or the only index",
			Measure: func(e claims.Effort) claims.Finding { return shareOfTheft(open, e) },
		}, {
			Text: "The article's compare-and-swap compares the identity of an immutable pair. " +
				"Read as: a range packed into a word needs a tag. Without a tag, an equal range is the same word. So a thief that slept wins with an old lower bound, and an index is lost.",
			Section: "m_stealRange",
			Bound:   "all schedules of an owner and two thieves, ranges of up to 8 indices: no index twice or lost with the tag, some without",
			Measure: func(claims.Effort) claims.Finding { return exploredPairs(tagged) },
		}},
	}
}

// swapsNearThieves counts the owner's compare-and-swaps where no thief steals.
func swapsNearThieves(open func() workRange, e claims.Effort) claims.Finding {
	most, excess, ranges := uint64(0), 0, 0
	try := func(n int) {
		var c stealq.Counters
		r := open()
		r.Open(1, 0, uint32(n), &c)
		before := c.CAS
		for {
			if _, ok := r.Take(&c); !ok {
				break
			}
		}
		ranges++
		swaps := c.CAS - before
		most = max(most, swaps)
		if swaps > uint64(bits.Len(uint(n))+1) {
			excess++
		}
	}
	for n := 1; n <= 4096; n++ {
		try(n)
	}
	for lg := 13; lg <= e.Times(18, 23); lg++ {
		try(1 << lg)
	}
	return claims.Found(excess == 0 && most > 0, "at most %d, in %d ranges; %d with more than the bound", most, ranges, excess)
}

// shareOfTheft looks at what is left before each theft.
func shareOfTheft(open func() workRange, e claims.Effort) claims.Finding {
	least, most, thefts, single := 1.0, 0.0, 0, 0
	rng := e.Rand(3)
	for n := 1; n <= 64; n++ {
		for range e.Times(10, 200) {
			_, all := handOut(open(), n, func(_, left int) bool { return left > 0 && rng.IntN(4) == 0 })
			thefts += len(all)
			for _, t := range all {
				if t.left == 1 {
					single++
					continue
				}
				share := float64(t.took) / float64(t.left)
				least, most = min(least, share), max(most, share)
			}
		}
	}
	return claims.Found(single > 0 && least >= 0.25 && most <= 0.5, "from %.3f to %.3f of what is left in %d thefts, %d of them of the only index",
		least, most, thefts, single)
}

// exploredPairs explores the page's code, with pairs that are told apart and without.
func exploredPairs(tagged bool) claims.Finding {
	const most = 8 // indices
	executions := 0
	var wrong, lost []string
	var shown *interleave.Failure // the first one
	for n := 1; n <= most; n++ {
		with := explorePage(n, tagged)
		executions += with.Executions
		if with.Failure != nil {
			wrong = append(wrong, badSchedule(n, with.Failure))
			shown = cmp.Or(shown, with.Failure)
		}
		if without := explorePage(n, false); without.Failure != nil {
			lost = append(lost, badSchedule(n, without.Failure))
			shown = cmp.Or(shown, without.Failure)
		}
	}
	return played(shown, wrong == nil && lost != nil, "%d executions with the tag, wrong: %s; wrong without it: %s",
		executions, cmp.Or(strings.Join(wrong, ", "), "none"), cmp.Or(strings.Join(lost, ", "), "none"))
}

func badSchedule(n int, f *interleave.Failure) string {
	return fmt.Sprintf("of %d indices %v, schedule %s", n, f.Err, f.Schedule)
}

// explorePage runs an owner that takes everything and two thieves that try once.
func explorePage(n int, tagged bool) interleave.Report {
	page, _ := printed.Find("printed.pagerange", 0)
	wrong := uint32(0)
	if !tagged {
		wrong = page.Switches[0].Bit
	}
	s := scene.Range{
		Make: page.Range(wrong), Form: page.Link(wrong), Low: 1, Indices: uint64(n),
		Owner: strings.Repeat("t", n+1), Thieves: []string{"s", "s"}, IndicesOnly: true,
	}
	return interleave.Explore(s.Run, interleave.Options{})
}
