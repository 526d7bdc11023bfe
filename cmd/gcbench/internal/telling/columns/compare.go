package columns

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

type compareRow = *schema.CompareRow

// Comparison has a row for each row of a comparison. Settings that are the same everywhere have no column. A cell has both
// sides' values where they differ.
func Comparison(c *schema.Comparison) Block {
	rows := pointers(c.Rows)
	all := settings(rows, func(r compareRow) *marked {
		return &marked{Facts: r.Facts, Choices: r.Choices, Preset: r.Preset, Workers: r.Workers}
	})
	for i, column := range all {
		switch {
		case i == 0: // the heap
			all[i].Cell = func(r compareRow) string {
				a, b := r.BothHeaps()
				return both(numeral.Shorten(a, MaxName), numeral.Shorten(b, MaxName))
			}
		case column.Title == "workers":
			all[i].Cell = func(r compareRow) string { a, b := r.BothWorkers(); return both(fmt.Sprint(a), fmt.Sprint(b)) }
		}
	}
	t := Table(append(all,
		Right("A", 7, func(r compareRow) string { return numeral.Duration(r.A.MedianNS) }),
		Right("B", 7, func(r compareRow) string { return numeral.Duration(r.B.MedianNS) }),
		Right("B/A", 5, func(r compareRow) string { return times(r.Ratio) }),
		Right("95 % interval", 14, func(r compareRow) string { return interval(r.CI95) }),
		Left("verdict", 0, func(r compareRow) string { return string(r.Verdict) }),
	), rows)
	t.Keys = len(all)
	return t
}

// HeapLabel names what was marked: "tree", or "tree, list" where the sides differ.
func HeapLabel(r *schema.CompareRow) string { return both(r.BothHeaps()) }

// WorkersLabel says how many workers marked: "2 workers", or "1, 2 workers" where the sides differ.
func WorkersLabel(r *schema.CompareRow) string {
	a, b := r.BothWorkers()
	if a == b {
		return numeral.Plural(uint64(a), "worker")
	}
	return fmt.Sprintf("%s, %s workers", numeral.Count(uint64(a)), numeral.Count(uint64(b)))
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

// Conclusion are the lines below the table.
func Conclusion(c *schema.Comparison) (lines []string) {
	if c.Partial {
		lines = append(lines, "a part: the comparison was interrupted")
	}
	if len(c.Differs) > 0 {
		lines = append(lines, "A and B differ in "+strings.Join(c.Differs, "; "))
	}
	lines = append(lines, Turns(c))
	if text := corrected(c); text != "" {
		lines = append(lines, text)
	}
	if len(c.OnlyA) > 0 {
		lines = append(lines, "only in A: "+numeral.Some(c.OnlyA))
	}
	if len(c.OnlyB) > 0 {
		lines = append(lines, "only in B: "+numeral.Some(c.OnlyB))
	}
	return append(append(lines, reasons(c)...), summary(&c.Summary, len(c.Rows)))
}

// corrected says how far the machine changed, and how much marks feel of it, "" if no row has been
// corrected.
func corrected(c *schema.Comparison) string {
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
		numeral.Plural(uint64(len(took)), "row"), Span(took, times), Span(felt, percent))
}

// Span is the least and the largest of some figures, or the one that there is.
func Span(figures []float64, format func(float64) string) string {
	low, high := format(slices.Min(figures)), format(slices.Max(figures))
	if low == high {
		return low
	}
	return low + " to " + high
}

func percent(x float64) string { return strconv.FormatFloat(x, 'f', 0, 64) }

// Turns says in which order the two sides were measured.
func Turns(c *schema.Comparison) string {
	if c.Interleaved {
		return "processes took turns: A B B A; B/A compares neighbours, not the two medians"
	}
	return "one measurement after the other"
}

// reasons are those of unsure rows, each with the number of its rows.
func reasons(c *schema.Comparison) (lines []string) {
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
		lines = append(lines, fmt.Sprintf("unsure: %s (%s)", reason, numeral.Plural(uint64(count[reason]), "row")))
	}
	return lines
}

// summary is the summary in a line.
func summary(s *schema.CompareSummary, rows int) string {
	var parts []string
	for _, v := range schema.Verdicts() {
		if s.Counts[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", s.Counts[v], v))
		}
	}
	line := fmt.Sprintf("%s: %s", numeral.Plural(uint64(rows), "row"), strings.Join(parts, ", "))
	if rows > 1 && s.Ratio != nil {
		line += fmt.Sprintf("; all together B/A %s, %s: %s", times(*s.Ratio), interval(s.CI95), s.Verdict)
	}
	return line
}
