package main

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
)

// op is an operation of a mutator: to = from.f, to.f = from, or to = a new object. A store from
// the register that has nil at all times deletes, and a drop is to = nil.
type op struct {
	kind     kind
	to, from int
}

type kind int

const (
	load kind = iota
	store
	drop
	create
)

func (o op) String() string {
	to, from := [...]string{"x", "y", "nil"}[o.to], [...]string{"x", "y", "nil"}[o.from]
	return map[kind]string{load: to + " = " + from + ".f", store: to + ".f = " + from, drop: to + " = nil", create: to + " = new"}[o.kind]
}

func (o op) carryOut(m *answer.Mutator) {
	switch o.kind {
	case load:
		m.Load(o.to, o.from)
	case store:
		m.Store(o.to, o.from)
	case drop:
		m.Drop(o.to)
	case create:
		m.New(o.to)
	}
}

// model is what one mutator alone makes of a heap.
type model struct {
	fields []uint64 // by object, from 1
	stack  [3]uint64
}

// after is the model after an operation.
func (m model) after(o op) model {
	m.fields = append([]uint64{}, m.fields...)
	switch obj := m.stack[o.to]; o.kind {
	case load:
		m.stack[o.to] = m.fields[m.stack[o.from]]
	case store:
		m.fields[obj] = m.stack[o.from]
	case drop:
		m.stack[o.to] = answer.Nil
	case create:
		m.fields = append(m.fields, answer.Nil)
		m.stack[o.to] = uint64(len(m.fields) - 1)
	}
	return m
}

// makes says whether an operation changes anything, and uses no object that is not there.
func (m model) makes(o op) bool {
	to, from := m.stack[o.to], m.stack[o.from]
	switch o.kind {
	case load:
		return from != answer.Nil && m.fields[from] != to
	case store:
		return to != answer.Nil && m.fields[to] != from
	case drop:
		return to != answer.Nil
	}
	return true
}

// ops are all operations.
func ops() (all []op) {
	for to := range answer.None {
		all = append(all, op{drop, to, answer.None}, op{create, to, answer.None}, op{store, to, answer.None})
		for from := range answer.None {
			all = append(all, op{load, to, from}, op{store, to, from})
		}
	}
	return all
}

// scripts are all sequences of so many operations of which each changes something.
func (m model) scripts(length int) (all [][]op) {
	if length == 0 {
		return [][]op{nil}
	}
	for _, o := range ops() {
		if m.makes(o) {
			for _, rest := range m.after(o).scripts(length - 1) {
				all = append(all, append([]op{o}, rest...))
			}
		}
	}
	return all
}
