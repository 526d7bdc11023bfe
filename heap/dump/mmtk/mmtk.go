package mmtk

import (
	"errors"
	"fmt"
	"io"

	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

const format = "mmtk"

var edgeKinds = []sink.EdgeKind{{Name: "references"}}

// reader turns messages into objects.
type reader struct {
	*message
	s       *sink.Sink
	root    sink.Label
	classes map[uint64]sink.Class
	objects uint64
	edges   []uint64 // of the object at hand
}

// Read reads a dump to its end, in order, so r may be a pipe. Besides what a [sink.Sink]
// takes, it takes 8 bytes for each edge of the object that has most, and about 100 bytes for
// each class.
//
// The error is a [*sink.FormatError], or wraps a [*sink.LimitError]. Any number of goroutines
// may read different files at once.
func Read(r io.Reader, opts sink.Options) (*sink.Dump, error) {
	d := &reader{s: sink.New(format, edgeKinds, opts), classes: map[uint64]sink.Class{}}
	d.message = newMessage(r)
	d.root = d.s.Label("root")
	for d.s.Err() == nil && d.in.More("next field") {
		switch number, wire := d.field(); number {
		case 1:
			d.within(wire, "object", d.object)
		case 2:
			d.within(wire, "root", d.rootEdge)
		default:
			d.skip(wire)
		}
	}
	var limit *sink.LimitError
	switch {
	case errors.As(d.s.Err(), &limit):
		return nil, fmt.Errorf("%s: object %d: %w", format, d.objects, limit)
	case d.s.Err() != nil:
		return nil, d.s.Err()
	case d.in.Err() != nil:
		return nil, d.in.Err()
	case d.in.Offset() == 0:
		d.in.Fail("the file is empty")
		return nil, d.in.Err()
	}
	return d.s.Build(sink.Program{Writer: "MMTk, heapdump.proto", Bytes: uint64(d.in.Offset())})
}

// object reads a HeapObject.
func (d *reader) object() {
	d.edges = d.edges[:0]
	var start, class, size uint64
	for d.more() {
		switch number, wire := d.field(); number {
		case 1:
			start = d.number(wire, "start")
		case 2:
			class = d.number(wire, "klass")
		case 3:
			size = d.number(wire, "size")
		case 7:
			d.within(wire, "edge", d.edge)
		default:
			d.skip(wire)
		}
	}
	if d.in.Err() != nil {
		return
	}
	if start == 0 {
		d.in.Fail("object %d has no start: 0 is the address of nil", d.objects)
		return
	}
	d.objects++
	d.s.Object(start, size, d.class(class))
	for _, to := range d.edges {
		if to == 0 {
			d.s.Nil()
		} else {
			d.s.Edge(0, to)
		}
	}
}

// edge reads a NormalEdge. It waits until the object is read, because the object's own fields may
// come later.
func (d *reader) edge() {
	objref := d.objref(2)
	before := cap(d.edges)
	d.edges = append(d.edges, objref)
	if grown := cap(d.edges) - before; grown > 0 {
		d.s.Held(8 * uint64(grown))
		d.in.Stop(d.s.Err())
	}
}

// objref reads the message at hand, of which only the field with this number matters.
func (d *reader) objref(field uint64) (objref uint64) {
	for d.more() {
		if number, wire := d.field(); number == field {
			objref = d.number(wire, "objref")
		} else {
			d.skip(wire)
		}
	}
	return objref
}

// rootEdge reads a RootEdge. One that is nil is none.
func (d *reader) rootEdge() {
	objref := d.objref(1)
	if d.in.Err() == nil && objref != 0 {
		d.s.Root(objref, d.root)
	}
}

// class returns the class with this number.
func (d *reader) class(number uint64) sink.Class {
	c, ok := d.classes[number]
	if !ok {
		c = d.s.Class(fmt.Sprintf("class %#x", number))
		d.s.Held(48) // in the map
		d.classes[number] = c
	}
	return c
}
