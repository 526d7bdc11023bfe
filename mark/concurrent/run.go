package concurrent

import "fmt"

// Run is a small program: a heap, mutators with scripts, and a marker.
type Run struct {
	Marking
	Fields    []Ref   // by Ref; the first is not used
	Free      []Ref   // objects that are not allocated yet
	Registers [][]Ref // by mutator
	Scripts   [][]Operation
}

// Start makes the heap. It calls begin for each mutator and then for the marker, and begin must run body in a
// goroutine. If before is not nil, each mutator calls it ahead of each operation. The mark is over when all
// bodies have returned.
func (r *Run) Start(begin func(name string, body func()), before func(mutator int, o Operation)) *Heap {
	h := NewHeap(r.Fields, r.Free...)
	for id := range r.Registers {
		NewMutator(h, &r.Marking, append([]Ref{}, r.Registers[id]...)...)
	}
	for id, m := range h.mutators {
		begin(fmt.Sprint("mutator ", id), func() {
			m.Run(r.Scripts[id], func(o Operation) {
				if before != nil {
					before(id, o)
				}
			})
		})
	}
	begin("marker", func() { r.Mark(h) })
	return h
}

// Torn returns a program of two mutators that store into one object, and whose stacks are scanned one after
// the other. A barrier that loads and stores in two steps loses B in it. [YuasaSwap] does not.
func Torn(b *Barrier) *Run {
	return &Run{
		Marking: Marking{Barrier: b, Scan: First}, Fields: []Ref{1: Nil, 2: Nil}, Registers: [][]Ref{{1}, {1, 2}},
		Scripts: [][]Operation{MustScript("r0.f = nil"), MustScript("r0.f = r1; r1 = nil; r1 = r0.f")},
	}
}
