package main

import (
	"fmt"
	"io"
	"math/bits"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/picture"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/report"
	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

// Figures of Tchiboukdjian et al., "A Tighter Analysis of Work Stealing",
// Section 6, to compare with.
const (
	paperStandard    = 2.37
	paperCooperative = 2.08
	paperRatio       = 1.14
)

// makespanTable prints a row for each cell.
func makespanTable(w io.Writer, cells []makespanCell) error {
	t := report.NewTable(w,
		report.Column{Title: "tasks", Width: 5}, report.Column{Title: "processors"}, report.Column{Title: "standard"}, report.Column{Title: "±", Width: 6},
		report.Column{Title: "cooperative"}, report.Column{Title: "±", Width: 6}, report.Column{Title: "ratio", Width: 6}, report.Column{Title: "±", Width: 6},
		report.Column{Title: "scattered"}, report.Column{Title: "worst/bound"})
	for i := range cells {
		c := &cells[i]
		scattered := "-"
		if c.Scattered != nil {
			scattered = fmt.Sprintf("%.3f", c.Scattered.Mean)
		}
		row := []string{power(c.Tasks), fmt.Sprint(c.Processors)}
		for _, e := range []estimate{c.Standard.Constant, c.Cooperative.Constant, c.Ratio} {
			row = append(row, fmt.Sprintf("%.3f", e.Mean), fmt.Sprintf("%.3f", e.plusMinus()))
		}
		if err := t.Row(append(row, scattered, fmt.Sprintf("%.2f", c.worst()))...); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "\nConstants of log2 W; the paper has %.2f and %.2f, its bounds are %.2f and %.2f. %d runs a row.\n",
		paperStandard, paperCooperative, 2*sim.Standard.Lambda(), 2*sim.Cooperative.Lambda(), cells[0].Runs)
	return err
}

// power writes a power of two as tables do.
func power(n int) string { return fmt.Sprintf("2^%d", bits.Len(uint(n))-1) }

// makespanPicture is Figure 1 of the paper. Its left half has three numbers of
// tasks at most: their lines are close together.
func makespanPicture(cells []makespanCell) *picture.Picture {
	processors := picture.Axis{Title: "processors", Log: 2}
	constants := picture.Panel{
		Title: "Makespan beyond W/m", X: processors, Y: picture.Axis{Title: "constant of log₂ W"},
		Levels: []picture.Level{
			{Name: fmt.Sprintf("paper, standard: %.2f", paperStandard), Y: paperStandard},
			{Name: fmt.Sprintf("paper, cooperative: %.2f", paperCooperative), Y: paperCooperative},
		},
	}
	ratios := picture.Panel{
		Title: "Steal requests, standard / cooperative", X: processors, Y: picture.Axis{Title: "ratio"},
		Levels: []picture.Level{{Name: fmt.Sprintf("paper: %.2f", paperRatio), Y: paperRatio}},
	}
	groups := byTasks(cells)
	for i, group := range groups {
		if i == 0 || 2*i == len(groups)-1 || i == len(groups)-1 {
			constants.Lines = append(constants.Lines,
				makespanLine(group, ", standard", func(c *makespanCell) estimate { return c.Standard.Constant }),
				makespanLine(group, ", cooperative", func(c *makespanCell) estimate { return c.Cooperative.Constant }))
			constants.Lines[len(constants.Lines)-1].Dashed = true
		}
		ratios.Lines = append(ratios.Lines, makespanLine(group, "", func(c *makespanCell) estimate { return c.Ratio }))
	}
	return &picture.Picture{Title: "Work stealing of W unit tasks", Panels: []picture.Panel{constants, ratios}}
}

// byTasks splits the cells where the number of tasks changes.
func byTasks(cells []makespanCell) (groups [][]makespanCell) {
	start := 0
	for i := range cells {
		if i == len(cells)-1 || cells[i+1].Tasks != cells[i].Tasks {
			groups = append(groups, cells[start:i+1])
			start = i + 1
		}
	}
	return groups
}

// makespanLine is a figure over the processors, for one number of tasks.
func makespanLine(group []makespanCell, suffix string, of func(*makespanCell) estimate) picture.Line {
	tasks := "W = " + picture.Power(2, bits.Len(uint(group[0].Tasks))-1)
	l := picture.Line{Name: tasks + suffix, Group: tasks, Spread: picture.Bars}
	for i := range group {
		l.Points = append(l.Points, of(&group[i]).point(float64(group[i].Processors)))
	}
	return l
}
