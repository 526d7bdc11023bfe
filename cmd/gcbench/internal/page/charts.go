package page

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/picture"
)

// drawn is a chart of package picture.
type drawn interface {
	Inline() (template.HTML, error)
}

// draw adds a chart to the part. A figure of a report that has no place on an axis is no
// reason to have no page.
func (t *part) draw(chart drawn) {
	svg, err := chart.Inline()
	if err != nil {
		t.List = append(t.List, fmt.Sprintf("A picture is left out: %v.", err))
		return
	}
	t.Charts = append(t.Charts, svg)
	_, lines := chart.(*picture.Picture)
	t.Rows = !lines
}

// rowsOfChart is how many rows a chart has, if there are more in all: two such charts stand
// side by side.
const rowsOfChart = 8

// table is a table of a page.
type table struct {
	Label   string // for those who hear it
	Columns []column
	Rows    [][]cell
}

type column struct {
	Title string
	Left  bool
	Note  string // what the title means
}

// cell is one figure or word. Bar is a fraction that is drawn behind it.
type cell struct {
	Text string
	Bar  float64
}

// sheet turns blocks into parts: tables, and the lines between them. notes say what titles mean.
func sheet(label string, notes map[string]string, blocks ...columns.Block) (parts []part) {
	for _, b := range blocks {
		if b.Columns == nil {
			parts = append(parts, part{List: lines(b.Text)})
			continue
		}
		t := &table{Label: label}
		for _, c := range b.Columns {
			t.Columns = append(t.Columns, column{Title: c.Title, Left: c.Left, Note: notes[c.Title]})
		}
		for _, row := range b.Rows {
			cells := make([]cell, len(row))
			for i, text := range row {
				cells[i].Text = text
			}
			t.Rows = append(t.Rows, cells)
		}
		parts = append(parts, part{Table: t})
	}
	return parts
}

// folded splits rows of a chart: those that come first are shown, and the others are closed,
// those of one heap together. Each part is drawn by draw.
func (p *pages) folded(rows []int, first int, draw func(rows []int) part) []part {
	if len(rows) <= first+first/2 {
		return []part{draw(rows)}
	}
	parts := []part{draw(rows[:first])}
	var rest part
	rest.Fold = fmt.Sprintf("The other %s", numeral.Plural(uint64(len(rows)-first), "row"))
	for _, group := range p.byHeap(rows[first:]) {
		one := draw(group)
		one.Fold = fmt.Sprintf("%s: %s", p.places[group[0]].Heap, numeral.Plural(uint64(len(group)), "row"))
		rest.Parts = append(rest.Parts, one)
	}
	return append(parts, rest)
}

// lines are those of a text that are not empty.
func lines(text string) (all []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}
