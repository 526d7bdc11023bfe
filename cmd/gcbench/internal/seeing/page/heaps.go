package page

import (
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
)

// heaps says what was marked, and what that means for marking.
func (p *pages) heaps() *section {
	if len(p.results) == 0 {
		return p.lack("What was marked", "gcbench run --json FILE says what")
	}
	s := &section{ID: "heaps", Title: "What was marked",
		How: "A mark visits each live object once, and follows each reference. Garbage costs nothing but memory. " +
			"An object can be visited only after another one has led to it, so a heap in which few objects lie side by side keeps few workers busy."}
	groups := p.byHeap()
	live, objects := uint64(0), uint64(0)
	for _, rows := range groups {
		f := &p.results[rows[0]].Facts
		live, objects = live+f.Live, objects+f.Objects
	}
	s.Says = fmt.Sprintf("%s, with %s in all, of which %s are live.", numeral.Plural(uint64(len(groups)), "heap"), numeral.Plural(objects, "object"), numeral.Percent(fraction(live, objects)))
	s.Parts = append([]part{{Table: p.heapTable(groups)}}, p.surveys(groups)...)
	return s
}

// heapTable has what is known of each heap.
func (p *pages) heapTable(groups [][]int) *table {
	t := &table{Label: "Heaps", Columns: []column{{Title: "heap", Left: true}, {Title: "objects"}, {Title: "live"}, {Title: "live share"},
		{Title: "references per object"}, {Title: "roots"}, {Title: "memory"}}}
	surveyed := slices.ContainsFunc(groups, func(rows []int) bool { return p.surveyOf(rows[0]) != nil })
	if surveyed {
		t.Columns = append(t.Columns, column{Title: "levels", Note: "distances from the roots at which objects lie"},
			column{Title: "widest level", Note: "the most objects at one distance"}, column{Title: "most references", Note: "of one object"},
			column{Title: "ceiling", Note: "the work over the longest chain: no number of workers brings more without speculation"})
	}
	for _, rows := range groups {
		f := &p.results[rows[0]].Facts
		cells := []cell{{Text: p.places[rows[0]].Heap}, {Text: numeral.Count(f.Objects)}, {Text: numeral.Count(f.Live)},
			shared(fraction(f.Live, f.Objects)), {Text: perObject(f.Edges, f.Objects)}, {Text: numeral.Count(uint64(max(f.Roots, 0)))}, {Text: numeral.Bytes(uint64(max(f.ArenaBytes, 0)))}}
		switch h := p.surveyOf(rows[0]); {
		case h != nil:
			cells = append(cells, cell{Text: numeral.Count(uint64(h.Structure.Levels))}, cell{Text: numeral.Count(h.Structure.Widest)},
				cell{Text: numeral.Count(h.Structure.MaxOut)}, cell{Text: times(h.Bound.Ceiling)})
		case surveyed:
			cells = append(cells, cell{Text: "-"}, cell{Text: "-"}, cell{Text: "-"}, cell{Text: "-"})
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// all are the numbers of all results, from 0.
func (p *pages) all() []int {
	all := make([]int, len(p.results))
	for i := range all {
		all[i] = i
	}
	return all
}

// shared is a share, with a bar.
func shared(share float64) cell { return cell{Text: numeral.Percent(share), Bar: share} }

// fraction is a over b, 0 if b is 0, and 1 at most.
func fraction(a, b uint64) float64 {
	if b == 0 {
		return 0
	}
	return min(1, float64(a)/float64(b))
}

func perObject(edges, objects uint64) string {
	if objects == 0 {
		return "-"
	}
	return numeral.Significant(float64(edges) / float64(objects))
}
