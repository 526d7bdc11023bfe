package page

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/picture"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// openHeaps is how many heaps are described at once; with more of them each is closed at
// first.
const openHeaps = 4

// surveysOf are the surveys of all runs, by what identifies a heap.
func surveysOf(runs []*File) map[schema.Facts]*schema.Heap {
	all := map[schema.Facts]*schema.Heap{}
	for _, f := range runs {
		for i := range f.Run.Heaps {
			all[f.Run.Heaps[i].Facts] = &f.Run.Heaps[i]
		}
	}
	return all
}

// surveyOf is what is known of the heap of result i, nil if no run has surveyed it.
func (p *pages) surveyOf(i int) *schema.Heap { return p.survey[p.results[i].Facts] }

// surveys describes the heaps that were surveyed: what each means for marks, and pictures of
// their levels.
func (p *pages) surveys(groups [][]int) (parts []part) {
	var named []string
	var found []*schema.Heap
	for _, rows := range groups {
		if h := p.surveyOf(rows[0]); h != nil {
			named, found = append(named, p.places[rows[0]].Heap), append(found, h)
		}
	}
	if found == nil {
		p.lack("Levels, degrees and ceiling of the heaps", "gcbench run --json FILE surveys them after the measurement, if it is not interrupted")
		return nil
	}
	for i, h := range found {
		one := part{Title: named[i], Says: meaning(h)}
		for _, r := range h.Remarks {
			one.List = append(one.List, r.Sentence)
		}
		parts = append(parts, one)
	}
	if len(parts) > openHeaps {
		parts = []part{{Fold: fmt.Sprintf("What this means for marks of each of %d heaps", len(parts)), Parts: parts}}
	}
	return append(append(parts, profiles(named, found)...), part{Fold: "How many references objects have", Table: degrees(named, found)})
}

// mostProfiles is how many pictures of levels there are at most.
const mostProfiles = 60

// profiles are pictures of the levels, at first of one heap of each shape.
func profiles(names []string, heaps []*schema.Heap) []part {
	shown := part{Title: "Objects by distance from the roots"}
	rest := part{Fold: "Objects by distance from the roots, of more heaps"}
	seen := map[string]bool{}
	for i, h := range heaps {
		to := &shown
		if seen[h.Name()] && len(heaps) > openHeaps || len(shown.Charts) == openPanels {
			to = &rest
		}
		if len(h.Levels) > 1 && len(rest.Charts) < mostProfiles {
			to.draw("", profile(names[i], h))
		}
		seen[h.Name()] = true
	}
	return slices.DeleteFunc([]part{shown, rest}, func(one part) bool { return len(one.Charts) == 0 })
}

// meaning says what the levels of a heap allow.
func meaning(h *schema.Heap) string {
	says := fmt.Sprintf("%s on %s, at most %s on one.", numeral.Plural(h.Live, "live object"), numeral.Plural(uint64(h.Structure.Levels), "level"), numeral.Count(h.Structure.Widest))
	switch c := h.Bound.Ceiling; {
	case c <= 0:
	case c < 1.05:
		says += fmt.Sprintf(" Further workers can bring nothing but speculation: the ceiling is %s.", numeral.Significant(c))
	case c < 1.5:
		says += fmt.Sprintf(" Further workers can bring little without speculation: the ceiling is %s.", numeral.Significant(c))
	default:
		says += fmt.Sprintf(" Without speculation any number of workers together can mark it at most %s times as fast as one.", times(c))
	}
	return says
}

// times writes a factor with three digits, or whole.
func times(x float64) string {
	if x >= 1000 {
		return numeral.Count(uint64(math.Round(min(x, 1e18))))
	}
	return numeral.Significant(x)
}

// profile draws how many objects lie at each distance from the roots. Where a point stands for
// several distances, the widest of them has a separate line: a mean would hide it.
func profile(name string, h *schema.Heap) *picture.Picture {
	var mean, widest picture.Line
	most, least, joined, known := 0.0, float64(h.Live), 1, true
	for _, b := range h.Levels {
		x, m := float64(b.From)+float64(b.Levels-1)/2, float64(b.Objects)/float64(b.Levels)
		most, least, joined = max(most, float64(b.Widest), m), min(least, m), max(joined, b.Levels)
		known = known && b.Widest > 0
		mean.Points = append(mean.Points, picture.Point{X: x, Y: m})
		widest.Points = append(widest.Points, picture.Point{X: x, Y: float64(b.Widest)})
	}
	lines := []picture.Line{mean}
	switch of := numeral.Count(uint64(joined)) + " distances"; {
	case joined == 1 || most == least:
	case known:
		widest.Name, mean.Name, mean.Dashed = "widest of each "+of, "their mean", true
		lines = []picture.Line{widest, mean}
	default:
		lines[0].Name = "mean of each " + of
	}
	y := picture.Axis{Title: "objects", FromZero: true}
	if least > 0 && most/least > 50 {
		y.Log, y.FromZero = 10, false
	}
	return &picture.Picture{
		Title:      name,
		Conclusion: fmt.Sprintf("%s, at most %s at one.", numeral.Plural(uint64(h.Structure.Levels), "distance"), numeral.Plural(h.Structure.Widest, "object")),
		Panels:     []picture.Panel{{Title: name, X: picture.Axis{Title: "distance from the roots"}, Y: y, Lines: lines}},
	}
}

// degrees has the share of the objects of each heap that have so many references.
func degrees(names []string, heaps []*schema.Heap) *table {
	t := &table{Label: "References per object", Columns: []column{{Title: "heap", Left: true}}}
	classes := 0
	for _, h := range heaps {
		classes = max(classes, len(h.Degrees.Histogram))
	}
	for i := range classes {
		t.Columns = append(t.Columns, column{Title: class(i)})
	}
	for i, h := range heaps {
		cells := []cell{{Text: names[i]}}
		for k := range classes {
			if k < len(h.Degrees.Histogram) && h.Degrees.Histogram[k] > 0 {
				cells = append(cells, shared(fraction(h.Degrees.Histogram[k], h.Objects)))
			} else {
				cells = append(cells, cell{Text: "-"})
			}
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// class is the range of degrees that an entry of a histogram counts.
func class(i int) string {
	if i < 2 {
		return strconv.Itoa(i)
	}
	low := uint64(1) << (i - 1)
	return numeral.Count(low) + " to " + numeral.Count(low-1+low)
}
