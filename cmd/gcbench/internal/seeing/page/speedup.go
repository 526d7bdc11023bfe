package page

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/picture"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
)

const (
	mostLines  = 6 // of a panel: more cannot be told apart
	openPanels = 9 // that are shown at once; the others are closed
	// mostSpeedup bounds what is drawn: no marker of mark.MaxWorkers exceeds it.
	mostSpeedup = 1e6
)

// speedups shows what further workers bring.
func (p *pages) speedups() *section {
	const title = "What further workers bring"
	heaps := p.gains()
	all := slices.Concat(heaps...)
	if len(all) == 0 {
		return p.lack(title, "gcbench run --workers 1,2 measures several numbers of workers, one of which must be 1")
	}
	s := &section{ID: "speedup", Title: title, Says: p.gainSays(all),
		How: "A speedup of 2 means that the mark takes half the time of one worker. The dashed line is the most that so many workers could bring without speculation: the least of their number, the processors, and the heap's ceiling, if that is known. Speculation along lists can bring more, so a measured line may lie above the dashed one. " +
			"A bar is a 95 % interval, over the processes that have measured both numbers of workers; there is none if it is not known, or reaches to three times the speedup. " +
			"A line that stays near 1 says that further workers bring nothing on this heap. Where a simulation of the same marks is among the files, its speedups are dashed lines in the colour of what was measured."}
	p.clauses = append(p.clauses, p.gainClause(all))
	s.Parts = folded(heaps, openPanels, func(n uint64) string { return "The charts of " + numeral.Plural(n, "more heap") }, func(heaps [][]gain) (charts part) {
		for _, lines := range heaps {
			charts.draw("", p.gainChart(lines))
		}
		return charts
	})
	if slices.ContainsFunc(heaps, func(lines []gain) bool { return len(lines) > mostLines }) {
		s.Parts[0].Says = fmt.Sprintf("Where a heap has more than %d settings, the %d that gain most and the %d that gain least are drawn. The others lie between them, and are in the table.",
			mostLines, mostLines/2, mostLines/2)
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
		bars := len(drawn) <= 3 && p.bounded(g)
		for _, i := range g.rows {
			n, at := p.results[i].Workers, picture.Point{X: float64(p.results[i].Workers), Y: p.speedup(i)}
			if bars && i != g.rows[0] {
				d := p.doubt(g, i)
				at.Lo, at.Hi = at.Y/(1+d), at.Y*(1+d)
			}
			line.Points = append(line.Points, at)
			counts[n] = true
		}
		panel.Lines = append(panel.Lines, line)
	}
	panel.Lines = append(panel.Lines, p.predictedLines(drawn, panel.Lines)...)
	top := slices.Max(slices.Collect(maps.Keys(counts)))
	if top > 16 {
		panel.Y = picture.Axis{Title: "speedup", Log: 2}
	}
	for n := 1; n <= top/2; n *= 2 {
		counts[n] = true
	}
	for _, n := range slices.Sorted(maps.Keys(counts)) {
		most.Points = append(most.Points, picture.Point{X: float64(n), Y: p.most(lines[0].rows[0], n)})
	}
	panel.Lines = append(panel.Lines, most)
	return &picture.Picture{Title: lines[0].heap, Conclusion: p.gainSays(lines), Panels: []picture.Panel{panel}}
}

// predictedLines are those of simulations, each in the colour of the line that was measured.
func (p *pages) predictedLines(drawn []gain, measured []picture.Line) (lines []picture.Line) {
	for i := range drawn {
		line := picture.Line{Name: measured[i].Name + ", predicted", Group: measured[i].Name, Dashed: true}
		for _, row := range drawn[i].rows {
			if speedup := p.predicted(&p.results[row]); speedup > 0 {
				line.Points = append(line.Points, picture.Point{X: float64(p.results[row].Workers), Y: speedup})
			}
		}
		if len(line.Points) > 1 {
			lines = append(lines, line)
		}
	}
	return lines
}

// most is the speedup that so many workers can have on the heap of result i without speculation.
func (p *pages) most(i, workers int) float64 {
	most, processors := float64(workers), 0 // of the largest machine, 0 if it is not known
	for _, f := range p.runs {
		processors = max(processors, f.Run.Env.GOMAXPROCS)
	}
	if processors > 0 {
		most = min(most, float64(processors))
	}
	if h := p.surveyOf(i); h != nil && h.Bound.Ceiling >= 1 {
		most = min(most, h.Bound.Ceiling)
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
