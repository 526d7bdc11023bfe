package report

import (
	"fmt"
	"io"
	"math/bits"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/picture"
	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

// Figures of Tchiboukdjian et al., "A Tighter Analysis of Work Stealing",
// Section 6, to compare with.
const (
	paperStandard    = 2.37
	paperCooperative = 2.08
	paperRatio       = 1.14
)

// Makespan is a grid: a cell for each number of tasks and of processors.
type Makespan []MakespanCell

// MakespanCell is one number of processors and of tasks.
type MakespanCell struct {
	Processors  int             `json:"processors"`
	Tasks       int             `json:"tasks"`
	Runs        int             `json:"runs"`
	Standard    MakespanVariant `json:"standard"`
	Cooperative MakespanVariant `json:"cooperative"`
	// Ratio is that of the requests, standard to cooperative, run by run.
	Ratio Estimate `json:"ratio"`
	// Scattered are the requests of standard steals when each task starts on a
	// random processor, over those when all start on one. Null where it was not
	// measured: scattering costs time for every task.
	Scattered *Estimate `json:"scattered"`
}

// MakespanVariant is one way to steal, with all tasks on one processor at
// first.
type MakespanVariant struct {
	Beyond   Estimate `json:"beyond"`   // makespan - W/m
	Longest  float64  `json:"longest"`  // the same, of the longest run
	Bound    float64  `json:"bound"`    // the same, of the expectation
	Constant Estimate `json:"constant"` // (makespan - W/m) / log2 W
	Requests Estimate `json:"requests"`
	Granted  Estimate `json:"granted"`
}

// worst returns how much of the bound the longest run needed.
func (c *MakespanCell) worst() float64 {
	return max(c.Standard.Longest/c.Standard.Bound, c.Cooperative.Longest/c.Cooperative.Bound)
}

// WriteTables prints a row for each cell.
func (cells Makespan) WriteTables(w io.Writer) error {
	t := NewTable(w,
		Column{Title: "tasks", Width: 5}, Column{Title: "processors"}, Column{Title: "standard"}, Column{Title: "±", Width: 6},
		Column{Title: "cooperative"}, Column{Title: "±", Width: 6}, Column{Title: "ratio", Width: 6}, Column{Title: "±", Width: 6},
		Column{Title: "scattered"}, Column{Title: "worst/bound"})
	for i := range cells {
		c := &cells[i]
		scattered := "-"
		if c.Scattered != nil {
			scattered = fmt.Sprintf("%.3f", c.Scattered.Mean)
		}
		row := []string{power(c.Tasks), fmt.Sprint(c.Processors)}
		for _, e := range []Estimate{c.Standard.Constant, c.Cooperative.Constant, c.Ratio} {
			row = append(row, fmt.Sprintf("%.3f", e.Mean), fmt.Sprintf("%.3f", e.PlusMinus()))
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

// Picture is Figure 1 of the paper. Its left half has three numbers of
// tasks at most: their lines are close together.
func (cells Makespan) Picture() *picture.Picture {
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
	groups := cells.byTasks()
	for i, group := range groups {
		if i == 0 || 2*i == len(groups)-1 || i == len(groups)-1 {
			constants.Lines = append(constants.Lines,
				makespanLine(group, ", standard", func(c *MakespanCell) Estimate { return c.Standard.Constant }),
				makespanLine(group, ", cooperative", func(c *MakespanCell) Estimate { return c.Cooperative.Constant }))
			constants.Lines[len(constants.Lines)-1].Dashed = true
		}
		ratios.Lines = append(ratios.Lines, makespanLine(group, "", func(c *MakespanCell) Estimate { return c.Ratio }))
	}
	return &picture.Picture{Title: "Work stealing of W unit tasks", Panels: []picture.Panel{constants, ratios}}
}

// byTasks splits the cells where the number of tasks changes.
func (cells Makespan) byTasks() (groups []Makespan) {
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
func makespanLine(group Makespan, suffix string, of func(*MakespanCell) Estimate) picture.Line {
	tasks := "W = " + picture.Power(2, bits.Len(uint(group[0].Tasks))-1)
	l := picture.Line{Name: tasks + suffix, Group: tasks, Spread: picture.Bars}
	for i := range group {
		l.Points = append(l.Points, of(&group[i]).point(float64(group[i].Processors)))
	}
	return l
}
