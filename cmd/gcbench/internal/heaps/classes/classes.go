// Package classes says of which class each object of a heap is: of the class or type that the file names, or else of the
// nearest to it that the file has.
//
//	dumps of other runtimes   the name of the class
//	Go heap dumps             the size, and where the pointers lie (godump.Class)
//	snapshots                 the size
//	plain graphs              none
package classes

import (
	"cmp"
	"fmt"
	"iter"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// Table has the classes of a heap by number, from 0. Classes of one name are one. It does not change.
type Table struct {
	Names []string
	// All iterates over all objects in order of address.
	All iter.Seq2[heap.Ref, Object]
}

// Object is what a table says of an object.
type Object struct {
	// ID is the object's id or address in its file, 0 if it has none.
	ID uint64
	// Bytes is the object's size, 0 if it has none.
	Bytes uint64
	// Class is the object's, in Names.
	Class uint32
}

// None is the name of the class of objects that have none in a file that names classes.
const None = "(no class)"

// Named says whether the file names the classes of its objects.
func Named(h *source.Heap) bool { return h.Foreign != nil && len(h.Foreign.Classes()) > 1 }

// OfFile is Of for files that say more of their objects than their sizes.
func OfFile(h *source.Heap) (*Table, error) {
	if !Named(h) && h.Dump == nil {
		return nil, unsaid(h)
	}
	return Of(h)
}

func unsaid(h *source.Heap) error {
	return fmt.Errorf("%s (%s) does not say the classes of objects", h.File, h.Format)
}

// Of returns the classes of h. It takes memory for their names alone. The error says that the objects of h are all alike,
// or that a Go heap dump was read without source.Reading.Classes.
func Of(h *source.Heap) (*Table, error) {
	switch {
	case h.Foreign != nil && h.HasSizes():
		return foreign(h.Foreign), nil
	case h.Dump != nil && (h.Dump.Classes() != nil || h.NumObjects() == 0):
		return goDump(h), nil
	case h.Dump == nil && h.Foreign == nil && h.HasSizes():
		return sizes(h), nil
	}
	return nil, unsaid(h)
}

// names gives out the numbers of names.
type names struct {
	table  *Table
	number map[string]uint32
}

func newNames() names { return names{&Table{}, map[string]uint32{}} }

func (n names) of(name string) uint32 {
	at, known := n.number[name]
	if !known {
		at = uint32(len(n.table.Names))
		n.number[name] = at
		n.table.Names = append(n.table.Names, name)
	}
	return at
}

func foreign(d *sink.Dump) *Table {
	n, number := newNames(), make([]uint32, len(d.Classes()))
	for class, name := range d.Classes() {
		number[class] = n.of(cmp.Or(name, None))
	}
	n.table.All = func(yield func(heap.Ref, Object) bool) {
		for ref, o := range d.All() {
			if !yield(ref, Object{o.ID, o.Bytes, number[o.Class]}) {
				return
			}
		}
	}
	return n.table
}

func goDump(h *source.Heap) *Table {
	n, number := newNames(), make([]uint32, len(h.Dump.Classes()))
	for class, c := range h.Dump.Classes() {
		number[class] = n.of(c.String())
	}
	n.table.All = func(yield func(heap.Ref, Object) bool) {
		for ref, o := range h.Dump.All() {
			if !yield(ref, Object{o.Address, o.Bytes, number[o.Class]}) {
				return
			}
		}
	}
	return n.table
}

func sizes(h *source.Heap) *Table {
	n, number := newNames(), map[uint64]uint32{}
	for _, bytes := range h.Sizes() {
		if _, known := number[bytes]; !known {
			number[bytes] = n.of(numeral.Count(bytes) + " B")
		}
	}
	n.table.All = func(yield func(heap.Ref, Object) bool) {
		for ref, bytes := range h.Sizes() {
			if !yield(ref, Object{Bytes: bytes, Class: number[bytes]}) {
				return
			}
		}
	}
	return n.table
}
