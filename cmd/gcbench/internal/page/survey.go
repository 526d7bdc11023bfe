package page

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/picture"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/report"
)

// openHeaps is how many heaps are described at once; with more of them each is closed at
// first.
const openHeaps = 4

// surveyOf is what is known of the heap of result i, nil if its run did not survey it.
func (p *pages) surveyOf(i int) *report.Heap {
	for _, f := range p.runs {
		for k := range f.Run.Heaps {
			if f.Run.Heaps[k].Facts == p.results[i].Facts {
				return &f.Run.Heaps[k]
			}
		}
	}
	return nil
}

// ceilings are those of the heaps that have been surveyed, by name.
func (p *pages) ceilings() map[string]float64 {
	all := map[string]float64{}
	for _, rows := range p.byHeap(p.all()) {
		if h := p.surveyOf(rows[0]); h != nil && h.Bound.Ceiling >= 1 {
			all[p.places[rows[0]].Heap] = h.Bound.Ceiling
		}
	}
	return all
}

// surveys describes each heap that was surveyed.
func (p *pages) surveys(groups [][]int) (parts []part) {
	for _, rows := range groups {
		if h := p.surveyOf(rows[0]); h != nil {
			parts = append(parts, survey(p.places[rows[0]].Heap, h))
		}
	}
	if parts == nil {
		p.lack("Levels, degrees and ceiling of the heaps", "gcbench run --json FILE of this version surveys them after the measurement")
	}
	if len(parts) > openHeaps {
		for i := range parts {
			parts[i].Fold, parts[i].Title = parts[i].Title, ""
		}
	}
	return parts
}

// survey describes a heap: what it means for marks, and its levels and degrees.
func survey(name string, h *report.Heap) part {
	t := part{Title: name, Says: fmt.Sprintf("%s at %s from the roots, %s at most at one distance. No number of workers makes the mark more than %s times as fast without speculation.",
		report.Plural(h.Live, "live object"), report.Plural(uint64(h.Structure.Levels), "distance"), report.Plural(h.Structure.Widest, "object"), report.Significant(h.Bound.Ceiling))}
	for _, r := range h.Remarks {
		t.List = append(t.List, r.Sentence)
	}
	if len(h.Levels) > 1 {
		t.draw(profile(h))
	}
	t.Parts = append(t.Parts, part{Fold: "References per object", Table: degrees(h)})
	return t
}

// profile draws how many objects lie at each distance from the roots.
func profile(h *report.Heap) *picture.Picture {
	line := picture.Line{Name: "objects"}
	most, least := 0.0, float64(h.Live)
	for _, b := range h.Levels {
		mean := float64(b.Objects) / float64(b.Levels)
		most, least = max(most, mean), min(least, mean)
		line.Points = append(line.Points, picture.Point{X: float64(b.From) + float64(b.Levels-1)/2, Y: mean})
	}
	y := picture.Axis{Title: "objects at this distance", FromZero: true}
	if least > 0 && most/least > 50 {
		y.Log, y.FromZero = 10, false
	}
	return &picture.Picture{
		Title:      "Objects by distance from the roots",
		Conclusion: fmt.Sprintf("%s, at most %s at one.", report.Plural(uint64(h.Structure.Levels), "distance"), report.Plural(h.Structure.Widest, "object")),
		Panels:     []picture.Panel{{X: picture.Axis{Title: "distance from the roots, in references"}, Y: y, Lines: []picture.Line{line}}},
	}
}

// degrees is the histogram as a table.
func degrees(h *report.Heap) *table {
	t := &table{Label: "References per object", Columns: []column{{Title: "references"}, {Title: "objects"}, {Title: "share"}}}
	for i, n := range h.Degrees.Histogram {
		class := "0"
		if i > 0 {
			low := uint64(1) << (i - 1)
			high := low - 1 + low
			if class = report.Count(low); high > low {
				class += " to " + report.Count(high)
			}
		}
		t.Rows = append(t.Rows, []cell{{Text: class}, {Text: report.Count(n)}, shared(fraction(n, h.Objects))})
	}
	return t
}
