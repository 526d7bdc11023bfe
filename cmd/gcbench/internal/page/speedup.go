package page

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/estimate"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/picture"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/report"
)

const (
	mostLines  = 6 // of a panel: more cannot be told apart
	openPanels = 9 // that are shown at once; the others are closed
	// mostSpeedup bounds what is drawn: no marker of mark.MaxWorkers exceeds it.
	mostSpeedup = 1e6
)

// gain is a line of a chart: a heap that was marked in one way by several numbers of workers.
type gain struct {
	heap, how string
	rows      []int // by workers, the first with one
}

// gains are all lines, those of a heap together. A line has at least two numbers of workers.
func (p *pages) gains() (all []gain) {
	type key struct{ heap, how string }
	at := map[key]int{}
	for _, group := range p.byHeap(p.all()) {
		for _, i := range group {
			k := key{p.places[i].Heap, p.how(i)}
			if _, known := at[k]; !known {
				at[k] = len(all)
				all = append(all, gain{heap: k.heap, how: k.how})
			}
			if p.speedup(i) > 0 {
				all[at[k]].rows = append(all[at[k]].rows, i)
			}
		}
	}
	for i := range all {
		slices.SortStableFunc(all[i].rows, func(a, b int) int { return cmp.Compare(p.results[a].Workers, p.results[b].Workers) })
	}
	return slices.DeleteFunc(all, func(g gain) bool {
		return len(g.rows) < 2 || p.results[g.rows[0]].Workers == p.results[g.last()].Workers
	})
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
func speedupsOf(one, many *report.Result) (all estimate.Invocations) {
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

// speedups shows what further workers bring.
func (p *pages) speedups() *section {
	const title = "What further workers bring"
	all := p.gains()
	if len(all) == 0 {
		return p.lack(title, "gcbench run --workers 1,2 measures several numbers of workers, one of which must be 1")
	}
	s := &section{ID: "speedup", Title: title, Says: p.gainSays(all),
		How: "A speedup of 2 means that the mark takes half the time of one worker. The dashed line is the most that so many workers could bring without speculation: the least of their number, the processors, and the heap's ceiling, if that is known. Speculation along lists can bring more, so a measured line may lie above the dashed one. " +
			"A bar is a 95 % interval, over the processes that have measured both numbers of workers; there is none if it is not known, or reaches to three times the speedup. " +
			"A line that stays near 1 says that further workers bring nothing on this heap."}
	p.clauses = append(p.clauses, p.gainClause(all))
	var charts part
	var rest part
	for len(all) > 0 {
		n := slices.IndexFunc(all, func(g gain) bool { return g.heap != all[0].heap })
		if n < 0 {
			n = len(all)
		}
		to := &charts
		if len(charts.Charts) >= openPanels {
			to = &rest
		}
		to.draw(p.gainChart(all[:n]))
		if n > mostLines {
			charts.Says = fmt.Sprintf("Where a heap has more than %d settings, the %d that gain most and the %d that gain least are drawn. The others lie between them, and are in the table.",
				mostLines, mostLines/2, mostLines/2)
		}
		all = all[n:]
	}
	s.Parts = append(s.Parts, charts)
	if n := len(rest.Charts); n > 0 {
		rest.Fold = "The charts of " + report.Plural(uint64(n), "more heap")
		s.Parts = append(s.Parts, rest)
	}
	return s
}

// gainChart has the lines of one heap.
func (p *pages) gainChart(lines []gain) *picture.Picture {
	drawn := p.furthest(lines)
	panel := picture.Panel{Title: lines[0].heap, X: picture.Axis{Title: "workers", Log: 2}, Y: picture.Axis{Title: "speedup", FromZero: true}}
	most := picture.Line{Name: "at most, without speculation", Dashed: true}
	counts := map[int]bool{}
	for i := range drawn {
		g := &drawn[i]
		line := picture.Line{Name: cmp.Or(g.how, "measured")}
		if len(drawn) <= 3 && p.bounded(g) {
			line.Spread = picture.Bars
		}
		for _, i := range g.rows {
			v, n := p.speedup(i), p.results[i].Workers
			d := p.doubt(g, i)
			if i == g.rows[0] || line.Spread == picture.None {
				d = 0
			}
			line.Points = append(line.Points, picture.Point{X: float64(n), Y: v, Lo: v / (1 + d), Hi: v * (1 + d)})
			counts[n] = true
		}
		panel.Lines = append(panel.Lines, line)
	}
	top := slices.Max(slices.Collect(maps.Keys(counts)))
	if top > 16 {
		panel.Y = picture.Axis{Title: "speedup", Log: 2}
	}
	for n := 1; n <= top/2; n *= 2 {
		counts[n] = true
	}
	for _, n := range slices.Sorted(maps.Keys(counts)) {
		most.Points = append(most.Points, picture.Point{X: float64(n), Y: p.most(lines[0].heap, n)})
	}
	panel.Lines = append(panel.Lines, most)
	return &picture.Picture{Title: lines[0].heap, Conclusion: p.gainSays(lines), Panels: []picture.Panel{panel}}
}

// most is the speedup that so many workers can have on a heap without speculation.
func (p *pages) most(heap string, workers int) float64 {
	most := float64(workers)
	if n := p.processors(); n > 0 {
		most = min(most, float64(n))
	}
	if c, known := p.ceiling[heap]; known {
		most = min(most, c)
	}
	return most
}

// processors is how many workers run at once on the largest machine, 0 if it is not known.
func (p *pages) processors() (most int) {
	for _, f := range p.runs {
		most = max(most, f.Run.Env.GOMAXPROCS)
	}
	return most
}

// mostDoubt is up to how wide an interval is drawn. Wider ones would leave no room for the lines.
const mostDoubt = 2

// bounded reports whether the intervals of a line are known, and can be drawn.
func (p *pages) bounded(g *gain) bool {
	return !slices.ContainsFunc(g.rows, func(i int) bool { return p.doubt(g, i) > mostDoubt })
}

// furthest are the lines that gain most and least, if there are too many for a panel.
func (p *pages) furthest(lines []gain) []gain {
	if len(lines) <= mostLines {
		return lines
	}
	sorted := p.sorted(lines)
	return append(sorted[:mostLines/2:mostLines/2], sorted[len(sorted)-mostLines/2:]...)
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
	case math.IsInf(d, 1) && v >= 1:
		return fmt.Sprintf("is %.2f times as fast (too few samples to be sure)", v)
	case math.IsInf(d, 1):
		return fmt.Sprintf("becomes slower (%.2f times as fast; too few samples to be sure)", v)
	case v/(1+d) > 1:
		return fmt.Sprintf("is %.2f times as fast", v)
	case v*(1+d) < 1:
		return fmt.Sprintf("becomes slower (%.2f times as fast)", v)
	case math.Abs(v-1) < margin:
		return fmt.Sprintf("gains nothing that stands out from the noise (%.2f)", v)
	case v > 1:
		return fmt.Sprintf("is %.2f times as fast (the noise is larger)", v)
	}
	return fmt.Sprintf("becomes slower (%.2f times as fast; the noise is larger)", v)
}
