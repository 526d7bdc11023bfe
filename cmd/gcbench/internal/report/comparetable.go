package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/estimate"
)

// compareColumn is a column of a comparison, and how to fill it.
type compareColumn struct {
	Column
	cell   func(r *CompareRow) string
	always bool // it is there even if all rows have the same in it
}

// columns are those of a comparison's rows: settings that are the same everywhere have
// none.
func (c *Comparison) columns() []compareColumn {
	names := make([]string, len(c.Rows))
	for i := range c.Rows {
		names[i] = c.Rows[i].Name()
	}
	all := []compareColumn{
		{Column{Title: "shape", Width: min(widest(names), MaxName), Left: true}, func(r *CompareRow) string { return Shorten(r.Name(), MaxName) }, true},
		{Column{Title: "objects", Width: 9}, func(r *CompareRow) string { return Count(r.Objects) }, false},
		{Column{Title: "layout", Left: true, Width: 8}, func(r *CompareRow) string { return r.Layout }, false},
		{Column{Title: "seed"}, func(r *CompareRow) string { return fmt.Sprint(r.Seed) }, false},
		{Column{Title: "preset", Left: true, Width: 9}, func(r *CompareRow) string { return r.Preset }, false},
		{Column{Title: "queue", Left: true, Width: 9}, func(r *CompareRow) string { return r.Queue }, false},
		{Column{Title: "grain"}, func(r *CompareRow) string { return fmt.Sprint(r.Grain) }, false},
		{Column{Title: "deque"}, func(r *CompareRow) string { return fmt.Sprint(r.Deque) }, false},
		{Column{Title: "overflow"}, func(r *CompareRow) string { return fmt.Sprint(r.Overflow) }, false},
		{Column{Title: "steal", Left: true, Width: 6}, func(r *CompareRow) string { return r.Steal }, false},
		{Column{Title: "amount", Left: true, Width: 7}, func(r *CompareRow) string { return r.Amount }, false},
		{Column{Title: "victim", Left: true, Width: 6}, func(r *CompareRow) string { return r.Victim }, false},
		{Column{Title: "idle", Left: true, Width: 5}, func(r *CompareRow) string { return r.Idle }, false},
		{Column{Title: "workers"}, func(r *CompareRow) string { return fmt.Sprint(r.Workers) }, true},
		{Column{Title: "A", Width: 7}, func(r *CompareRow) string { return Duration(r.A.MedianNS) }, true},
		{Column{Title: "B", Width: 7}, func(r *CompareRow) string { return Duration(r.B.MedianNS) }, true},
		{Column{Title: "B/A", Width: 5}, func(r *CompareRow) string { return ratio(&r.Ratio) }, true},
		{Column{Title: "95 % interval", Width: 13}, func(r *CompareRow) string { return interval(r.CI95) }, true},
		{Column{Title: "verdict", Left: true}, func(r *CompareRow) string { return string(r.Verdict) }, true},
	}
	var used []compareColumn
	for _, column := range all {
		if column.always || c.varies(column.cell) {
			used = append(used, column)
		}
	}
	return used
}

// varies reports whether rows differ in a cell.
func (c *Comparison) varies(cell func(*CompareRow) string) bool {
	for i := range c.Rows {
		if cell(&c.Rows[i]) != cell(&c.Rows[0]) {
			return true
		}
	}
	return false
}

func ratio(x *float64) string {
	if x == nil {
		return "-"
	}
	return fmt.Sprintf("%.3f", *x)
}

func interval(ci []float64) string {
	if ci == nil {
		return "-"
	}
	return fmt.Sprintf("%.3f to %.3f", ci[0], ci[1])
}

// Print writes the comparison for a person.
func (c *Comparison) Print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "A: %s\nB: %s\n", c.A.Name, c.B.Name)
	columns := c.columns()
	titles := make([]Column, len(columns))
	for i, column := range columns {
		titles[i] = column.Column
	}
	table := NewTable(&b, titles...)
	for i := range c.Rows {
		cells := make([]string, len(columns))
		for k, column := range columns {
			cells[k] = column.cell(&c.Rows[i])
		}
		if err := table.Row(cells...); err != nil {
			return err
		}
	}
	for _, line := range c.conclusion() {
		fmt.Fprintln(&b, line)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// conclusion are the lines below the table.
func (c *Comparison) conclusion() (lines []string) {
	if c.Partial {
		lines = append(lines, "a part: the comparison was interrupted")
	}
	if len(c.Differs) > 0 {
		lines = append(lines, "A and B differ in "+strings.Join(c.Differs, "; "))
	}
	if c.Interleaved {
		lines = append(lines, "processes took turns: A B B A")
	} else {
		lines = append(lines, "one measurement after the other: a machine that changed between them looks like a difference")
	}
	for _, only := range []struct {
		side string
		list []string
	}{{"A", c.OnlyA}, {"B", c.OnlyB}} {
		if len(only.list) > 0 {
			lines = append(lines, fmt.Sprintf("only in %s: %s", only.side, ListSome(only.list)))
		}
	}
	for _, reason := range c.reasons() {
		lines = append(lines, "unsure: "+reason)
	}
	return append(lines, c.Summary.line(len(c.Rows)))
}

// reasons are those of unsure rows, each with the number of its rows.
func (c *Comparison) reasons() (lines []string) {
	count := map[string]int{}
	var order []string
	for i := range c.Rows {
		if reason := c.Rows[i].Reason; reason != "" {
			if count[reason] == 0 {
				order = append(order, reason)
			}
			count[reason]++
		}
	}
	for _, reason := range order {
		lines = append(lines, fmt.Sprintf("%s (%s)", reason, Plural(uint64(count[reason]), "row")))
	}
	return lines
}

// line is the summary in a line.
func (s *CompareSummary) line(rows int) string {
	var parts []string
	for _, v := range []estimate.Verdict{estimate.Same, estimate.Faster, estimate.Slower, estimate.Unsure} {
		if s.Counts[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", s.Counts[v], v))
		}
	}
	line := fmt.Sprintf("%s: %s", Plural(uint64(rows), "row"), strings.Join(parts, ", "))
	if rows > 1 && s.Ratio != nil {
		line += fmt.Sprintf("; all together B/A %s, %s: %s", ratio(s.Ratio), interval(s.CI95), s.Verdict)
	}
	return line
}

// ListSome lists a few of many.
func ListSome(list []string) string {
	const few = 3
	if len(list) <= few {
		return strings.Join(list, "; ")
	}
	return strings.Join(list[:few], "; ") + fmt.Sprintf("; and %d more", len(list)-few)
}
