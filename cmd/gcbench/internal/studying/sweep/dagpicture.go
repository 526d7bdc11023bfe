package sweep

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/picture"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// dagPicture is Figure 2 of the paper, and the constant of its bounds.
func dagPicture(r *schema.Dag) *picture.Picture {
	depth, processors := picture.Axis{Title: "depth"}, picture.Axis{Title: "processors", Log: 2}
	return &picture.Picture{
		Title: "Work stealing on a dag: shared and split deques",
		Panels: []picture.Panel{
			dagPanel(fmt.Sprintf("a: balanced dags, %d processors", r.Balanced[0].Processors), depth, r.Balanced),
			dagPanel(fmt.Sprintf("b: unbalanced dags, %d processors", r.Unbalanced[0].Processors), depth, r.Unbalanced),
			dagPanel(fmt.Sprintf("c: balanced dag of depth %d", r.Processors[0].Depth), processors, r.Processors),
			constantsPanel(r),
		},
		Columns: 2,
	}
}

// dagPanel is one chart. A count of 0 has no place on its scale and is left out.
func dagPanel(title string, x picture.Axis, cells []schema.DagCell) picture.Panel {
	p := picture.Panel{Title: title, X: x, Y: picture.Axis{Title: "operations", Log: 10}}
	for i := range cells {
		c := &cells[i]
		at := float64(c.Depth)
		if x.Log != 0 {
			at = float64(c.Processors)
		}
		for _, line := range []struct {
			name string
			schema.Estimate
		}{
			{"conventional: CAS and fences", c.Conventional.Synchronization},
			{"lowcost: CAS and fences", c.LowCost.Synchronization},
			{"lowcost: notifications", c.LowCost.Notifications},
		} {
			if line.Mean > 0 {
				p.Lines = addPoint(p.Lines, line.name, picture.Point{X: at, Y: line.Mean})
			}
		}
	}
	return p
}

// constantsPanel shows what the bounds O(P·span) hide.
func constantsPanel(r *schema.Dag) picture.Panel {
	p := picture.Panel{
		Title: fmt.Sprintf("balanced dags, %d processors, by P·span", r.Balanced[0].Processors),
		X:     picture.Axis{Title: "depth"}, Y: picture.Axis{Title: "operations / (P·span)", FromZero: true},
	}
	for i := range r.Balanced {
		c := &r.Balanced[i]
		for _, line := range []struct {
			name string
			y    float64
		}{
			{"conventional: steal attempts", c.Conventional.AttemptsPerPSpan},
			{"lowcost: CAS and fences", c.LowCost.SynchronizationPerPSpan},
			{"lowcost: steal attempts", c.LowCost.AttemptsPerPSpan},
		} {
			p.Lines = addPoint(p.Lines, line.name, picture.Point{X: float64(c.Depth), Y: line.y})
		}
	}
	return p
}
