package schema

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// models has an empty report of each model of gcbench sim.
var models = map[string]func() Results{
	"mark":     func() Results { return &MarkCurves{} },
	"makespan": func() Results { return &Makespan{} },
	"balance":  func() Results { return &Balance{} },
	"dag":      func() Results { return &Dag{} },
}

// Results are those of a model of gcbench sim: a *MarkCurves, *Makespan, *Balance or *Dag.
type Results interface {
	complete() error // checks what was read
}

// ReadSimulation reads a report of gcbench sim. name is the file's, for errors. The results
// are Results.
func ReadSimulation(r io.Reader, name string) (*Simulation, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var head struct {
		Model string `json:"model"`
	}
	json.Unmarshal(text, &head) // decode finds what is wrong with it
	s := &Simulation{}
	if model := models[head.Model]; model != nil {
		s.Results = model()
	}
	return checked(bytes.NewReader(text), name, "sim", s, SimSchema)
}

// complete checks what was read.
func (s *Simulation) complete() error {
	model := models[s.Model]
	if model == nil {
		return fmt.Errorf("its model is %q: the models are mark, makespan, balance and dag", s.Model)
	}
	results, known := s.Results.(Results)
	if !known { // null
		results = model()
	}
	if err := results.complete(); err != nil {
		return fmt.Errorf("results: %w", err)
	}
	return nil
}

// complete checks what was read.
func (curves *MarkCurves) complete() error {
	if len(*curves) == 0 {
		return errors.New("there are none")
	}
	for i := range *curves {
		c := &(*curves)[i]
		c.Name = cmp.Or(c.Name, c.Facts.Name()) // a version did not write it
		if len(c.Points) == 0 {
			return fmt.Errorf("curve %d (%s) has no points", i+1, c.Facts.Name())
		}
		for k := range c.Points {
			if p := &c.Points[k]; p.Workers < 1 || p.VirtualNS < 1 || !(p.Speedup > 0) || !(p.Limit > 0) {
				return fmt.Errorf("curve %d (%s), point %d: workers, virtual_ns, speedup and limit must be above 0", i+1, c.Facts.Name(), k+1)
			}
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
