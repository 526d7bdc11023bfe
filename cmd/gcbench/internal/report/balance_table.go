package report

import (
	"fmt"
	"io"
	"math"
	"strings"
)

// WriteTables prints a table for each block: a scheme is a row, the figures are
// loads.
func (r *Balance) WriteTables(w io.Writer) error {
	load := func(c *BalanceCell) float64 { return c.Load.Mean }
	last := func(c *BalanceCell) float64 { return c.Last }
	byPattern := func(c *BalanceCell) string { return c.Pattern }
	for _, block := range []struct {
		title  string
		cells  []BalanceCell
		column func(c *BalanceCell) string
		of     func(c *BalanceCell) float64
		below  string
	}{
		{"Steady load, u = 1, by number of processes", r.Sizes,
			func(c *BalanceCell) string { return fmt.Sprint(c.Processes) }, load, r.widest()},
		{fmt.Sprintf("%d processes, u = 1, by load", r.Patterns[0].Processes), r.Patterns,
			byPattern, load, ""},
		{"The same, whoever has most at the time", r.Patterns, byPattern, func(c *BalanceCell) float64 { return c.Largest }, ""},
		{fmt.Sprintf("Steady load, %d processes, by u", r.Rates[0].Processes), r.Rates,
			func(c *BalanceCell) string { return fmt.Sprintf("u = %d", c.U) }, load, "1 + 2u/mu, an estimate of the first two rows, is 3, 5, 9, 17."},
		{fmt.Sprintf("%d processes drained to %d items each, by items at the start", r.Shrinking[0].Processes, ItemsAtEnd), r.Shrinking,
			func(c *BalanceCell) string { return fmt.Sprint(c.Start) }, last, drainedEstimates(r.Shrinking)},
	} {
		if err := writeBlock(w, block.title, block.cells, block.column, block.of); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "%s\n", line(block.below)); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "Load over the average at the time, of the process that is expected to have most: %d runs or more a figure.\n", r.Sizes[0].Runs)
	return err
}

func line(text string) string {
	if text == "" {
		return ""
	}
	return text + "\n"
}

// writeBlock prints a row for each scheme and a column for each of the values
// that column returns.
func writeBlock(w io.Writer, title string, cells []BalanceCell, column func(*BalanceCell) string, of func(*BalanceCell) float64) error {
	if _, err := fmt.Fprintln(w, title); err != nil {
		return err
	}
	columns, rows, names := []Column{{Title: "scheme", Width: 10, Left: true}}, map[string][]string{}, []string{}
	for i := range cells {
		c := &cells[i]
		if c.Scheme == cells[0].Scheme {
			columns = append(columns, Column{Title: column(c), Width: 8})
		}
		if rows[c.Scheme] == nil {
			names = append(names, c.Scheme)
			rows[c.Scheme] = []string{c.Scheme}
		}
		rows[c.Scheme] = append(rows[c.Scheme], fmt.Sprintf("%.2f", of(c)))
	}
	t := NewTable(w, columns...)
	for _, name := range names {
		if err := t.Row(rows[name]...); err != nil {
			return err
		}
	}
	return nil
}

// widest says how far the figures of the first block may be off.
func (r *Balance) widest() string {
	widest := 0.0
	for i := range r.Sizes {
		if c := &r.Sizes[i]; c.Scheme == r.Sizes[0].Scheme || c.Scheme == "asymmetric" {
			widest = max(widest, c.Load.PlusMinus())
		}
	}
	return fmt.Sprintf("95 %% intervals of the first two rows: at most ± %.2f.", widest)
}

// drainedEstimate is what sim.Drain derives for u = mu = 1.
func drainedEstimate(start int) float64 { return 4*math.Sqrt(float64(start)/ItemsAtEnd) - 3 }

func drainedEstimates(cells []BalanceCell) string {
	var estimates []string
	for i := range cells {
		if cells[i].Scheme == cells[0].Scheme {
			estimates = append(estimates, fmt.Sprintf("%.0f", drainedEstimate(cells[i].Start)))
		}
	}
	return "4 sqrt(start/4) - 3, an estimate of both rows, is " + strings.Join(estimates, ", ") + "."
}
