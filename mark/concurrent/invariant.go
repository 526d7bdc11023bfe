package concurrent

import "fmt"

// Invariant is what a barrier keeps.
type Invariant struct {
	Name string // "strong" or "weak"
	// Broken says what breaks it, nil if it holds.
	Broken func(*View) error
}

// The invariants. A reference that the marker has read is not lost. Strong excuses it in the object that the marker is in, and for Weak it
// counts as the reference of a grey object.
var (
	// Strong is that no black object refers to a white one.
	Strong = &Invariant{"strong", strong}
	// Weak is that a white object that a black object or a black stack refers to hangs on a grey one, by white ones.
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

// Floats looks at the invariant of a snapshot, which has a bit for each object that was reachable. Each of them must be grey or black, or hang on
// something grey. It is for stacks that are all scanned at once: one that is not scanned yet protects nothing here.
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
