package page

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/picture"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
)

// chart is a chart with a name, and what there is to say beside it.
type chart struct {
	Name, Note string
	SVG        template.HTML
}

// draw adds a chart to the part. A figure of a report that has no place on an axis is no
// reason to have no page.
func (t *part) draw(name string, drawn interface{ Inline() (template.HTML, error) }) {
	svg, err := drawn.Inline()
	if err != nil {
		t.List = append(t.List, fmt.Sprintf("A picture is left out: %v.", err))
		return
	}
	c := chart{Name: name, SVG: svg}
	if s, is := drawn.(*picture.Strip); is {
		c.Note = s.Note
	}
	t.Charts = append(t.Charts, c)
}

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
	Class string // of the colour that stands for the column in a bar of shares
}

// cell is one figure or word. Bar is a fraction that is drawn behind it. Shares are those of a
// whole, which are drawn side by side in a bar.
type cell struct {
	Text   string
	Bar    float64
	Shares []share
	Ratio  *ratio
}

// share is a part of a whole, with the class of its colour.
type share struct {
	Class string
	Part  float64
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
			t.Rows = append(t.Rows, cellsOf(row))
		}
		parts = append(parts, part{Table: t})
	}
	return parts
}

func cellsOf(texts []string) []cell {
	cells := make([]cell, len(texts))
	for i, text := range texts {
		cells[i].Text = text
	}
	return cells
}

// folded splits rows of a chart, or charts: those that come first are shown, and the others are
// closed. Each part is drawn by draw. rest names the others by their number.
func folded[T any](rows []T, first int, rest func(n uint64) string, draw func(rows []T) part) []part {
	if len(rows) <= first+first/2 {
		return []part{draw(rows)}
	}
	others := draw(rows[first:])
	others.Fold = rest(uint64(len(rows) - first))
	return []part{draw(rows[:first]), others}
}

// otherRows names rows that are closed.
func otherRows(n uint64) string { return "The other " + numeral.Plural(n, "row") }

// lines are those of a text that are not empty.
func lines(text string) (all []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}
