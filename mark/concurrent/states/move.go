package states

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/mark/concurrent"
)

// Kind is the kind of a step.
type Kind uint8

// The kinds of steps: first those of the marker, and then those of a mutator. The comments name the fields of
// [Move] that a kind has.
const (
	ScanStacks Kind = iota // it scans all stacks
	ScanStack              // it scans the stack of mutator Register
	ReadField              // it reads Value in the field of Object
	ShadeField             // it shades Value, and is done with Object
	End                    // it ends the mark

	Drop     // it drops Object from register From
	Load     // it loads Value from the field of Object into Register
	Begin    // it begins to store Value into Object
	Barrier  // it makes the next step of the barrier, which is Access
	Allocate // it allocates Object with colour Colour into Register
)

// Marker is the value of [Move].Who for a step of the marker. Mutators are 0 and 1.
const Marker = -1

// Move is a step of the marker or of a mutator.
type Move struct {
	Who           int // Marker, or the number of a mutator
	Kind          Kind
	Object, Value concurrent.Ref
	// Register is the number of the register of Value, or of the mutator whose stack is scanned. From is the
	// register of Object. -1 stands for Nil.
	Register, From int
	Colour         concurrent.Colour
	Access         Access // for the kind Barrier
}

// String returns the step in words.
func (m Move) String() string {
	object, value := m.Object, m.Value
	switch m.Kind {
	case ScanStacks:
		return "the marker scans all stacks"
	case ScanStack:
		return fmt.Sprintf("the marker scans the stack of mutator %d", m.Register)
	case ReadField:
		return fmt.Sprintf("the marker reads %s.f: %s", object, value)
	case ShadeField:
		return fmt.Sprintf("the marker shades %s, and is done with %s", value, object)
	case End:
		return "the marker finds nothing grey, and ends the mark"
	case Drop:
		return fmt.Sprintf("mutator %d drops %s", m.Who, object)
	case Load:
		return fmt.Sprintf("mutator %d loads %s.f: %s", m.Who, object, value)
	case Begin:
		return fmt.Sprintf("mutator %d wants to store %s into %s", m.Who, value, object)
	case Barrier:
		return fmt.Sprintf("mutator %d: %s", m.Who, m.Access)
	}
	return fmt.Sprintf("mutator %d allocates %s, which is %s", m.Who, object, m.Colour)
}
