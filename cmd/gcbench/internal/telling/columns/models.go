package columns

import (
	"fmt"
	"math"
	"math/bits"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

// makespan has a row for each cell.
func makespan(cells schema.Makespan) []Block {
	type cell = *schema.MakespanCell
	all := []Of[cell]{
		Right("tasks", 5, func(c cell) string { return fmt.Sprintf("2^%d", bits.Len(uint(c.Tasks))-1) }),
		Right("processors", 0, func(c cell) string { return fmt.Sprint(c.Processors) }),
	}
	estimate := func(title string, width int, of func(c cell) schema.Estimate) {
		all = append(all,
			Right(title, width, func(c cell) string { return fmt.Sprintf("%.3f", of(c).Mean) }),
			Right("±", 6, func(c cell) string { return fmt.Sprintf("%.3f", of(c).PlusMinus()) }))
	}
	estimate("standard", 0, func(c cell) schema.Estimate { return c.Standard.Constant })
	estimate("cooperative", 0, func(c cell) schema.Estimate { return c.Cooperative.Constant })
	estimate("ratio", 6, func(c cell) schema.Estimate { return c.Ratio })
	all = append(all,
		Right("scattered", 0, func(c cell) string {
			if c.Scattered == nil {
				return "-"
			}
			return fmt.Sprintf("%.3f", c.Scattered.Mean)
		}),
		Right("worst/bound", 0, func(c cell) string { // of the bound, the longest run needed so much
			return hundredths(max(c.Standard.Longest/c.Standard.Bound, c.Cooperative.Longest/c.Cooperative.Bound))
		}))
	t := Table(all, pointers(cells))
	t.Keys = 2
	b := blocks{t}
	b.print("\nConstants of log2 W; the paper has %.2f and %.2f, its bounds are %.2f and %.2f. %d runs a row.\n",
		schema.PaperStandard, schema.PaperCooperative, 2*sim.Standard.Lambda(), 2*sim.Cooperative.Lambda(), cells[0].Runs)
	return b
}

// dag has a table for each chart.
func dag(r *schema.Dag) []Block {
	type cell = *schema.DagCell
	count := func(title string, width int, of func(c cell) schema.Estimate) Of[cell] {
		return Right(title, width, func(c cell) string { return numeral.Count(uint64(math.Round(of(c).Mean))) })
	}
	all := []Of[cell]{
		Right("depth", 0, func(c cell) string { return fmt.Sprint(c.Depth) }),
		Right("P", 4, func(c cell) string { return fmt.Sprint(c.Processors) }),
		count("work", 10, func(c cell) schema.Estimate { return c.Work }),
		count("conventional", 0, func(c cell) schema.Estimate { return c.Conventional.Synchronization }),
		count("lowcost", 8, func(c cell) schema.Estimate { return c.LowCost.Synchronization }),
		Right("±", 5, func(c cell) string { return fmt.Sprintf("%.0f", c.LowCost.Synchronization.PlusMinus()) }),
		count("notified", 0, func(c cell) schema.Estimate { return c.LowCost.Notifications }),
		Right("lowcost/P·span", 0, func(c cell) string { return hundredths(c.LowCost.SynchronizationPerPSpan) }),
		Right("attempts/P·span", 0, func(c cell) string { return hundredths(c.LowCost.AttemptsPerPSpan) }),
	}
	var b blocks
	chart := func(title string, cells []schema.DagCell) {
		b.print("%s\n", title)
		t := Table(all, pointers(cells))
		t.Keys = 2
		b = append(b, t)
		b.print("\n")
	}
	chart(fmt.Sprintf("a: balanced dags, %d processors", r.Balanced[0].Processors), r.Balanced)
	chart(fmt.Sprintf("b: unbalanced dags, %d processors", r.Unbalanced[0].Processors), r.Unbalanced)
	chart(fmt.Sprintf("c: balanced dag of depth %d", r.Processors[0].Depth), r.Processors)
	b.print("conventional, lowcost: compare-and-swaps and fences; ±: half of lowcost's 95 %% interval; notified, attempts: lowcost's. %d runs a row.\n", r.Balanced[0].Runs)
	return b
}

// balance has a table for each block: a scheme is a row, the figures are loads.
func balance(r *schema.Balance) []Block {
	type cell = *schema.BalanceCell
	var b blocks
	block := func(title string, cells []schema.BalanceCell, column func(c cell) string, of func(c cell) float64, below string) {
		b.print("%s\n", title)
		b = append(b, byScheme(cells, column, of))
		if below != "" {
			b.print("%s\n", below)
		}
		b.print("\n")
	}
	load := func(c cell) float64 { return c.Load.Mean }
	pattern := func(c cell) string { return c.Pattern }
	block("Steady load, u = 1, by number of processes", r.Sizes, func(c cell) string { return fmt.Sprint(c.Processes) }, load, widest(r))
	block(fmt.Sprintf("%d processes, u = 1, by load", r.Patterns[0].Processes), r.Patterns, pattern, load, "")
	block("The same, of the process with most at the time", r.Patterns, pattern, func(c cell) float64 { return c.Largest }, "")
	block(fmt.Sprintf("Steady load, %d processes, by u", r.Rates[0].Processes), r.Rates, func(c cell) string { return fmt.Sprintf("u = %d", c.U) }, load,
		"1 + 2u/mu, an estimate of the first two rows, is 3, 5, 9, 17.")
	block(fmt.Sprintf("%d processes drained to %d items each, by items at the start", r.Shrinking[0].Processes, schema.ItemsAtEnd), r.Shrinking,
		func(c cell) string { return fmt.Sprint(c.Start) }, func(c cell) float64 { return c.Last }, drained(r.Shrinking))
	b.print("Load over the average at the time, of the process that is expected to have most: %d runs or more a figure.\n", r.Sizes[0].Runs)
	return b
}

// byScheme has a row for each scheme and a column for each of the values that column returns.
func byScheme(cells []schema.BalanceCell, column func(*schema.BalanceCell) string, of func(*schema.BalanceCell) float64) Block {
	t := Block{Columns: []Column{{"scheme", 10, true}}}
	at := map[string]int{}
	for i := range cells {
		c := &cells[i]
		if c.Scheme == cells[0].Scheme {
			t.Columns = append(t.Columns, Column{Title: column(c), Width: 8})
		}
		if _, known := at[c.Scheme]; !known {
			at[c.Scheme] = len(t.Rows)
			t.Rows = append(t.Rows, []string{c.Scheme})
		}
		row := &t.Rows[at[c.Scheme]]
		*row = append(*row, hundredths(of(c)))
	}
	return t
}

// widest says how far the figures of the first block may be off.
func widest(r *schema.Balance) string {
	widest := 0.0
	for i := range r.Sizes {
		if c := &r.Sizes[i]; c.Scheme == r.Sizes[0].Scheme || c.Scheme == "asymmetric" {
			widest = max(widest, c.Load.PlusMinus())
		}
	}
	return fmt.Sprintf("95 %% intervals of the first two rows: at most ± %.2f.", widest)
}

func drained(cells []schema.BalanceCell) string {
	var estimates []string
	for i := range cells {
		if c := &cells[i]; c.Scheme == cells[0].Scheme {
			estimates = append(estimates, fmt.Sprintf("%.0f", c.DrainedEstimate()))
		}
	}
	return "4 sqrt(start/4) - 3, an estimate of both rows, is " + strings.Join(estimates, ", ") + "."
}
