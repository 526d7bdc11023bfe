package states

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/mark/concurrent"
)

// Call names a method of [concurrent.Memory].
type Call uint8

// The methods that a barrier may call.
const (
	Field Call = iota
	SetField
	SwapField
	Shade
	Repaint
	Scanned
	AllScanned
)

// Access is one step of a barrier: a call, with its arguments and its result.
type Access struct {
	Call   Call
	Object concurrent.Ref // its argument
	Value  concurrent.Ref // what is stored; for Field, what was read
	Old    concurrent.Ref // what SwapField has found
	Yes    bool           // the answer to Scanned and AllScanned
}

// String returns the access with its result, as a line of a program.
func (a Access) String() string {
	switch a.Call {
	case Field:
		return fmt.Sprintf("read %s.f: %s", a.Object, a.Value)
	case SetField:
		return fmt.Sprintf("%s.f = %s", a.Object, a.Value)
	case SwapField:
		return fmt.Sprintf("swap(%s.f, %s): %s", a.Object, a.Value, a.Old)
	case Shade:
		return fmt.Sprintf("shade(%s)", a.Object)
	case Repaint:
		return fmt.Sprintf("repaint(%s)", a.Object)
	}
	question, answer := "is my stack scanned?", "no"
	if a.Call == AllScanned {
		question = "are all stacks scanned?"
	}
	if a.Yes {
		answer = "yes"
	}
	return question + " " + answer
}

// replay is the memory that a barrier sees in a search, where each access is a step. It runs the barrier from its beginning each time. A
// field that was read before is read again as it was, the next access is made on the state, and all that follows is only counted.
type replay struct {
	*state
	write *write
	skip  int // accesses that were made before
	calls int
	made  Access // the one that is made now
}

var _ concurrent.Memory = (*replay)(nil)

// mostCalls is the largest number of a step that a key holds.
const mostCalls = 7

// barrier makes the next access of the store that a mutator is in.
func (s *state) barrier(b *concurrent.Barrier, m int) Access {
	r := replay{state: s, write: &s.write[m], skip: int(s.step[m]) - 1}
	b.Store(&r, m, r.write.object, r.write.ref)
	if s.step[m]++; r.calls < int(s.step[m]) {
		s.step[m], s.write[m] = 0, write{}
	}
	return r.made
}

// now counts an access, and reports whether it is the one to be made.
func (r *replay) now(a Access) bool {
	if r.calls++; r.calls > mostCalls {
		panic("states: a barrier makes 7 calls at most")
	}
	if r.calls-1 != r.skip {
		return false
	}
	r.made = a
	return true
}

// Field reads a field once, and then what was read.
func (r *replay) Field(obj concurrent.Ref) concurrent.Ref {
	if r.now(Access{Call: Field, Object: obj}) {
		r.write.old = r.state.Field(obj)
		r.made.Value = r.write.old
	}
	return r.write.old
}

// SetField stores.
func (r *replay) SetField(obj, ref concurrent.Ref) {
	if r.now(Access{Call: SetField, Object: obj, Value: ref}) {
		r.state.SetField(obj, ref)
	}
}

// SwapField exchanges once, and then returns what was there.
func (r *replay) SwapField(obj, ref concurrent.Ref) concurrent.Ref {
	if r.now(Access{Call: SwapField, Object: obj, Value: ref}) {
		r.write.old = r.state.SwapField(obj, ref)
		r.made.Old = r.write.old
	}
	return r.write.old
}

// Shade shades.
func (r *replay) Shade(obj concurrent.Ref) {
	if r.now(Access{Call: Shade, Object: obj}) {
		r.state.Shade(obj)
	}
}

// Repaint repaints.
func (r *replay) Repaint(obj concurrent.Ref) {
	if r.now(Access{Call: Repaint, Object: obj}) {
		r.state.Repaint(obj)
	}
}

// Scanned asks once, and then repeats the answer.
func (r *replay) Scanned(mutator int) bool {
	return r.ask(Access{Call: Scanned, Yes: r.state.Scanned(mutator)})
}

// AllScanned is like Scanned.
func (r *replay) AllScanned() bool { return r.ask(Access{Call: AllScanned, Yes: r.state.AllScanned()}) }

func (r *replay) ask(a Access) bool {
	if r.now(a) {
		r.write.yes = a.Yes
	}
	return r.write.yes
}
