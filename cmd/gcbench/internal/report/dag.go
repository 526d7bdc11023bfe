package report

import (
	"fmt"
	"io"
	"math"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/picture"
)

// Dag are the three charts of Figure 2.
type Dag struct {
	Balanced   []DagCell `json:"balanced"`   // a: by depth
	Unbalanced []DagCell `json:"unbalanced"` // b: by depth
	Processors []DagCell `json:"processors"` // c: by processors, a balanced dag
}

// DagCell is a dag on a number of processors, under both schedulers.
type DagCell struct {
	Shape      string   `json:"shape"`
	Depth      int      `json:"depth"`
	Processors int      `json:"processors"`
	Runs       int      `json:"runs"`
	Work       Estimate `json:"work"`
	Span       int      `json:"span"`

	Conventional DagCosts `json:"conventional"`
	LowCost      DagCosts `json:"lowcost"`
}

// DagCosts is what one scheduler took.
type DagCosts struct {
	Steps           Estimate `json:"steps"`
	CAS             Estimate `json:"cas"`
	Fences          Estimate `json:"fences"`
	Synchronization Estimate `json:"synchronization"` // CAS and fences
	Notifications   Estimate `json:"notifications"`
	Attempts        Estimate `json:"attempts"` // at stealing
	Steals          Estimate `json:"steals"`
	Exposed         Estimate `json:"exposed"` // nodes, upon a notification

	// By processors times span.
	SynchronizationPerPSpan float64 `json:"synchronization_per_p_span"`
	AttemptsPerPSpan        float64 `json:"attempts_per_p_span"`
}

// WriteTables prints a table for each chart.
func (r *Dag) WriteTables(w io.Writer) error {
	for _, chart := range []struct {
		title string
		cells []DagCell
	}{
		{fmt.Sprintf("a: balanced dags, %d processors", r.Balanced[0].Processors), r.Balanced},
		{fmt.Sprintf("b: unbalanced dags, %d processors", r.Unbalanced[0].Processors), r.Unbalanced},
		{fmt.Sprintf("c: balanced dag of depth %d", r.Processors[0].Depth), r.Processors},
	} {
		if err := writeDagTable(w, chart.title, chart.cells); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "conventional, lowcost: compare-and-swaps and fences; ±: half of lowcost's 95 %% interval; notified, attempts: lowcost's. %d runs a row.\n", r.Balanced[0].Runs)
	return err
}

func writeDagTable(w io.Writer, title string, cells []DagCell) error {
	if _, err := fmt.Fprintln(w, title); err != nil {
		return err
	}
	t := NewTable(w,
		Column{Title: "depth"}, Column{Title: "P", Width: 4}, Column{Title: "work", Width: 10},
		Column{Title: "conventional"}, Column{Title: "lowcost", Width: 8}, Column{Title: "±", Width: 5},
		Column{Title: "notified"}, Column{Title: "lowcost/P·span"}, Column{Title: "attempts/P·span"})
	for i := range cells {
		c := &cells[i]
		low := &c.LowCost
		err := t.Row(fmt.Sprint(c.Depth), fmt.Sprint(c.Processors), count(c.Work), count(c.Conventional.Synchronization),
			count(low.Synchronization), fmt.Sprintf("%.0f", low.Synchronization.PlusMinus()), count(low.Notifications),
			fmt.Sprintf("%.2f", low.SynchronizationPerPSpan), fmt.Sprintf("%.2f", low.AttemptsPerPSpan))
		if err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w)
	return err
}

// count is a mean count.
func count(e Estimate) string { return Count(uint64(math.Round(e.Mean))) }

// Picture is Figure 2 of the paper, and the constant of its bounds.
func (r *Dag) Picture() *picture.Picture {
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
func dagPanel(title string, x picture.Axis, cells []DagCell) picture.Panel {
	p := picture.Panel{Title: title, X: x, Y: picture.Axis{Title: "operations", Log: 10}}
	for i := range cells {
		c := &cells[i]
		at := float64(c.Depth)
		if x.Log != 0 {
			at = float64(c.Processors)
		}
		for _, line := range []struct {
			name string
			Estimate
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
func constantsPanel(r *Dag) picture.Panel {
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
			p.Lines = addPoint(p.Lines, line.name, picture.None, picture.Point{X: float64(c.Depth), Y: line.y})
		}
	}
	return p
}
