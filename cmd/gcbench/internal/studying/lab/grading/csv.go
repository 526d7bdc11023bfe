package grading

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap/dump/printable"
)

// columns are the columns of the grades.
var columns = []struct {
	name string
	of   func(g *Graded, same string) string
}{
	{"student", func(g *Graded, _ string) string { return g.Student }},
	{"lab", func(g *Graded, _ string) string { return g.Report.Lab }},
	{"verdict", func(g *Graded, _ string) string { return string(g.Report.Verdict) }},
	{"score", func(g *Graded, _ string) string {
		if g.Report.Score == nil {
			return ""
		}
		return fmt.Sprint(*g.Report.Score)
	}},
	{"max", func(g *Graded, _ string) string { return fmt.Sprint(g.Report.Most) }},
	{"failed", func(g *Graded, _ string) string {
		if c := g.Report.FirstBroken(); c != nil {
			return c.Name
		}
		return ""
	}},
	{"why", func(g *Graded, _ string) string { return g.Why() }},
	{"seconds", func(g *Graded, _ string) string { return fmt.Sprintf("%.1f", g.Took.Seconds()) }},
	{"handed_in", func(g *Graded, _ string) string { return g.Entry }},
	{"same_as", func(_ *Graded, same string) string { return same }},
}

// Why is in one sentence what is wrong, or why there is no verdict.
func (g *Graded) Why() string {
	if c := g.Report.FirstBroken(); c != nil {
		return c.Fault.Says
	}
	return strings.Join(g.Report.Why, " ")
}

// WriteCSV writes a row for each submission, in the order of their names. No cell begins as a formula does, and none
// has a line's end.
func WriteCSV(to io.Writer, all []Graded) error {
	all = slices.SortedFunc(slices.Values(all), func(a, b Graded) int { return cmp.Compare(a.Entry, b.Entry) })
	w := csv.NewWriter(to)
	row := make([]string, len(columns))
	for i, c := range columns {
		row[i] = c.name
	}
	w.Write(row)
	for i := range all {
		same := strings.Join(sameAs(all, i), "; ")
		for k, c := range columns {
			row[k] = cell(c.of(&all[i], same))
		}
		w.Write(row)
	}
	w.Flush()
	return w.Error()
}

// sameAs are the submissions with the same answer as number i, but for comments and layout, and lab answer if that
// has it.
func sameAs(all []Graded, i int) (names []string) {
	if all[i].Report.Known {
		names = append(names, "lab answer")
	}
	for k, g := range all {
		if k != i && g.Report.Print != "" && g.Report.Print == all[i].Report.Print {
			names = append(names, g.Entry)
		}
	}
	return names
}

// mostCell is the most bytes of a cell: a sentence.
const mostCell = 300

// cell is a text as a cell. Spreadsheets take a text that begins with one of these signs for a formula, and run it.
func cell(text string) string {
	text = printable.Line(text)
	if len(text) > mostCell {
		text = strings.ToValidUTF8(text[:mostCell], "") + "..."
	}
	if trimmed := strings.TrimLeft(text, " "); trimmed != "" && strings.ContainsRune("=+-@|%", rune(trimmed[0])) {
		return "'" + text
	}
	return text
}
