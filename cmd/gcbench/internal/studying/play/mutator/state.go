//go:build interleave && !fullsize

package mutator

import (
	"github.com/seed-3ccf4018/halfmark/mark/concurrent"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// State is a run at one moment, as the page shows it.
type State struct {
	Objects  []Object  `json:"objects"`
	Mutators []Mutator `json:"mutators"`
	Scans    string    `json:"scans,omitempty"`  // the object in which the marker is
	Read     string    `json:"read,omitempty"`   // what it has read there
	Between  bool      `json:"between"`          // all mutators are between operations
	Strong   string    `json:"strong,omitempty"` // what breaks this invariant; "" if it holds
	Weak     string    `json:"weak,omitempty"`   // the same of the other one
}

// Object is one that is allocated.
type Object struct {
	Name  string `json:"name"`
	Shade string `json:"shade"`
	To    string `json:"to,omitempty"`
}

// Mutator is one with its program.
type Mutator struct {
	Registers []string `json:"registers"`
	Scanned   bool     `json:"scanned"`
	Script    []string `json:"script"`
}

// retell puts a State in the place of the View that was seen.
func retell(r *concurrent.Run, seen *interleave.Watched) {
	if len(seen.Pictures) == 0 {
		return
	}
	v := seen.Pictures[0].(*concurrent.View)
	s := &State{Between: v.Quiet(), Strong: wrong(concurrent.Strong, v), Weak: wrong(concurrent.Weak, v)}
	for i, colour := range v.Colours[1:] {
		if obj := concurrent.Ref(i + 1); colour != concurrent.Free {
			s.Objects = append(s.Objects, Object{obj.String(), colour.String(), named(v.Fields[obj])})
		}
	}
	for id, stack := range v.Stacks {
		m := Mutator{Scanned: stack.Scanned}
		for _, ref := range stack.Registers {
			m.Registers = append(m.Registers, ref.String())
		}
		for _, o := range r.Scripts[id] {
			m.Script = append(m.Script, o.String())
		}
		s.Mutators = append(s.Mutators, m)
	}
	if v.At != concurrent.Nil {
		if s.Scans = v.At.String(); v.Read {
			s.Read = v.Value.String()
		}
	}
	seen.Pictures[0] = s
}

// named is the name of an object, "" of Nil.
func named(ref concurrent.Ref) string {
	if ref == concurrent.Nil {
		return ""
	}
	return ref.String()
}

func wrong(i *concurrent.Invariant, v *concurrent.View) string {
	if err := i.Broken(v); err != nil {
		return err.Error()
	}
	return ""
}
