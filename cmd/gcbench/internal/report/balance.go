package report

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/picture"
)

// Balance are the blocks of the report. Each varies one thing.
type Balance struct {
	Sizes     []BalanceCell `json:"sizes"`     // processes, under a steady load
	Patterns  []BalanceCell `json:"patterns"`  // what the application does
	Rates     []BalanceCell `json:"rates"`     // u, under a steady load
	Shrinking []BalanceCell `json:"shrinking"` // items at the start, all but four of which are consumed
}

// BalanceCell is one system. Loads are relative to the average at the same time.
type BalanceCell struct {
	Scheme    string  `json:"scheme"`
	Pattern   string  `json:"pattern"`
	Processes int     `json:"processes"`
	Start     int     `json:"start"` // items of each process
	Steps     int     `json:"steps"`
	U         int     `json:"u"`
	Mu        float64 `json:"mu"`
	Runs      int     `json:"runs"`

	Load    Estimate `json:"load"`    // expected, of the most loaded process, in the second half of the steps
	Largest float64  `json:"largest"` // of whoever has most at the time, likewise
	Last    float64  `json:"last"`    // as load, at the end
	Average float64  `json:"average"` // items of a process at the end
	Gap     float64  `json:"gap"`     // items that whoever has most has above that

	// Per step.
	Attempts   float64 `json:"attempts"`
	Balancings float64 `json:"balancings"`
	Moved      float64 `json:"moved"`

	Curve []BalanceSpan `json:"curve"` // of sizes with DrawnProcesses; else null
}

// BalanceSpan is a point of a load curve.
type BalanceSpan struct {
	Step    int     `json:"step"` // the last of the span
	Average float64 `json:"average"`
	Load    float64 `json:"load"`
	Largest float64 `json:"largest"`
}

// ItemsAtEnd is what a process has at the end, where the average shrinks.
const ItemsAtEnd = 4

// DrawnProcesses is the size of the systems whose loads are followed through time.
const DrawnProcesses = 1024

// Picture has the load curves, and what becomes of loads as systems grow and
// shrink.
func (r *Balance) Picture() *picture.Picture {
	load := picture.Axis{Title: "load / average", Log: 10}
	through := picture.Panel{Title: fmt.Sprintf("Steady load, %d processes", DrawnProcesses), X: picture.Axis{Title: "step"}, Y: load}
	sizes := picture.Panel{Title: "Steady load, second half of the steps", X: picture.Axis{Title: "processes", Log: 2}, Y: load,
		Levels: []picture.Level{{Name: "1 + 2u/mu", Y: 3}}}
	shrinking := picture.Panel{Title: fmt.Sprintf("Drained to %d items a process", ItemsAtEnd), X: picture.Axis{Title: "items a process at the start", Log: 2}, Y: load}
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
func (c *BalanceCell) curve() picture.Line {
	l := picture.Line{Name: c.Scheme}
	for _, p := range c.Curve {
		l.Points = append(l.Points, picture.Point{X: float64(p.Step), Y: p.Load})
	}
	return l
}
