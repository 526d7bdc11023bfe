package report

import (
	"fmt"
	"io"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/peers"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/source"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// PeersSchema names the format of Peers. Fields are added to it, never
// renamed.
const PeersSchema = "gcbench-peers/1"

// Peers is what gcbench peers reports.
type Peers struct {
	Schema string      `json:"schema"`
	Env    machine.Env `json:"env"`
	Heaps  []PeersHeap `json:"heaps"`
}

// PeersHeap is one heap marked by all collectors.
type PeersHeap struct {
	Facts
	Workers int     `json:"workers"`
	Options Choices `json:"options"` // of halfmark
	Peers   []Peer  `json:"peers"`   // halfmark first
}

// Peer is one collector. Its figures are zero or null if it was skipped.
type Peer struct {
	Name        string    `json:"name"`
	Version     string    `json:"version"`
	What        string    `json:"what"`    // is measured
	Skipped     string    `json:"skipped"` // why; "" if it was not
	SamplesNS   []float64 `json:"samples_ns"`
	MedianNS    float64   `json:"median_ns"`
	CI95NS      []float64 `json:"ci95_ns"`       // null below measure.MinSamples
	NSPerObject float64   `json:"ns_per_object"` // per live object
	Ratio       *float64  `json:"ratio"`         // of its median to halfmark's

	plusMinus float64
}

// NewPeersHeap returns the report on h, of which live objects were reached. halfmark
// marked with the options o.
func NewPeersHeap(h *source.Heap, seed, live uint64, o mark.Options, measured []peers.Measured) PeersHeap {
	r := PeersHeap{Facts: FactsOf(h, seed, live), Workers: o.Workers, Options: ChoicesOf(o)}
	self := 0.0
	for _, m := range measured {
		p := Peer{Name: m.Name, Version: m.Version, What: m.What, Skipped: m.Skipped, SamplesNS: m.SamplesNS}
		if m.Name == peers.Self {
			self = m.Summary.Median
		}
		if m.Skipped == "" {
			p.MedianNS, p.plusMinus = m.Summary.Median, m.Summary.PlusMinus()
			ratio := p.MedianNS / self
			p.Ratio = &ratio
			p.CI95NS, p.NSPerObject = ci95(m.Summary), perLive(p.MedianNS, live)
		}
		r.Peers = append(r.Peers, p)
	}
	return r
}

// PeersTable is the table of gcbench peers.
type PeersTable struct {
	w     io.Writer
	table *Table
}

// NewPeersTable returns an empty table. names are those of all heaps to come.
func NewPeersTable(w io.Writer, names []string) *PeersTable {
	return &PeersTable{w, NewTable(w, Column{Title: "shape", Width: widest(names), Left: true},
		Column{Title: "live", Width: 11}, Column{Title: "workers"}, Column{Title: "collector", Left: true},
		Column{Title: "mark time", Width: 7}, Column{Title: "±", Width: 5}, Column{Title: "ns/obj"}, Column{Title: "x halfmark"})}
}

// Rows prints the collectors that took part.
func (t *PeersTable) Rows(name string, r *PeersHeap) error {
	for i := range r.Peers {
		p := &r.Peers[i]
		if p.Skipped != "" {
			continue
		}
		perObject := "-"
		if r.Live > 0 {
			perObject = Significant(p.NSPerObject)
		}
		err := t.table.Row(name, Count(r.Live), fmt.Sprint(r.Workers), p.Name,
			Duration(p.MedianNS), Percent(p.plusMinus), perObject, fmt.Sprintf("%.2f", *p.Ratio))
		if err != nil {
			return err
		}
	}
	return nil
}

// End prints what stands below the table: how halfmark marked.
func (t *PeersTable) End(o mark.Options) error {
	_, err := fmt.Fprintf(t.w, "halfmark marks with: %v\n", ChoicesOf(o))
	return err
}
