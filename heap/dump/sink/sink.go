package sink

import (
	"fmt"
	"math"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/objects"
)

// EdgeKind is a kind of edges of one format.
type EdgeKind struct {
	Name  string // for people, in the plural: "fields", "weak references"
	Weak  bool   // followed only if Options.Weak asks for it
	Never bool   // counted, and never followed
}

// Class is the class or type of an object, as a number. 0 is for objects without one.
type Class uint32

// Label says why an object is a root: see [Sink.Label]. Texts that a Dump shows alike have
// the same Label.
type Label uint32

// noID is what a slot without a reference holds. No object has this id.
const noID = math.MaxUint64

// Sink collects what a reader finds, and makes a [Dump] of it. The first error stays: later
// calls do nothing, and Err and Build return it. A Sink belongs to one goroutine.
//
// It takes 32 bytes for each object. For each edge it takes 8 bytes if it was made by New,
// and 4 if it was made by NewNumbered. Build takes up to 24 bytes for each object, 4 for each
// edge, and the heap's arena besides.
type Sink struct {
	format  string
	opts    Options
	kinds   []EdgeKind
	follow  []bool // by kind
	objects []objects.Object
	edges   []uint64 // New: ids, object by object; noID is nil
	roots   []root
	held    uint64
	err     error

	numbered bool
	builder  heap.Builder // NewNumbered: all objects before at
	at       uint64       // NewNumbered: the object to which edges belong now
	slots    []uint32     // NewNumbered: the references of object at; New: room for Build

	labels  map[string]Label
	texts   []string // of labels
	classes []string
	notes   []string
	slotted uint64 // edges and nil slots so far
	counts  []uint64
	stats   Stats
}

// root is a root as the file names it: by an id or a number.
type root struct {
	id    uint64
	label Label
}

// New returns a Sink for objects that have ids. Errors begin with format, such as "hprof".
// The kinds of edges have the numbers of their places in edges.
func New(format string, edges []EdgeKind, opts Options) *Sink {
	s := &Sink{
		format: format, opts: opts.WithDefaults(), kinds: edges, follow: make([]bool, len(edges)),
		labels: map[string]Label{}, classes: []string{""}, counts: make([]uint64, len(edges)),
	}
	s.opts.MaxObjects = min(s.opts.MaxObjects, heap.MaxObjects)
	for i, k := range edges {
		s.follow[i] = !k.Never && (!k.Weak || opts.Weak)
	}
	return s
}

// NewNumbered returns a Sink for objects that have numbers, from 0 in the order in which
// Object is called. All objects must be there before From is called for the first time. Ids
// that the objects have besides need not differ.
func NewNumbered(format string, edges []EdgeKind, opts Options) *Sink {
	s := New(format, edges, opts)
	s.numbered = true
	return s
}

// Err returns the first error, or nil.
func (s *Sink) Err() error { return s.err }

// Fail makes err the error that stays, if there is none yet.
func (s *Sink) Fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

func (s *Sink) exceeds(option, what string, limit uint64) {
	s.Fail(fmt.Errorf("%s: %w", s.format, &LimitError{option, fmt.Sprintf("more than %d %s", limit, what)}))
}

// Object adds an object that has so many bytes in the program. With New it becomes the
// current object, to which the edges that follow belong.
func (s *Sink) Object(id, bytes uint64, class Class) {
	switch {
	case s.err != nil:
		return
	case uint64(len(s.objects)) >= s.opts.MaxObjects:
		s.exceeds("MaxObjects", "objects", s.opts.MaxObjects)
		return
	case id == noID && !s.numbered:
		s.Fail(fmt.Errorf("%s: object %d has the id %#x, which no object can have", s.format, len(s.objects), id))
		return
	case s.stats.ObjectBytes+bytes < bytes:
		s.Fail(fmt.Errorf("%s: object %d has %d bytes: with those before it these are more than 64 bits can count", s.format, len(s.objects), bytes))
		return
	}
	s.stats.ObjectBytes += bytes
	s.objects = append(s.objects, objects.Object{Addr: id, Bytes: bytes, First: uint64(len(s.edges)), Tag: uint32(class)})
}

// From says that the edges that follow are those of the object with this number. It is for
// NewNumbered. Numbers may be left out, but none may be smaller than the one before.
func (s *Sink) From(number uint64) {
	switch {
	case s.err != nil:
		return
	case number < s.at || number >= uint64(len(s.objects)):
		s.Fail(fmt.Errorf("%s: edges of object %d after those of object %d of %d: they must be in the order of their objects", s.format, number, s.at, len(s.objects)))
		return
	}
	for s.at < number {
		s.flush()
	}
}

// flush gives object at to the builder.
func (s *Sink) flush() {
	o := &s.objects[s.at]
	o.Refs = uint32(len(s.slots))
	s.builder.Add(objects.Payload(o.Bytes, uint64(len(s.slots))), s.slots...)
	s.slots = s.slots[:0]
	s.at++
}

// Edge adds an edge of the current object to the object with this id or number, which may
// come later. kind is a place in the edges of New.
func (s *Sink) Edge(kind int, to uint64) {
	if s.err == nil {
		s.counts[kind]++
		switch {
		case !s.follow[kind]:
			to = noID
		case to == noID || s.numbered && to >= uint64(len(s.objects)):
			s.stats.Dangling++
			to = noID
		}
		s.slot(to)
	}
}

// Nil adds a slot of the current object that holds no reference.
func (s *Sink) Nil() {
	if s.err == nil {
		s.stats.Nils++
		s.slot(noID)
	}
}

func (s *Sink) slot(to uint64) {
	switch {
	case len(s.objects) == 0:
		s.Fail(fmt.Errorf("%s: an edge before the first object", s.format))
	case s.slotted+uint64(len(s.roots)) >= s.opts.MaxEdges:
		s.exceeds("MaxEdges", "references and roots", s.opts.MaxEdges)
	case uint64(len(s.slots)) == math.MaxUint32, s.objects[len(s.objects)-1].Refs == math.MaxUint32:
		s.Fail(fmt.Errorf("%s: an object has more than %d references", s.format, uint32(math.MaxUint32)))
	case s.numbered:
		s.slotted++
		s.slots = append(s.slots, uint32(to)) // noID becomes heap.NoObject
	default:
		s.slotted++
		s.edges = append(s.edges, to)
		s.objects[len(s.objects)-1].Refs++
	}
}

// Root makes the object with this id or number a root. The object may come later, and may
// have several labels.
func (s *Sink) Root(id uint64, label Label) {
	switch {
	case s.err != nil:
	case s.slotted+uint64(len(s.roots)) >= s.opts.MaxEdges:
		s.exceeds("MaxEdges", "references and roots", s.opts.MaxEdges)
	default:
		s.roots = append(s.roots, root{id, label})
	}
}
