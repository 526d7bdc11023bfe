package main

import (
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
)

// op is an operation of a mutator: to = from.f, to.f = from, or to = a new object. A store from
// the register that has nil at all times deletes.
type op struct {
	kind     kind
	to, from int
}

type kind int

const (
	load kind = iota
	store
	create
)

// ops are all operations.
func ops() (all []op) {
	for to := range answer.None {
		all = append(all, op{store, to, answer.None}, op{create, to, answer.None})
		for from := range answer.None {
			all = append(all, op{load, to, from}, op{store, to, from})
		}
	}
	return all
}

func (o op) String() string {
	names := []string{"x", "y", "nil"}
	to, from := names[o.to], names[o.from]
	return []string{to + " = " + from + ".f", to + ".f = " + from, to + " = new"}[o.kind]
}

func (o op) carryOut(m *answer.Mutator) {
	switch o.kind {
	case load:
		m.Load(o.to, o.from)
	case store:
		m.Store(o.to, o.from)
	case create:
		m.New(o.to)
	}
}

// model is what one mutator alone makes of a heap.
type model struct {
	fields []uint64 // by object, from 1
	stack  [3]uint64
}

// after is the model after some operations.
func (m model) after(does ...op) model {
	m.fields = slices.Clone(m.fields)
	for _, o := range does {
		switch o.kind {
		case load:
			m.stack[o.to] = m.fields[m.stack[o.from]]
		case store:
			m.fields[m.stack[o.to]] = m.stack[o.from]
		case create:
			m.stack[o.to] = uint64(len(m.fields))
			m.fields = append(m.fields, answer.Nil)
		}
	}
	return m
}

// changes says whether an operation changes anything, and uses no object that is not there.
func (m model) changes(o op) bool {
	to, from := m.stack[o.to], m.stack[o.from]
	switch o.kind {
	case load:
		return from != answer.Nil && m.fields[from] != to
	case store:
		return to != answer.Nil && m.fields[to] != from
	}
	return true
}

// scripts are all sequences of so many operations of which each changes something.
func (m model) scripts(length int) (all [][]op) {
	if length == 0 {
		return [][]op{nil}
	}
	for _, o := range ops() {
		if m.changes(o) {
			for _, rest := range m.after(o).scripts(length - 1) {
				all = append(all, append([]op{o}, rest...))
			}
		}
	}
	return all
}
