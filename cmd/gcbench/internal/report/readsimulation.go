package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// models has an empty report of each model of gcbench sim.
var models = map[string]func() Simulated{
	"mark":     func() Simulated { return &MarkCurves{} },
	"makespan": func() Simulated { return &Makespan{} },
	"balance":  func() Simulated { return &Balance{} },
	"dag":      func() Simulated { return &Dag{} },
}

// Simulated are results of a model that were read from a file.
type Simulated interface {
	Tabled
	complete() error // checks what was read
}

// ReadSimulation reads a report of gcbench sim. name is the file's, for errors. The results
// are Tabled.
func ReadSimulation(r io.Reader, name string) (*Simulation, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var raw json.RawMessage
	s := Simulation{Results: &raw}
	if err := decode(bytes.NewReader(text), name, "sim", &s, &s.Schema, SimSchema); err != nil {
		return nil, err
	}
	model := models[s.Model]
	if model == nil {
		return nil, fmt.Errorf("%s: its model is %q: the models are mark, makespan, balance and dag", name, s.Model)
	}
	results := model()
	s = Simulation{Results: results}
	if err := decode(bytes.NewReader(text), name, "sim", &s, &s.Schema, SimSchema); err != nil { // again, for the offset
		return nil, err
	}
	if err := results.complete(); err != nil {
		return nil, fmt.Errorf("%s: results: %w", name, err)
	}
	return &s, nil
}

// complete checks what was read, and names the curves of versions that did not.
func (curves *MarkCurves) complete() error {
	if len(*curves) == 0 {
		return errors.New("there are none")
	}
	rows := make([]marked, len(*curves))
	for i := range *curves {
		c := &(*curves)[i]
		rows[i] = marked{Facts: c.Facts, Choices: c.Choices, Preset: c.Preset}
		if len(c.Points) == 0 {
			return fmt.Errorf("curve %d (%s) has no points", i+1, c.Facts.Name())
		}
		for k := range c.Points {
			if p := &c.Points[k]; p.Workers < 1 || p.VirtualNS < 1 || !(p.Speedup > 0) || !(p.Limit > 0) {
				return fmt.Errorf("curve %d (%s), point %d: workers, virtual_ns, speedup and limit must be above 0", i+1, c.Facts.Name(), k+1)
			}
		}
	}
	for i, p := range places(rows) {
		(*curves)[i].Name = cmp.Or((*curves)[i].Name, strings.TrimSpace(p.Heap+" "+p.How))
	}
	return nil
}

// WriteTables prints a row for each number of workers of each curve.
func (curves MarkCurves) WriteTables(w io.Writer) error {
	var names []string
	for i := range curves {
		names = append(names, curves[i].Name)
	}
	t := NewMarkTable(w, names)
	for i := range curves {
		if err := t.Rows(&curves[i]); err != nil {
			return err
		}
	}
	return nil
}

// complete checks what was read.
func (cells *Makespan) complete() error {
	if len(*cells) == 0 {
		return errors.New("there are none")
	}
	for i := range *cells {
		if c := &(*cells)[i]; c.Tasks < 1 || c.Processors < 1 {
			return fmt.Errorf("cell %d: tasks and processors must be 1 or more", i+1)
		}
	}
	return nil
}

// complete checks what was read.
func (r *Balance) complete() error {
	for _, block := range []struct {
		name  string
		cells []BalanceCell
	}{{"sizes", r.Sizes}, {"patterns", r.Patterns}, {"rates", r.Rates}, {"shrinking", r.Shrinking}} {
		if len(block.cells) == 0 {
			return fmt.Errorf("%s has no cells", block.name)
		}
		of := map[string]int{}
		for i := range block.cells {
			of[block.cells[i].Scheme]++
		}
		for scheme, n := range of {
			if n != of[block.cells[0].Scheme] {
				return fmt.Errorf("%s: scheme %q has %d cells, and scheme %q has %d", block.name, scheme, n, block.cells[0].Scheme, of[block.cells[0].Scheme])
			}
		}
	}
	return nil
}

// complete checks what was read.
func (r *Dag) complete() error {
	if len(r.Balanced) == 0 || len(r.Unbalanced) == 0 || len(r.Processors) == 0 {
		return errors.New("balanced, unbalanced and processors must have cells")
	}
	return nil
}
