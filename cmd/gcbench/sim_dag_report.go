package main

import (
	"fmt"
	"io"
	"math"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/picture"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/report"
)

// writeTables prints a table for each chart.
func (r *dagResults) writeTables(w io.Writer) error {
	for _, chart := range []struct {
		title string
		cells []dagCell
	}{
		{fmt.Sprintf("a: balanced dags, %d processors", dagProcessors), r.Balanced},
		{fmt.Sprintf("b: unbalanced dags, %d processors", dagProcessors), r.Unbalanced},
		{fmt.Sprintf("c: balanced dag of depth %d", dagDepth), r.Processors},
	} {
		if err := writeDagTable(w, chart.title, chart.cells); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "conventional, lowcost: compare-and-swaps and fences; ±: half of lowcost's 95 %% interval; notified, attempts: lowcost's. %d runs a row.\n", r.Balanced[0].Runs)
	return err
}

func writeDagTable(w io.Writer, title string, cells []dagCell) error {
	if _, err := fmt.Fprintln(w, title); err != nil {
		return err
	}
	t := report.NewTable(w,
		report.Column{Title: "depth"}, report.Column{Title: "P", Width: 4}, report.Column{Title: "work", Width: 10},
		report.Column{Title: "conventional"}, report.Column{Title: "lowcost", Width: 8}, report.Column{Title: "±", Width: 5},
		report.Column{Title: "notified"}, report.Column{Title: "lowcost/P·span"}, report.Column{Title: "attempts/P·span"})
	for i := range cells {
		c := &cells[i]
		low := &c.LowCost
		err := t.Row(fmt.Sprint(c.Depth), fmt.Sprint(c.Processors), whole(c.Work), whole(c.Conventional.Synchronization),
			whole(low.Synchronization), fmt.Sprintf("%.0f", low.Synchronization.plusMinus()), whole(low.Notifications),
			fmt.Sprintf("%.2f", low.SynchronizationPerPSpan), fmt.Sprintf("%.2f", low.AttemptsPerPSpan))
		if err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w)
	return err
}

// whole is a mean count.
func whole(e estimate) string { return report.Count(uint64(math.Round(e.Mean))) }

// picture is Figure 2 of the paper, and the constant of its bounds.
func (r *dagResults) picture() *picture.Picture {
	depth, processors := picture.Axis{Title: "depth"}, picture.Axis{Title: "processors", Log: 2}
	return &picture.Picture{
		Title: "Work stealing on a dag: shared and split deques",
		Panels: []picture.Panel{
			dagPanel(fmt.Sprintf("a: balanced dags, %d processors", dagProcessors), depth, r.Balanced),
			dagPanel(fmt.Sprintf("b: unbalanced dags, %d processors", dagProcessors), depth, r.Unbalanced),
			dagPanel(fmt.Sprintf("c: balanced dag of depth %d", dagDepth), processors, r.Processors),
			constantsPanel(r),
		},
		Columns: 2,
	}
}

// dagPanel is one chart. A count of 0 has no place on its scale and is left out.
func dagPanel(title string, x picture.Axis, cells []dagCell) picture.Panel {
	p := picture.Panel{Title: title, X: x, Y: picture.Axis{Title: "operations", Log: 10}}
	for i := range cells {
		c := &cells[i]
		at := float64(c.Depth)
		if x.Log != 0 {
			at = float64(c.Processors)
		}
		for _, line := range []struct {
			name string
			estimate
		}{
			{"conventional: CAS and fences", c.Conventional.Synchronization},
			{"lowcost: CAS and fences", c.LowCost.Synchronization},
			{"lowcost: notifications", c.LowCost.Notifications},
		} {
			if line.Mean > 0 {
				p.Lines = addPoint(p.Lines, line.name, picture.None, picture.Point{X: at, Y: line.Mean})
			}
		}
	}
	return p
}

// constantsPanel shows what the bounds O(P·span) hide.
func constantsPanel(r *dagResults) picture.Panel {
	p := picture.Panel{
		Title: fmt.Sprintf("balanced dags, %d processors, by P·span", dagProcessors),
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
			p.Lines = addPoint(p.Lines, line.name, picture.None, picture.Point{X: float64(c.Depth), Y: line.y})
		}
	}
	return p
}
