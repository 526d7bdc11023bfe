package concurrent

// Ref names an object, from 1. Nil is 0.
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

// Memory is what barriers see of the heap. Each method is one access, which nothing divides. An object has one field.
type Memory interface {
	// Field loads the field of an object.
	Field(obj Ref) Ref
	// SetField stores it.
	SetField(obj, ref Ref)
	// SwapField stores it, and returns what was there.
	SwapField(obj, ref Ref) Ref
	// Shade turns a white object grey. It does nothing to another one, or to Nil.
	Shade(obj Ref)
	// Repaint turns a black object grey. It does nothing to another one.
	Repaint(obj Ref)
	// Scanned reports whether the marker has scanned the stack of a mutator.
	Scanned(mutator int) bool
	// AllScanned reports whether it has scanned all stacks.
	AllScanned() bool
}

// Barrier is how a mutator stores a reference while the marker runs.
type Barrier struct {
	Name   string // letters a to z, and hyphens
	Doc    string // one line
	Source string // where it was published
	// Store stores ref into the field of obj, for a mutator. Between any two calls of methods of heap anything may happen. The search
	// of states can run it if it makes 7 calls at most, reads one field, and asks one question.
	Store func(heap Memory, mutator int, obj, ref Ref)
	// Revisits says that the marker blackens an object before it reads its field. A mutator that repaints it
	// meanwhile has it scanned once more.
	Revisits bool
	// Keeps is what holds whenever all mutators are between two operations, with the scans and the colours of new objects for which
	// the barrier is safe. It is nil for a barrier that keeps nothing.
	Keeps *Invariant
}

// String returns the barrier's name.
func (b *Barrier) String() string { return b.Name }

// None is no barrier: what a compiler writes while no mark runs. It loses an object in seven steps.
var None = &Barrier{Name: "none", Doc: "a plain store", Store: none}

func none(heap Memory, _ int, obj, ref Ref) {
	heap.SetField(obj, ref)
}

// Barriers returns all barriers.
func Barriers() []*Barrier {
	return []*Barrier{None, Dijkstra, DijkstraLate, Steele, SteeleEarly, Yuasa, YuasaLate, YuasaSwap, Hybrid, HybridAny, HybridAlways}
}
