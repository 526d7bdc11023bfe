package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/estimate"
)

// compareColumn is a column of a comparison, and how to fill it.
type compareColumn struct {
	Column
	cell func(row int) string
}

// columns are those of a comparison's rows: settings that are the same everywhere have
// none. A cell has both sides' values where they differ.
func (c *Comparison) columns() (all []compareColumn) {
	rows := make([]marked, len(c.Rows))
	for i := range c.Rows {
		r := &c.Rows[i]
		rows[i] = marked{Facts: r.Facts, Choices: r.Choices, Preset: r.Preset, Workers: r.Workers}
	}
	for _, column := range settingColumns(rows) {
		cell := func(row int) string { return column.cell(&rows[row]) }
		switch {
		case column.ofHeap == heapName:
			cell = func(row int) string {
				a, b := c.Rows[row].names()
				return both(Shorten(a, MaxName), Shorten(b, MaxName))
			}
		case column.Title == "workers":
			cell = func(row int) string { a, b := c.Rows[row].workers(); return both(fmt.Sprint(a), fmt.Sprint(b)) }
		}
		for i := range c.Rows {
			column.Width = max(column.Width, utf8.RuneCountInString(cell(i)))
		}
		all = append(all, compareColumn{column.Column, cell})
	}
	return append(all,
		compareColumn{Column{Title: "A", Width: 7}, func(row int) string { return Duration(c.Rows[row].A.MedianNS) }},
		compareColumn{Column{Title: "B", Width: 7}, func(row int) string { return Duration(c.Rows[row].B.MedianNS) }},
		compareColumn{Column{Title: "B/A", Width: 5}, func(row int) string { return times(c.Rows[row].Ratio) }},
		compareColumn{Column{Title: "95 % interval", Width: 14}, func(row int) string { return interval(c.Rows[row].CI95) }},
		compareColumn{Column{Title: "verdict", Left: true}, func(row int) string { return string(c.Rows[row].Verdict) }},
	)
}

// times formats a ratio in five characters, as long as it is below 100,000.
func times(ratio float64) string {
	digits := 3
	for limit := 9.9995; digits > 0 && ratio >= limit; limit *= 10 {
		digits--
	}
	return strconv.FormatFloat(ratio, 'f', digits, 64)
}

// interval is "-" where nothing is known of the ratio.
func interval(ci []float64) string {
	if ci == nil {
		return "-"
	}
	return times(ci[0]) + " to " + times(ci[1])
}

// both are the values of A and of B, or the one that both have.
func both(a, b string) string {
	if a == b {
		return a
	}
	return a + ", " + b
}

// Print writes the comparison for a person.
func (c *Comparison) Print(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "A: %s\nB: %s\n", c.A.Name, c.B.Name); err != nil {
		return err
	}
	if err := c.PrintRows(w); err != nil {
		return err
	}
	_, err := io.WriteString(w, strings.Join(c.Conclusion(), "\n")+"\n")
	return err
}

// PrintRows prints the table.
func (c *Comparison) PrintRows(w io.Writer) error {
	columns := c.columns()
	titles := make([]Column, len(columns))
	for i, column := range columns {
		titles[i] = column.Column
	}
	table := NewTable(w, titles...)
	for i := range c.Rows {
		cells := make([]string, len(columns))
		for k, column := range columns {
			cells[k] = column.cell(i)
		}
		if err := table.Row(cells...); err != nil {
			return err
		}
	}
	return nil
}

// Conclusion are the lines below the table.
func (c *Comparison) Conclusion() (lines []string) {
	if c.Partial {
		lines = append(lines, "a part: the comparison was interrupted")
	}
	if len(c.Differs) > 0 {
		lines = append(lines, "A and B differ in "+strings.Join(c.Differs, "; "))
	}
	lines = append(lines, c.Turns())
	if corrected := c.corrected(); corrected != "" {
		lines = append(lines, corrected)
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

// corrected says how far the machine changed, and how much marks feel of it, "" if no row has been
// corrected.
func (c *Comparison) corrected() string {
	var took, felt []float64
	for i := range c.Rows {
		if r := c.Rows[i].Reference; r != nil {
			took, felt = append(took, r.Ratio), append(felt, 100*r.Felt)
		}
	}
	if len(took) == 0 {
		return ""
	}
	return fmt.Sprintf("B/A is corrected by a reference in %s: it took %s times as long beside B, and marks feel %s %% of that",
		Plural(uint64(len(took)), "row"), fromTo(times, took), fromTo(percent, felt))
}

// fromTo is the least of some numbers, and the largest if it looks different.
func fromTo(text func(float64) string, numbers []float64) string {
	low, high := text(slices.Min(numbers)), text(slices.Max(numbers))
	if low == high {
		return low
	}
	return low + " to " + high
}

func percent(x float64) string { return strconv.FormatFloat(x, 'f', 0, 64) }

// Turns says in which order the two sides were measured.
func (c *Comparison) Turns() string {
	if c.Interleaved {
		return "processes took turns: A B B A"
	}
	return "one measurement after the other"
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
		line += fmt.Sprintf("; all together B/A %s, %s: %s", times(*s.Ratio), interval(s.CI95), s.Verdict)
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
