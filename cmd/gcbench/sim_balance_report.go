package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/picture"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/report"
)

// writeTables prints a table for each block: a scheme is a row, the figures are
// loads.
func (r *balanceResults) writeTables(w io.Writer) error {
	load := func(c *balanceCell) float64 { return c.Load.Mean }
	last := func(c *balanceCell) float64 { return c.Last }
	byPattern := func(c *balanceCell) string { return c.Pattern }
	for _, block := range []struct {
		title  string
		cells  []balanceCell
		column func(c *balanceCell) string
		of     func(c *balanceCell) float64
		below  string
	}{
		{"Steady load, u = 1, by number of processes", r.Sizes,
			func(c *balanceCell) string { return fmt.Sprint(c.Processes) }, load, r.widest()},
		{fmt.Sprintf("%d processes, u = 1, by load", r.Patterns[0].Processes), r.Patterns,
			byPattern, load, ""},
		{"The same, whoever has most at the time", r.Patterns, byPattern, func(c *balanceCell) float64 { return c.Largest }, ""},
		{fmt.Sprintf("Steady load, %d processes, by u", r.Rates[0].Processes), r.Rates,
			func(c *balanceCell) string { return fmt.Sprintf("u = %d", c.U) }, load, "1 + 2u/mu, an estimate of the first two rows, is 3, 5, 9, 17."},
		{fmt.Sprintf("%d processes drained to %d items each, by items at the start", r.Shrinking[0].Processes, itemsAtEnd), r.Shrinking,
			func(c *balanceCell) string { return fmt.Sprint(c.Start) }, last, drainedEstimates(r.Shrinking)},
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
func writeBlock(w io.Writer, title string, cells []balanceCell, column func(*balanceCell) string, of func(*balanceCell) float64) error {
	if _, err := fmt.Fprintln(w, title); err != nil {
		return err
	}
	columns, rows, names := []report.Column{{Title: "scheme", Width: 10, Left: true}}, map[string][]string{}, []string{}
	for i := range cells {
		c := &cells[i]
		if c.Scheme == cells[0].Scheme {
			columns = append(columns, report.Column{Title: column(c), Width: 8})
		}
		if rows[c.Scheme] == nil {
			names = append(names, c.Scheme)
			rows[c.Scheme] = []string{c.Scheme}
		}
		rows[c.Scheme] = append(rows[c.Scheme], fmt.Sprintf("%.2f", of(c)))
	}
	t := report.NewTable(w, columns...)
	for _, name := range names {
		if err := t.Row(rows[name]...); err != nil {
			return err
		}
	}
	return nil
}

// widest says how far the figures of the first block may be off.
func (r *balanceResults) widest() string {
	widest := 0.0
	for i := range r.Sizes {
		if c := &r.Sizes[i]; c.Scheme == r.Sizes[0].Scheme || c.Scheme == "asymmetric" {
			widest = max(widest, c.Load.plusMinus())
		}
	}
	return fmt.Sprintf("95 %% intervals of the first two rows: at most ± %.2f.", widest)
}

// drainedEstimate is what sim.Drain derives for u = mu = 1.
func drainedEstimate(start int) float64 { return 4*math.Sqrt(float64(start)/itemsAtEnd) - 3 }

func drainedEstimates(cells []balanceCell) string {
	var estimates []string
	for i := range cells {
		if cells[i].Scheme == cells[0].Scheme {
			estimates = append(estimates, fmt.Sprintf("%.0f", drainedEstimate(cells[i].Start)))
		}
	}
	return "4 sqrt(start/4) - 3, an estimate of both rows, is " + strings.Join(estimates, ", ") + "."
}

// picture has the load curves, and what becomes of loads as systems grow and
// shrink.
func (r *balanceResults) picture() *picture.Picture {
	load := picture.Axis{Title: "load / average", Log: 10}
	through := picture.Panel{Title: fmt.Sprintf("Steady load, %d processes", drawnProcesses), X: picture.Axis{Title: "step"}, Y: load}
	sizes := picture.Panel{Title: "Steady load, second half of the steps", X: picture.Axis{Title: "processes", Log: 2}, Y: load,
		Levels: []picture.Level{{Name: "1 + 2u/mu", Y: 3}}}
	shrinking := picture.Panel{Title: fmt.Sprintf("Drained to %d items a process", itemsAtEnd), X: picture.Axis{Title: "items a process at the start", Log: 2}, Y: load}
	for i := range r.Sizes {
		c := &r.Sizes[i]
		if c.Curve != nil {
			through.Lines = append(through.Lines, c.curve())
		}
		sizes.Lines = addPoint(sizes.Lines, c.Scheme, picture.Bars, c.Load.point(float64(c.Processes)))
	}
	estimated := picture.Line{Name: "4 sqrt(start/4) - 3", Dashed: true}
	for i := range r.Shrinking {
		c := &r.Shrinking[i]
		x := float64(c.Start)
		shrinking.Lines = addPoint(shrinking.Lines, c.Scheme, picture.None, picture.Point{X: x, Y: c.Last})
		if c.Scheme == r.Shrinking[0].Scheme {
			estimated.Points = append(estimated.Points, picture.Point{X: x, Y: drainedEstimate(c.Start)})
		}
	}
	shrinking.Lines = append(shrinking.Lines, estimated)
	return &picture.Picture{Title: "Load balancing by random pairs", Panels: []picture.Panel{through, sizes, shrinking}}
}

// curve is the load through time.
func (c *balanceCell) curve() picture.Line {
	l := picture.Line{Name: c.Scheme}
	for _, p := range c.Curve {
		l.Points = append(l.Points, picture.Point{X: float64(p.Step), Y: p.Load})
	}
	return l
}

// addPoint adds the point to the line of that name, which begins with its first
// point.
func addPoint(lines []picture.Line, name string, spread picture.Spread, at picture.Point) []picture.Line {
	for i := range lines {
		if lines[i].Name == name {
			lines[i].Points = append(lines[i].Points, at)
			return lines
		}
	}
	return append(lines, picture.Line{Name: name, Spread: spread, Points: []picture.Point{at}})
}
