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
	mutators []mutator
}

// mutator is what the registers have at first, and what a mutator does. One that does nothing
// is no thread. Its stack is scanned all the same.
type mutator struct {
	x, y uint64
	does []op
}

const (
	nobody = answer.Nil
	a      = iota
	b
	c
	d
)

// The heaps. The last object of each is garbage: nobody reaches it.
var (
	chain  = scene{[]uint64{b, c, nobody, a}, []mutator{{a, nobody, nil}}}
	beside = scene{[]uint64{nobody, nobody, b}, []mutator{{a, nobody, nil}, {a, b, nil}}}
	shared = scene{[]uint64{b, nobody, b}, []mutator{{a, nobody, nil}, {a, nobody, nil}}}
)

// with is the scene in which a mutator has this script.
func (s scene) with(who int, does []op) scene {
	s.mutators = slices.Clone(s.mutators)
	s.mutators[who].does = does
	return s
}

// model is what a mutator sees at first.
func (s scene) model(who int) model {
	m := s.mutators[who]
	return model{append([]uint64{answer.Nil}, s.fields...), [3]uint64{m.x, m.y}}
}

// short are all scripts of up to three operations of one mutator.
func short() (all []scene) {
	for length := range 4 {
		for _, does := range chain.model(0).scripts(length) {
			all = append(all, chain.with(0, does))
		}
		if length == 3 {
			break
		}
		for _, does := range beside.model(1).scripts(length) {
			all = append(all, beside.with(1, does))
		}
	}
	return all
}

// long are the scripts of four operations that begin with a load, and allocate nothing.
func long() (all []scene) {
	for _, does := range chain.model(0).scripts(4) {
		if s := chain.with(0, does); does[0] == fetch && s.creates() == 0 {
			all = append(all, s)
		}
	}
	return all
}

// both are scripts of two mutators at once: a load and another operation, beside a store.
func both() (all []scene) {
	for _, one := range shared.model(0).scripts(2) {
		for _, other := range shared.model(1).scripts(1) {
			if s := shared.with(0, one).with(1, other); one[0] == fetch && other[0].kind == store {
				all = append(all, s)
			}
		}
	}
	return all
}

// fetch puts into a stack what no barrier has seen.
var fetch = op{load, answer.Y, answer.X}

// creates is how many objects the mutators allocate.
func (s scene) creates() (n int) {
	for _, m := range s.mutators {
		for _, o := range m.does {
			if o.kind == create {
				n++
			}
		}
	}
	return n
}

// String says what the program is.
func (s scene) String() string {
	var fields []string
	for i, to := range s.fields {
		fields = append(fields, fmt.Sprintf("%s.f = %s", name(uint64(i+1)), name(to)))
	}
	text := fmt.Sprintf("At first %s.", strings.Join(fields, ", "))
	for i, m := range s.mutators {
		text += fmt.Sprintf(" Mutator %d has x = %s, y = %s", i+1, name(m.x), name(m.y))
		var does []string
		for _, o := range m.does {
			does = append(does, o.String())
		}
		text += strings.TrimSuffix(": "+strings.Join(does, "; "), ": ") + "."
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
		w.Name(fmt.Sprintf("lock %d", i+1), &mutator.Lock, nil)
		if m.does != nil {
			w.Go(fmt.Sprintf("mutator %d", i+1), func() {
				for _, o := range m.does {
					if o.carryOut(mutator); o.kind == create {
						newest++
					}
				}
			})
		}
	}
	w.Go("marker", func() {
		h.Mark()
		marked = newest
	})
	return func() {
		for _, wrong := range []string{s.stored(h), lost(h, uint64(marked), all), s.needless(h)} {
			if wrong != "" {
				w.Failf("%s", wrong)
			}
		}
	}
}
