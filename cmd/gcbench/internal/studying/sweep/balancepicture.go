package sweep

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/picture"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// balancePicture has the load curves, and what becomes of loads as systems grow and
// shrink.
func balancePicture(r *schema.Balance) *picture.Picture {
	load := picture.Axis{Title: "load / average", Log: 10}
	through := picture.Panel{Title: fmt.Sprintf("Steady load, %d processes", schema.DrawnProcesses), X: picture.Axis{Title: "step"}, Y: load}
	sizes := picture.Panel{Title: "Steady load, second half of the steps", X: picture.Axis{Title: "processes", Log: 2}, Y: load,
		Levels: []picture.Level{{Name: "1 + 2u/mu", Y: 3}}}
	shrinking := picture.Panel{Title: fmt.Sprintf("Drained to %d items a process", schema.ItemsAtEnd), X: picture.Axis{Title: "items a process at the start", Log: 2}, Y: load}
	for i := range r.Sizes {
		c := &r.Sizes[i]
		if c.Curve != nil {
			through.Lines = append(through.Lines, loadCurve(c))
		}
		sizes.Lines = addPoint(sizes.Lines, c.Scheme, point(c.Load, float64(c.Processes)))
	}
	estimated := picture.Line{Name: "4 sqrt(start/4) - 3", Dashed: true}
	for i := range r.Shrinking {
		c := &r.Shrinking[i]
		x := float64(c.Start)
		shrinking.Lines = addPoint(shrinking.Lines, c.Scheme, picture.Point{X: x, Y: c.Last})
		if c.Scheme == r.Shrinking[0].Scheme {
			estimated.Points = append(estimated.Points, picture.Point{X: x, Y: c.DrainedEstimate()})
		}
	}
	shrinking.Lines = append(shrinking.Lines, estimated)
	return &picture.Picture{Title: "Load balancing by random pairs", Panels: []picture.Panel{through, sizes, shrinking}}
}

// loadCurve is the load through time.
func loadCurve(c *schema.BalanceCell) picture.Line {
	l := picture.Line{Name: c.Scheme}
	for _, p := range c.Curve {
		l.Points = append(l.Points, picture.Point{X: float64(p.Step), Y: p.Load})
	}
	return l
}
