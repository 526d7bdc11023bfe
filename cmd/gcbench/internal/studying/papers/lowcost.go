package papers

import (
	"fmt"
	"math"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

// lowCost are the claims of Rito and Paulino.
func lowCost(simulate dagFunc, split *stealq.Kind) claims.Paper {
	d := newDags(simulate)
	return claims.Paper{
		Title:    "Low-cost work stealing",
		Citation: "G. Rito and H. Paulino, \"Scheduling computations with provably low synchronization overheads\", 2022",
		Claims: []claims.Claim{{
			Text: "Balanced dags: the compare-and-swaps and fences of conventional work stealing grow with the work. Those of low-cost stealing grow with the span times P. " +
				"Read as: for dags that give every processor work. Small dags on many processors cost low-cost stealing more.",
			Section: "section 5, figure 2a",
			Bound:   "low-cost at most 10·P·span at depths 5 to 25, P = 1 to 64; conventional at least 0.9·work from 1,000 nodes on",
			Measure: func(e claims.Effort) claims.Finding { return d.growth(e, sim.Balanced, 0.9) },
		}, {
			Text:    "The same holds for unbalanced dags, where the distance between forks is exponentially distributed with parameter 0.05.",
			Section: "section 5, figure 2b",
			Bound:   "low-cost at most 10·P·span at depths 20 to 240, P = 1 to 64; conventional, which pays at forks, at least 0.05·work from 1,000 nodes on",
			Measure: func(e claims.Effort) claims.Finding { return d.growth(e, sim.Unbalanced, 0.05) },
		}, {
			Text:    "The synchronization of low-cost stealing grows linearly with the number of processors. That of conventional stealing is high even for one processor.",
			Section: "section 5, figure 2c",
			Bound:   "low-cost at most 10·P·span at depth 20, P = 1 to 256, and 0 for P = 1, where conventional takes at least 0.9·work",
			Measure: d.processors,
		}, {
			Text:    "A computation takes O(T1/P + span) steps.",
			Section: "theorem 4.10",
			Bound:   "at most T1/P + 5·span, at every point of figures 2a and 2b",
			Measure: d.figure2("T1/P + %.2f·span", 5, func(processors int, r *sim.DagResult) float64 {
				return (float64(r.Steps) - float64(r.Work)/float64(processors)) / float64(r.Span)
			}),
		}, {
			Text:    "The compare-and-swaps and fences are O(I + P). I is the number of idle iterations, and in each of them a thief makes one attempt.",
			Section: "lemma 4.3",
			Bound:   "at most 4·(I + P), at every point of figures 2a and 2b",
			Measure: d.figure2("%.2f·(I + P)", 4, func(processors int, r *sim.DagResult) float64 {
				return float64(r.Synchronization()) / float64(r.Attempts+uint64(processors))
			}),
		}, {
			Text: "A processor that no thief has asked pushes and pops without synchronization. " +
				"Read as: its part of the deque must be plain memory. An atomic store in Go costs as much as the fence that it would avoid.",
			Section: "lemmas 3.1, 3.2 and 4.2, section 7",
			Bound:   "no compare-and-swap, no other read-modify-write and no store in k pushes and k pops, k = 65,536",
			Measure: func(claims.Effort) claims.Finding { return unasked(split) },
		}},
	}
}

// growth compares both schedulers along the depths.
func (d dags) growth(e claims.Effort, shape sim.DagShape, perNode float64) claims.Finding {
	most, least := 0.0, math.Inf(1)
	bySpan, byWork := map[int]uint64{}, map[int]uint64{} // with 16 processors, by depth
	for processors, r := range d.everywhere(e, sim.LowCost, shape, depths(e, shape)) {
		most = max(most, float64(r.Synchronization())/float64(processors*r.Span))
		if processors == 16 {
			bySpan[r.Span] = r.Synchronization()
		}
	}
	for processors, r := range d.everywhere(e, sim.Conventional, shape, depths(e, shape)) {
		if r.Work >= 1000 {
			least = min(least, float64(r.Synchronization())/float64(r.Work))
		}
		if processors == 16 {
			byWork[r.Span] = r.Synchronization()
		}
	}
	var text []string
	for _, depth := range depths(e, shape) {
		text = append(text, fmt.Sprintf("%d and %d at depth %d", bySpan[depth], byWork[depth], depth))
	}
	return claims.Found(most > 0 && most <= perSpan && least >= perNode && !math.IsInf(least, 1),
		"low-cost at most %.1f·P·span, conventional at least %.2f·work; with P = 16: %s", most, least, strings.Join(text, ", "))
}

// processors compares both schedulers along the processors.
func (d dags) processors(e claims.Effort) claims.Finding {
	const depth = 20
	holds := true
	var text []string
	for _, processors := range []int{1, 4, 16, 64, 256} {
		o := sim.DagOptions{Shape: sim.Balanced, Depth: depth, Processors: processors, Seed: e.Seed}
		conventional := d.run(o)
		o.Scheduler = sim.LowCost
		sync := d.run(o).Synchronization()
		holds = holds && sync <= perSpan*uint64(processors*depth) && (processors > 1 || sync == 0) && (processors == 1 || sync > 0) &&
			float64(conventional.Synchronization()) >= 0.9*float64(conventional.Work)
		text = append(text, fmt.Sprintf("%d and %d with P = %d", sync, conventional.Synchronization(), processors))
	}
	return claims.Found(holds, "low-cost and conventional: %s", strings.Join(text, ", "))
}

// figure2 measures the most of a quantity over the points of figures 2a and 2b.
func (d dags) figure2(format string, bound float64, of func(processors int, r *sim.DagResult) float64) func(claims.Effort) claims.Finding {
	return func(e claims.Effort) claims.Finding {
		most, points := 0.0, 0
		for _, shape := range sim.DagShapes() {
			for processors, r := range d.everywhere(e, sim.LowCost, shape, depths(e, shape)) {
				points++
				most = max(most, of(processors, r))
			}
		}
		return claims.Found(most > 0 && most <= bound, "at most "+format+", %d runs", most, points)
	}
}

// unasked pushes and pops where there is no thief.
func unasked(k *stealq.Kind) claims.Finding {
	c, pops := fillAndEmpty(k, stealq.MaxCapacity)
	c.Add(&pops)
	return claims.Found(c.Pops == stealq.MaxCapacity && c.CAS+c.RMW+c.Stores == 0,
		"%d compare-and-swaps, %d other read-modify-writes, %d stores in %d pushes and %d pops", c.CAS, c.RMW, c.Stores, c.Pushes, c.Pops)
}
