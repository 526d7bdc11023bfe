package concurrent

// Ref names an object, from 1 on. Nil is 0.
type Ref uint8

// Nil is the reference to nothing.
const Nil Ref = 0

// String returns "nil", "A", "B" and so on.
func (r Ref) String() string {
	if r == Nil {
		return "nil"
	}
	return string(rune('A' + r - 1))
}

// Memory is the heap as a barrier sees it. Each method is one atomic access. An object has one field.
type Memory interface {
	// Field loads the field of an object.
	Field(obj Ref) Ref
	// SetField stores ref into the field of an object.
	SetField(obj, ref Ref)
	// SwapField stores ref into the field of an object, and returns what was there, in one step.
	SwapField(obj, ref Ref) Ref
	// Shade turns a white object grey. It does nothing to a grey or black object, or to Nil.
	Shade(obj Ref)
	// Repaint turns a black object grey. It does nothing to a white or grey one.
	Repaint(obj Ref)
	// Scanned reports whether the marker has scanned the stack of a mutator.
	Scanned(mutator int) bool
	// AllScanned reports whether the marker has scanned the stacks of all mutators.
	AllScanned() bool
}

// Barrier is the code by which a mutator stores a reference while the marker runs.
type Barrier struct {
	Name   string // letters a to z, and hyphens
	Doc    string // one line
	Source string // where it was published
	// Store stores ref into the field of obj, for the mutator of that number. Anything may happen between two
	// calls of methods of heap. Package states takes a Store that makes at most 7 calls, reads one field, and
	// asks one question.
	Store func(heap Memory, mutator int, obj, ref Ref)
	// Revisits says that the marker blackens an object before it reads its field. If a mutator repaints the
	// object meanwhile, the marker scans it once more.
	Revisits bool
	// Keeps is the invariant that holds whenever all mutators are between two operations, where the barrier
	// is safe. It is nil for a barrier that keeps none.
	Keeps *Invariant
}

// String returns the barrier's name.
func (b *Barrier) String() string { return b.Name }

// None is a plain store. It loses an object in seven steps.
var None = &Barrier{Name: "none", Doc: "a plain store", Store: none}

func none(heap Memory, _ int, obj, ref Ref) {
	heap.SetField(obj, ref)
}

// Barriers returns all barriers of this package, in a new slice.
func Barriers() []*Barrier {
	return []*Barrier{None, Dijkstra, DijkstraLate, Steele, SteeleEarly, Yuasa, YuasaLate, YuasaSwap, Hybrid, HybridAny, HybridAlways}
}
