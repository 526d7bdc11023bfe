package ruby

import (
	"errors"
	"fmt"
	"io"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/text"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

const format = "ruby"

// The kinds of edges.
const (
	references = iota
	classes
	hidden
	cached
)

var edgeKinds = []sink.EdgeKind{
	references: {Name: "references"},
	classes:    {Name: "classes of objects"},
	hidden:     {Name: "hidden references of internal objects"},
	cached:     {Name: "classes in call caches", Weak: true},
}

// reader turns lines into objects.
type reader struct {
	*text.Reader
	s       *sink.Sink
	line    line
	classes map[uint64]sink.Class // by the address of the class
	named   map[sink.Class]bool   // of these
	types   map[string]sink.Class // for objects without a class
	labels  []byte                // scratch for their names
	free    uint64                // lines of free slots
	zombies uint64
	shapes  uint64
	roots   bool
}

// Read reads a dump to its end, in order, so r may be a pipe. Besides what a [sink.Sink]
// takes, it takes 8 bytes for each reference of the line that has most, and about 100 bytes
// for each class.
//
// The error is a [*sink.FormatError], or wraps a [*sink.LimitError]. Any number of goroutines
// may read different files at once.
func Read(r io.Reader, opts sink.Options) (*sink.Dump, error) {
	d := &reader{
		s:       sink.New(format, edgeKinds, opts),
		classes: map[uint64]sink.Class{}, named: map[sink.Class]bool{}, types: map[string]sink.Class{},
	}
	d.Reader = text.New(r, format, func() string { return d.Row() })
	lines := 0
	for d.Err() == nil && d.s.Err() == nil && d.Space("next line") {
		d.read()
		lines++
	}
	switch {
	case d.s.Err() != nil:
		return nil, d.located(d.s.Err())
	case d.Err() != nil:
		return nil, d.Err()
	case lines == 0:
		d.Fail("the file is empty: each line of a dump is a JSON object")
		return nil, d.Err()
	}
	d.nameTheRest()
	d.notes()
	return d.s.Build(sink.Program{Writer: "Ruby, ObjectSpace.dump_all", Bytes: uint64(d.Offset())})
}

// located says at which line the sink refused what it was given.
func (d *reader) located(err error) error {
	var limit *sink.LimitError
	if errors.As(err, &limit) {
		return fmt.Errorf("%s: line %d: %w", format, d.Line, limit)
	}
	return fmt.Errorf("line %d: %w", d.Line, err)
}

// nameTheRest names the classes whose own line gave no name, by their address.
func (d *reader) nameTheRest() {
	for addr, c := range d.classes {
		if !d.named[c] {
			d.s.NameClass(c, fmt.Sprintf("class at %#x", addr))
		}
	}
}

func (d *reader) notes() {
	d.s.NoteCount(d.free, "%d lines are of free slots (NONE), which a dump has with full: true. They are not objects.")
	d.s.NoteCount(d.zombies, "%d lines are of objects that are dead and only wait to be freed (ZOMBIE). They are not objects here.")
	d.s.NoteCount(d.shapes, "%d lines are of shapes (SHAPE), which Ruby keeps outside its heap. They are not objects.")
	if !d.roots {
		d.s.Note("The file has no line of type ROOT, so nothing is reached. ObjectSpace.dump_all writes roots unless since: is given; ObjectSpace.dump writes none.")
	}
}

// finish gives the sink what the line says.
func (d *reader) finish() {
	switch l := &d.line; {
	case !l.has(keyType):
		d.Fail("the object has no type")
	case string(l.kind) == "ROOT":
		d.root()
	case string(l.kind) == "SHAPE":
		d.shapes++
	case !l.has(keyAddress):
		d.Fail("the object of type %q has no address", l.kind)
	case string(l.kind) == "NONE":
		d.free++
	case string(l.kind) == "ZOMBIE":
		d.zombies++
	default:
		d.object()
	}
}

func (d *reader) root() {
	if !d.line.has(keyRoot) {
		d.Fail("a ROOT does not say which: the key \"root\" is missing")
		return
	}
	d.roots = true
	label := d.s.Label(string(d.line.root))
	for _, to := range d.line.references {
		d.s.Root(to, label)
	}
}

// object adds an object and its edges. The writer leaves the class of an object out of the
// references, and no object would keep the class without this edge.
//
// An IMEMO has no class. Up to 3.1 at least the writer takes the word at the place of the class
// for one, and a reference of the object is found there and nowhere else. For the constant cache
// it is the value of the constant, which lives as long as the cache, even if the constant is
// removed. testdata/make/ruby/imemo.rb compares a file of Ruby 3.1 with what
// ObjectSpace.reachable_objects_from says: in ment, env, constcache and cref the collector follows
// the word whenever it is the address of an object. In callcache it never does: this is a weak
// reference to the class of a receiver. In callinfo the word is a pointer of C's. Newer writers
// give an IMEMO no class.
//
// A WeakRef or an ObjectSpace::WeakMap has no edge to its keys and values
// (testdata/make/ruby/weak.rb, with Ruby 3.1). The one reference that an object with the structure
// "weakmap" has there leads to none of them. In newer sources of Ruby the function that marks weak
// references does nothing when a dump asks for references.
func (d *reader) object() {
	l := &d.line
	if name := l.ownName(); name != nil {
		c := d.class(l.address)
		d.named[c] = true
		d.s.NameClass(c, string(name))
	}
	internal := string(l.kind) == "IMEMO"
	c := sink.Class(0)
	if l.has(keyClass) && !internal {
		c = d.class(l.class)
	} else {
		c = d.typed()
	}
	d.s.Object(l.address, l.bytes(), c)
	for _, to := range l.references {
		d.s.Edge(references, to)
	}
	switch {
	case !l.has(keyClass):
	case !internal:
		d.s.Edge(classes, l.class)
	case string(l.internal) == "callcache":
		d.s.Edge(cached, l.class)
	case string(l.internal) != "callinfo" && !immediate(l.class):
		d.s.Edge(hidden, l.class)
	}
}

// immediate says whether a word of Ruby's is a value itself (nil, true, a small number, a
// symbol) and not the address of an object.
func immediate(word uint64) bool {
	return word < 4096 || word%4 != 0 || word&0xff == 0x0c
}

// class returns the class whose object lies at addr.
func (d *reader) class(addr uint64) sink.Class {
	c, ok := d.classes[addr]
	if !ok {
		c = d.s.Class("")
		d.s.Held(64) // in the two maps
		d.classes[addr] = c
	}
	return c
}

// typed returns a class for an object that has none. Its name is the type, with the kind of
// an internal object or the name of a C structure.
func (d *reader) typed() sink.Class {
	name := append(d.labels[:0], d.line.kind...)
	for _, detail := range [][]byte{d.line.internal, d.line.structure} {
		if len(detail) > 0 {
			name = append(append(name, ':'), detail...)
		}
	}
	d.labels = name
	c, ok := d.types[string(name)]
	if !ok {
		c = d.s.Class(string(name))
		d.types[string(name)] = c
		d.s.Held(uint64(len(name)) + 64)
	}
	return c
}
