package concurrent

import "fmt"

// Invariant is a property of heaps that a barrier keeps.
type Invariant struct {
	Name string // "strong" or "weak"
	// Broken returns an error that says what breaks the invariant, or nil if it holds.
	Broken func(*View) error
}

// A reference that the marker has read and not yet shaded is safe. Strong ignores it in the object that the
// marker is in. Weak counts it as a reference of a grey object.
var (
	// Strong holds if no black object refers to a white one.
	Strong = &Invariant{"strong", strong}
	// Weak holds if each white object to which a black object or a black stack refers hangs on a grey one, by
	// white ones.
	Weak = &Invariant{"weak", weak}
)

func strong(v *View) error {
	for obj, ref := range v.Fields {
		if v.counts(Ref(obj)) == Black && v.white(ref) && (Ref(obj) != v.At || ref != v.Value) {
			return fmt.Errorf("%s is black, and refers to %s, which is white", Ref(obj), ref)
		}
	}
	return nil
}

func weak(v *View) error {
	safe := v.protected()
	for obj, ref := range v.Fields {
		if v.counts(Ref(obj)) == Black && v.white(ref) && !safe[ref] {
			return fmt.Errorf("%s is black, and refers to %s, which is white and hangs on nothing grey", Ref(obj), ref)
		}
	}
	for id, s := range v.Stacks {
		for _, ref := range s.Registers {
			if s.Scanned && v.white(ref) && !safe[ref] {
				return fmt.Errorf("the stack of mutator %d is black, and has %s, which is white and hangs on nothing grey", id, ref)
			}
		}
	}
	return nil
}

// Floats returns an error if an object of the snapshot is white and hangs on nothing grey. The snapshot has a
// bit for each object that was reachable when the stacks were scanned, all at once.
func (v *View) Floats(snapshot uint8) error {
	safe := v.protected()
	for obj := range v.Fields {
		if snapshot>>obj&1 == 1 && v.white(Ref(obj)) && !safe[obj] {
			return fmt.Errorf("%s was reachable when marking began, is white, and hangs on nothing grey", Ref(obj))
		}
	}
	return nil
}

// counts is the colour as which an object counts, if the marker is in it. Before it has read the field all that is stored there will be seen.
// After that nothing will, unless the marker comes back.
func (v *View) counts(obj Ref) Colour {
	switch {
	case obj != v.At:
		return v.Colours[obj]
	case !v.Read:
		return Grey
	case v.Revisits:
		return v.Colours[obj]
	}
	return Black
}

func (v *View) white(ref Ref) bool { return ref != Nil && v.Colours[ref] == White }

// protected are the white objects to which white ones lead from a grey object or from the marker's hand.
func (v *View) protected() []bool {
	seen := make([]bool, len(v.Fields))
	chain := func(ref Ref) {
		for v.white(ref) && !seen[ref] {
			seen[ref] = true
			ref = v.Fields[ref]
		}
	}
	chain(v.Value)
	for obj, ref := range v.Fields {
		if v.counts(Ref(obj)) == Grey {
			chain(ref)
		}
	}
	return seen
}
