package concurrent

import (
	"fmt"
	"strings"
)

// View is a copy of a heap at one moment, with what the marker and the mutators have in their hands.
type View struct {
	Fields  []Ref    // by Ref
	Colours []Colour // by Ref
	Stacks  []Stack  // by mutator
	Hand
}

// Stack has the registers of a mutator, and the store that it is in.
type Stack struct {
	Registers []Ref
	Scanned   bool
	// Object and New are those of the store that the mutator is in. Object is Nil between operations.
	Object, New Ref
}

// Hand is what the marker holds of an object that it is scanning. The zero value says that it is in none.
type Hand struct {
	At       Ref
	Read     bool // it has read the field of At
	Value    Ref  // what it read there
	Revisits bool // the marker scans At again if At is grey after that: see Barrier
}

// write is a store that has begun.
type write struct{ object, new Ref }

// View returns a copy of h. Call it while no marker or mutator makes a step.
func (h *Heap) View() *View {
	colours := h.colours.Load()
	v := &View{Hand: h.marker}
	for r := range h.fields {
		v.Fields, v.Colours = append(v.Fields, h.Field(Ref(r))), append(v.Colours, colourIn(colours, Ref(r)))
	}
	for id, m := range h.mutators {
		v.Stacks = append(v.Stacks, Stack{append([]Ref{}, m.Registers...), colours>>(stacks+id)&1 == 1, m.writing.object, m.writing.new})
	}
	return v
}

// Quiet reports whether all mutators are between operations.
func (v *View) Quiet() bool {
	for _, s := range v.Stacks {
		if s.Object != Nil {
			return false
		}
	}
	return true
}

// Lost returns a white object that a mutator can reach, or Nil. After a mark such an object is lost.
func (v *View) Lost() Ref {
	for obj, seen := range v.reached() {
		if seen && v.Colours[obj] == White {
			return Ref(obj)
		}
	}
	return Nil
}

// String returns the objects and registers as a sentence.
func (v *View) String() string {
	var parts []string
	for obj := range v.Fields {
		if obj > 0 && v.Colours[obj] != Free {
			parts = append(parts, fmt.Sprintf("%s is %s and refers to %s", Ref(obj), v.Colours[obj], v.Fields[obj]))
		}
	}
	for id, s := range v.Stacks {
		var has []string
		for _, ref := range s.Registers {
			has = append(has, ref.String())
		}
		parts = append(parts, fmt.Sprintf("mutator %d has %s", id, strings.Join(has, " and ")))
	}
	return strings.Join(parts, "; ")
}

// reached says of each object whether a mutator can reach it.
func (v *View) reached() []bool {
	seen := make([]bool, len(v.Fields))
	for _, s := range v.Stacks {
		v.follow(seen, s.Object)
		v.follow(seen, s.New)
		for _, obj := range s.Registers {
			v.follow(seen, obj)
		}
	}
	return seen
}

// follow adds an object and all to which it leads.
func (v *View) follow(seen []bool, obj Ref) {
	for obj != Nil && !seen[obj] {
		seen[obj] = true
		obj = v.Fields[obj]
	}
}
