package interleave

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/internal/table"
)

// This file shows a schedule as a table for people, with names for the objects.

// trace keeps what a table of the schedule shows.
type trace struct {
	lines []line
	old   *uint64
	noted string // the failure

	watched *Watched // nil unless a schedule is watched
	notes   []note
}

type line struct {
	thread int
	verb   string
	target *object
	old    *uint64
	v      uint64
	at     []Site // nil unless a schedule is watched
}

func (tr *trace) add(w *World, t *thread, verb string, v uint64) {
	tr.lines = append(tr.lines, line{t.id, verb, t.target, tr.old, v, t.at})
	tr.old = nil
}

// Name gives names to the variables in the value that root points to. Tables of schedules show
// them. A name is the prefix and then the path of the field. If several roots lead to a
// variable, the first gives the name. A variable without a name has a number.
//
// If format is not nil, tables show a value v of the variable called name as format(name, v).
// If format returns "", they show the number.
func (w *World) Name(prefix string, root any, format func(name string, v uint64) string) {
	if w.trace != nil {
		w.names = append(w.names, namedRoot{label{prefix, format}, root})
	}
}

type namedRoot struct {
	label // of what root points to; its name is the prefix of the names inside
	root  any
}

type label struct {
	name   string
	format func(name string, v uint64) string
}

// labels finds the names of the objects.
func (w *World) labels() map[uintptr]label {
	labels := map[uintptr]label{}
	for _, n := range w.names {
		walk(reflect.ValueOf(n.root), n.name, map[uintptr]bool{}, func(name string, _, o reflect.Value) {
			if _, named := labels[o.UnsafeAddr()]; !named {
				labels[o.UnsafeAddr()] = label{name, n.format}
			}
		})
	}
	return labels
}

// table shows the steps, a column for each thread.
func (tr *trace) table(w *World) string {
	labels := w.labels()
	var headings []string
	for _, t := range w.threads {
		headings = append(headings, fmt.Sprintf("%c %s", 'a'+t.id, t.name))
	}
	steps := make([]table.Step, len(tr.lines))
	for i, l := range tr.lines {
		steps[i] = table.Step{Thread: l.thread, Text: l.text(labels)}
	}
	return table.Of(headings, steps, errors.Is(w.failure, ErrNoEnd), tr.noted)
}

func (l line) text(labels map[uintptr]label) string {
	if l.target == &spinning {
		return "looks again"
	}
	at := l.target.label(labels)
	if l.old != nil {
		return fmt.Sprintf("%s %s: %s, was %s", at.name, l.verb, at.value(l.v), at.value(*l.old))
	}
	return fmt.Sprintf("%s %s: %s", at.name, l.verb, at.value(l.v))
}

// label is the name of an object. An object without a name has a number.
func (o *object) label(labels map[uintptr]label) label {
	at, known := labels[reflect.ValueOf(o).Pointer()]
	if !known {
		at.name = fmt.Sprintf("#%d", o.id)
	}
	return at
}

// walk finds the variables in v, and visits each with its name and its object.
func walk(v reflect.Value, name string, seen map[uintptr]bool, visit func(name string, variable, o reflect.Value)) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && !seen[v.Pointer()] {
			seen[v.Pointer()] = true
			walk(v.Elem(), name, seen, visit)
		}
	case reflect.Interface:
		walk(v.Elem(), name, seen, visit)
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.Type() == reflect.TypeFor[object]() && f.CanAddr() {
				visit(strings.TrimPrefix(name, "."), v, f)
			} else {
				walk(f, fieldName(name, v.Type(), i), seen, visit)
			}
		}
	case reflect.Slice, reflect.Array:
		switch v.Type().Elem().Kind() {
		case reflect.Struct, reflect.Pointer, reflect.Interface:
			for i := range v.Len() {
				walk(v.Index(i), fmt.Sprintf("%s[%d]", name, i), seen, visit)
			}
		}
	}
}

// fieldName appends a field to a path. It leaves out the fields inside this package's
// own types.
func fieldName(name string, t reflect.Type, i int) string {
	if t.PkgPath() == reflect.TypeFor[object]().PkgPath() {
		return name
	}
	return name + "." + t.Field(i).Name
}
