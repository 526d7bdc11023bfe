package page

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/estimate"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// gain is a line of a chart: a heap that was marked in one way by several numbers of workers.
type gain struct {
	heap, how string
	rows      []int // by workers, the first with one
}

// gains are the lines of each heap that has any. A line has at least two numbers of workers.
func (p *pages) gains() (heaps [][]gain) {
	for _, heap := range p.byHeap() {
		var lines []gain
		for _, rows := range grouped(heap, p.how) {
			g := gain{heap: p.places[rows[0]].Heap, how: p.how(rows[0])}
			g.rows = slices.DeleteFunc(rows, func(i int) bool { return p.speedup(i) == 0 })
			slices.SortStableFunc(g.rows, func(a, b int) int { return cmp.Compare(p.results[a].Workers, p.results[b].Workers) })
			if len(g.rows) > 1 && p.results[g.rows[0]].Workers != p.results[g.last()].Workers {
				lines = append(lines, g)
			}
		}
		if lines != nil {
			heaps = append(heaps, lines)
		}
	}
	return heaps
}

// last is the result with the most workers.
func (g *gain) last() int { return g.rows[len(g.rows)-1] }

// speedup is that of result i, 0 if it is not known.
func (p *pages) speedup(i int) float64 {
	if s := p.results[i].Speedup; s != nil && *s > 1/mostSpeedup && *s < mostSpeedup {
		return *s
	}
	return 0
}

// doubt is how far the speedup of result i may be off, as a factor beyond 1. Processes that have
// measured both numbers of workers differ in what hits both alike, so the interval is over
// their own speedups. Otherwise it is from the intervals of both medians. doubt is +Inf if there
// are none.
func (p *pages) doubt(g *gain, i int) float64 {
	one, many := &p.results[g.rows[0]], &p.results[i]
	if own := speedupsOf(one, many); len(own) > 1 {
		lo, hi := own.Interval(0.95)
		return max(hi/p.speedup(i), p.speedup(i)/lo, 1) - 1
	}
	return math.Hypot(one.PlusMinus(), many.PlusMinus())
}

// speedupsOf are those of each process, nil if other processes have measured the other result.
func speedupsOf(one, many *schema.Result) (all estimate.Invocations) {
	if len(one.Invocations) != len(many.Invocations) {
		return nil
	}
	for i := range one.Invocations {
		a, b := &one.Invocations[i], &many.Invocations[i]
		if a.PID == 0 || a.PID != b.PID {
			return nil
		}
		all = append(all, []float64{a.MedianNS / b.MedianNS})
	}
	return all
}

// sorted are lines, those that gain most first.
func (p *pages) sorted(lines []gain) []gain {
	sorted := slices.Clone(lines)
	slices.SortStableFunc(sorted, func(a, b gain) int { return cmp.Compare(p.speedup(b.last()), p.speedup(a.last())) })
	return sorted
}

// gainSays is a sentence about lines.
func (p *pages) gainSays(lines []gain) string { return capital(p.gainClause(lines)) + "." }

// mostNamed is how many lines a sentence names.
const mostNamed = 5

func (p *pages) gainClause(lines []gain) string {
	sorted := p.sorted(lines)
	several := slices.ContainsFunc(sorted, func(g gain) bool { return p.results[g.last()].Workers != p.results[sorted[0].last()].Workers })
	name := func(g *gain) string {
		n := g.heap
		if slices.ContainsFunc(lines, func(o gain) bool { return o.how != g.how }) {
			n = bracketed(n, g.how)
		}
		if several {
			n += " with " + workers(p.results[g.last()].Workers)
		}
		return n
	}
	with := "with " + workers(p.results[sorted[0].last()].Workers) + " "
	if several {
		with = ""
	}
	if len(sorted) > mostNamed {
		first, last := &sorted[0], &sorted[len(sorted)-1]
		return fmt.Sprintf("%s%s gains most: it %s. Of %d heaps and settings, %s gains least: it %s", with,
			name(first), p.gained(first), len(sorted), name(last), p.gained(last))
	}
	var words []string
	for i := range sorted {
		words = append(words, name(&sorted[i])+" "+p.gained(&sorted[i]))
	}
	return with + listed(words)
}

// gained says in words what the most workers bring.
func (p *pages) gained(g *gain) string {
	v := p.speedup(g.last())
	d := p.doubt(g, g.last())
	const margin = estimate.DefaultMargin
	switch {
	case v/(1+d) > 1-margin && v*(1+d) < 1+margin:
		return fmt.Sprintf("gains nothing (%.2f)", v)
	case math.IsInf(d, 1):
		return undecided(v, "too few samples")
	case v/(1+d) > 1:
		return fmt.Sprintf("is %.2f times as fast", v)
	case v*(1+d) < 1:
		return fmt.Sprintf("becomes slower (%.2f times as fast)", v)
	case math.Abs(v-1) < margin:
		return fmt.Sprintf("gains nothing that stands out from the noise (%.2f)", v)
	}
	return undecided(v, "the noise is larger")
}

// undecided gives the figure, and why it shows neither a gain nor a loss.
func undecided(v float64, why string) string {
	return fmt.Sprintf("is not surely faster or slower (%.2f times as fast; %s)", v, why)
}
