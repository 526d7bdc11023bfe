package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// scene is a small program: what the fields have at first, and the mutators.
type scene struct {
	fields   []uint64 // of A, B, ...
	garbage  uint64   // an object that no mutator reaches, or Nil
	mutators []mutator
	unmarked bool // there is no marker
}

// mutator is what the registers have at first, and what a mutator does. One that does nothing
// is no thread. Its stack is scanned all the same.
type mutator struct {
	x, y  uint64
	does  []op
	waits bool // while B is grey, before the last operation
}

// waitsAt says whether it waits before operation n.
func (m mutator) waitsAt(n int) bool { return m.waits && n == len(m.does)-1 }

const nobody, a, b, c, d = answer.Nil, 1, 2, 3, 4

// The heaps.
var (
	chain  = scene{fields: []uint64{b, c, nobody, a}, garbage: d, mutators: []mutator{{x: a}}}
	beside = scene{fields: []uint64{nobody, nobody, b}, garbage: c, mutators: []mutator{{x: a}, {x: a, y: b}}}
	shared = scene{fields: []uint64{b, nobody, b}, garbage: c, mutators: []mutator{{x: a}, {x: a}}}
)

// with is the scene in which a mutator has this script.
func (s scene) with(who int, does []op) scene {
	s.mutators = slices.Clone(s.mutators)
	s.mutators[who].does = does
	return s
}

// each are the scenes in which a mutator has a script of so many operations.
func (s scene) each(who, length int) (all []scene) {
	for _, does := range s.model(who).scripts(length) {
		all = append(all, s.with(who, does))
	}
	return all
}

// model is what a mutator sees at first.
func (s scene) model(who int) model {
	m := s.mutators[who]
	return model{append([]uint64{answer.Nil}, s.fields...), [3]uint64{m.x, m.y}}
}

// short are all scripts of up to three operations of one mutator.
func short() (all []scene) {
	for length := range 3 {
		all = append(append(all, chain.each(0, length)...), beside.each(1, length)...)
	}
	return append(all, chain.each(0, 3)...)
}

// alone are stores without a marker. A mark that does all the work of the barrier in its end, while all mutators stand
// still, loses nothing either.
func alone() (all []scene) {
	for _, s := range beside.each(1, 1) {
		if s.mutators[1].does[0].kind == store {
			s.unmarked = true
			all = append(all, s)
		}
	}
	return all
}

// fetch puts into a stack what no barrier has seen.
var fetch = op{load, answer.Y, answer.X}

// long are the scripts of four operations that begin with a load, and allocate nothing.
func long() []scene {
	return slices.DeleteFunc(chain.each(0, 4), func(s scene) bool { return s.mutators[0].does[0] != fetch || s.creates() > 0 })
}

// both are scripts of two mutators at once: a load and another operation, beside a store. In the last
// one a mutator puts an object into the heap that the other one takes apart. It loses D if the
// stacks are scanned again one by one, while the others go on.
func both() (all []scene) {
	for _, s := range shared.each(0, 2) {
		for _, s := range s.each(1, 1) {
			if s.mutators[0].does[0] == fetch && s.mutators[1].does[0].kind == store {
				all = append(all, s)
			}
		}
	}
	take := []op{fetch, {load, answer.X, answer.Y}, {store, answer.Y, answer.None}}
	put := []op{fetch, {store, answer.X, answer.None}, {load, answer.X, answer.Y}, {load, answer.X, answer.X}, {store, answer.X, answer.Y}}
	return append(all, scene{fields: []uint64{nobody, c, d, a}, mutators: []mutator{{x: a, does: take}, {x: b, does: put, waits: true}}})
}

// creates is how many objects the mutators allocate.
func (s scene) creates() int { return strings.Count(s.String(), "new") }

// String says what the program is.
func (s scene) String() string {
	var fields []string
	for i, to := range s.fields {
		fields = append(fields, fmt.Sprintf("%s.f = %s", name(uint64(i+1)), name(to)))
	}
	text := "At first " + strings.Join(fields, ", ") + "."
	for i, m := range s.mutators {
		text += fmt.Sprintf(" Mutator %d has x = %s, y = %s", i+1, name(m.x), name(m.y))
		before := ": "
		for n, o := range m.does {
			if m.waitsAt(n) {
				before += "while B is grey, wait; "
			}
			text += before + o.String()
			before = "; "
		}
		text += "."
	}
	if s.unmarked {
		text += " No marker runs."
	}
	return text
}

// Run is the program.
func (s scene) Run(w *interleave.World) func() {
	h, newest, marked := answer.NewHeap(s.creates(), s.fields...), len(s.fields), 0
	for obj := 1; obj < len(h.Fields); obj++ {
		w.Name(name(uint64(obj))+".f", &h.Fields[obj], show)
	}
	w.Name("colours", &h.Colours, colours(len(h.Fields)))
	w.Name("newest", &h.Newest, show)
	var all []*answer.Mutator
	for i, m := range s.mutators {
		mutator := h.NewMutator(m.x, m.y)
		all = append(all, mutator)
		w.Name(fmt.Sprintf("stack %d", i+1), &mutator.Stack, stack)
		w.Name(fmt.Sprintf("L%d", i+1), &mutator.Lock, nil)
		if m.does == nil {
			continue
		}
		w.Go(fmt.Sprintf("mutator %d", i+1), func() {
			for n, o := range m.does {
				for m.waitsAt(n) && answer.IsGrey(h.Colours.Load(), b) {
					interleave.Gosched()
				}
				if o.carryOut(mutator); o.kind == create {
					newest++
				}
			}
		})
	}
	if s.unmarked {
		return func() {
			if wrong := s.unshaded(h); wrong != "" {
				w.Failf("%s", wrong)
			}
		}
	}
	w.Go("marker", func() {
		h.Mark()
		marked = newest
	})
	return func() {
		for _, wrong := range []string{s.stored(h), s.needless(h), lost(h, uint64(marked), all)} {
			if wrong != "" {
				w.Failf("%s", wrong)
			}
		}
	}
}
