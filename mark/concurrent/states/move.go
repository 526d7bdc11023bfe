package states

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/mark/concurrent"
)

// Kind is what somebody does in a step.
type Kind uint8

// The kinds of steps: first those of the marker, and then those of a mutator.
const (
	ScanStacks Kind = iota // all stacks
	ScanStack              // that of mutator Register
	ReadField              // of Object, which has Value
	ShadeField             // Value, which was read, and Object is done
	End                    // of the mark

	Drop     // a register that has Object
	Load     // the field of Object, which has Value, into Register
	Begin    // to store Value into Object
	Barrier  // the next step of a barrier, which Says has
	Allocate // Object, into Register; it has colour Colour
)

// Marker is who makes the steps of the marker. Mutators are 0 and 1.
const Marker = -1

// Move is a step of somebody.
type Move struct {
	Who           int
	Kind          Kind
	Object, Value concurrent.Ref
	// Register is that of Value or of the stack, and From that of Object. Nil has -1.
	Register, From int
	Colour         concurrent.Colour
	Step           concurrent.Step  // of a barrier
	Write          concurrent.Write // and the references in it, when it is made
}

// String says a step in words.
func (m Move) String() string {
	object, value := name(m.Object), name(m.Value)
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
		return fmt.Sprintf("mutator %d: %s", m.Who, said(m.Step.Says, m.Write))
	}
	return fmt.Sprintf("mutator %d allocates %s, which is %s", m.Who, object, m.Colour)
}

// said is a step of a barrier with names in the place of obj, old and new.
func said(step string, w concurrent.Write) string {
	return strings.NewReplacer(
		"old = obj.f", fmt.Sprintf("read %s.f: %s", name(w.Object), name(w.Old)),
		"old = swap(obj.f, new)", fmt.Sprintf("swap(%s.f, %s): %s", name(w.Object), name(w.New), name(w.Old)),
		"obj", name(w.Object), "old", name(w.Old), "new", name(w.New),
	).Replace(step)
}

func name(obj concurrent.Ref) string {
	if obj == concurrent.Nil {
		return "nil"
	}
	return string(rune('A' + obj - 1))
}

// picture is the heap in words.
func (s *state) picture(mutators int) string {
	var parts []string
	for obj := concurrent.Ref(1); obj <= Objects; obj++ {
		if s.colour[obj] != free {
			parts = append(parts, fmt.Sprintf("%s is %s and refers to %s", name(obj), s.colour[obj], name(s.field[obj])))
		}
	}
	for m := range mutators {
		parts = append(parts, fmt.Sprintf("mutator %d has %s and %s", m, name(s.regs[m][0]), name(s.regs[m][1])))
	}
	return strings.Join(parts, "; ")
}
