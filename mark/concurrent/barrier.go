package concurrent

import (
	"fmt"
	"strings"
)

// Ref names an object, from 1. Nil is 0.
type Ref uint8

// Nil is the reference to nothing.
const Nil Ref = 0

// Memory is what barriers see of the heap. Each method is one access, which nothing divides. An object has one field.
type Memory interface {
	// Field loads the field of an object.
	Field(obj Ref) Ref
	// SetField stores it.
	SetField(obj, to Ref)
	// SwapField stores it, and returns what was there.
	SwapField(obj, to Ref) Ref
	// Shade turns a white object grey. It does nothing to another one, or to Nil.
	Shade(obj Ref)
	// Repaint turns a black object grey. It does nothing to another one.
	Repaint(obj Ref)
	// Scanned reports whether the marker has scanned the stack of a mutator.
	Scanned(mutator int) bool
	// AllScanned reports whether it has scanned all stacks.
	AllScanned() bool
}

// Write is a store that a mutator is about to make: the field of Object is to be New. Old is what a step has loaded.
type Write struct {
	Mutator          int
	Object, New, Old Ref
}

// Step is one step of a barrier.
type Step struct {
	// Says is the step as a line of code, in which obj, new and old stand for references.
	Says string
	Do   func(m Memory, w *Write)
}

// Barrier is how a mutator stores a reference while the marker runs.
type Barrier struct {
	Name   string // letters a to z, and hyphens
	Doc    string // one line
	Source string // where it was published
	Steps  []Step
	// Revisits says that the marker blackens an object before it reads its field. So a mutator that repaints
	// it meanwhile has it scanned once more.
	Revisits bool
}

// String returns the barrier's name.
func (b *Barrier) String() string { return b.Name }

// The steps of which barriers are made.
var (
	store    = Step{"obj.f = new", func(m Memory, w *Write) { m.SetField(w.Object, w.New) }}
	loadOld  = Step{"old = obj.f", func(m Memory, w *Write) { w.Old = m.Field(w.Object) }}
	swap     = Step{"old = swap(obj.f, new)", func(m Memory, w *Write) { w.Old = m.SwapField(w.Object, w.New) }}
	shadeOld = Step{"shade(old)", func(m Memory, w *Write) { m.Shade(w.Old) }}
	shadeNew = Step{"shade(new)", func(m Memory, w *Write) { m.Shade(w.New) }}
	repaint  = Step{"repaint(obj)", func(m Memory, w *Write) { m.Repaint(w.Object) }}
)

// None is no barrier: what a compiler writes while nobody marks. It loses an object in seven steps.
var None = &Barrier{Name: "none", Doc: "a plain store", Steps: []Step{store}}

// Barriers returns all barriers.
func Barriers() []*Barrier {
	return []*Barrier{None, Dijkstra, DijkstraLate, Steele, SteeleEarly, Yuasa, YuasaLate, YuasaSwap, Hybrid, HybridAny, HybridAlways}
}

// ParseBarrier returns the barrier of that name. If there is none, the error lists all names.
func ParseBarrier(name string) (*Barrier, error) {
	var names []string
	for _, b := range Barriers() {
		if b.Name == name {
			return b, nil
		}
		names = append(names, b.Name)
	}
	return nil, fmt.Errorf("concurrent: unknown barrier %q: it must be one of %s", name, strings.Join(names, ", "))
}
