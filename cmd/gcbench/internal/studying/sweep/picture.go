package sweep

import (
	"fmt"
	"math/bits"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/picture"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// Picture draws the results of a model.
func Picture(results schema.Results) *picture.Picture {
	switch r := results.(type) {
	case *schema.MarkCurves:
		return marksPicture(*r)
	case *schema.Makespan:
		return makespanPicture(*r)
	case *schema.Balance:
		return balancePicture(r)
	case *schema.Dag:
		return dagPicture(r)
	}
	panic("no results of a model")
}

// marksPicture has a panel for each curve: the speedup, and dashed what limits it.
func marksPicture(curves schema.MarkCurves) *picture.Picture {
	p := &picture.Picture{Title: "Marking in virtual time", Columns: min(2, len(curves))}
	for i := range curves {
		c := &curves[i]
		panel := picture.Panel{
			Title: fmt.Sprintf("%s: ceiling %s", c.Name, numeral.Significant(c.Ceiling)),
			X:     picture.Axis{Title: "workers", Log: 2}, Y: picture.Axis{Title: "speedup", Log: 2},
		}
		speedup, limit, most := picture.Line{Name: "speedup"}, picture.Line{Name: "limit", Dashed: true}, 0.0
		for _, at := range c.Points {
			speedup.Points = append(speedup.Points, picture.Point{X: float64(at.Workers), Y: at.Speedup})
			limit.Points = append(limit.Points, picture.Point{X: float64(at.Workers), Y: at.Limit})
			most = max(most, at.Speedup, at.Limit)
		}
		if most < 2 {
			panel.Y = picture.Axis{Title: "speedup", FromZero: true} // between powers of two
		}
		panel.Lines = []picture.Line{speedup, limit}
		p.Panels = append(p.Panels, panel)
	}
	return p
}

// makespanPicture is Figure 1 of the paper. Its left half has three numbers of
// tasks at most: their lines are close together.
func makespanPicture(cells schema.Makespan) *picture.Picture {
	processors := picture.Axis{Title: "processors", Log: 2}
	constants := picture.Panel{
		Title: "Makespan beyond W/m", X: processors, Y: picture.Axis{Title: "constant of log₂ W"},
		Levels: []picture.Level{
			{Name: fmt.Sprintf("paper, standard: %.2f", schema.PaperStandard), Y: schema.PaperStandard},
			{Name: fmt.Sprintf("paper, cooperative: %.2f", schema.PaperCooperative), Y: schema.PaperCooperative},
		},
	}
	ratios := picture.Panel{
		Title: "Steal requests, standard / cooperative", X: processors, Y: picture.Axis{Title: "ratio"},
		Levels: []picture.Level{{Name: fmt.Sprintf("paper: %.2f", schema.PaperRatio), Y: schema.PaperRatio}},
	}
	groups := byTasks(cells)
	for i, group := range groups {
		if i == 0 || 2*i == len(groups)-1 || i == len(groups)-1 {
			constants.Lines = append(constants.Lines,
				makespanLine(group, ", standard", func(c *schema.MakespanCell) schema.Estimate { return c.Standard.Constant }),
				makespanLine(group, ", cooperative", func(c *schema.MakespanCell) schema.Estimate { return c.Cooperative.Constant }))
			constants.Lines[len(constants.Lines)-1].Dashed = true
		}
		ratios.Lines = append(ratios.Lines, makespanLine(group, "", func(c *schema.MakespanCell) schema.Estimate { return c.Ratio }))
	}
	return &picture.Picture{Title: "Work stealing of W unit tasks", Panels: []picture.Panel{constants, ratios}}
}

// byTasks splits the cells where the number of tasks changes.
func byTasks(cells schema.Makespan) (groups []schema.Makespan) {
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
func makespanLine(group schema.Makespan, suffix string, of func(*schema.MakespanCell) schema.Estimate) picture.Line {
	tasks := "W = " + picture.Power(2, bits.Len(uint(group[0].Tasks))-1)
	l := picture.Line{Name: tasks + suffix, Group: tasks}
	for i := range group {
		l.Points = append(l.Points, point(of(&group[i]), float64(group[i].Processors)))
	}
	return l
}

// point is the estimate as a point of a line.
func point(e schema.Estimate, x float64) picture.Point {
	return picture.Point{X: x, Y: e.Mean, Lo: e.CI95[0], Hi: e.CI95[1]}
}

// addPoint adds the point to the line of that name, which begins with its first
// point.
func addPoint(lines []picture.Line, name string, at picture.Point) []picture.Line {
	for i := range lines {
		if lines[i].Name == name {
			lines[i].Points = append(lines[i].Points, at)
			return lines
		}
	}
	return append(lines, picture.Line{Name: name, Points: []picture.Point{at}})
}
