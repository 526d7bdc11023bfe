package concurrent

import (
	"fmt"
	"strings"
)

// Alloc is the colour of new objects.
type Alloc uint8

const (
	// NoAlloc says that no mutator allocates.
	NoAlloc Alloc = iota
	// AllocWhite makes new objects white.
	AllocWhite
	// AllocBlack makes new objects black, even before the first stack is scanned.
	AllocBlack
	// AllocBlackInTime makes new objects white before the first stack is scanned, and black afterwards.
	AllocBlackInTime
)

// Allocs returns all values of Alloc, in a new slice.
func Allocs() []Alloc { return []Alloc{NoAlloc, AllocWhite, AllocBlack, AllocBlackInTime} }

// String returns "none", "white", "black" or "black-in-time".
func (a Alloc) String() string { return [...]string{"none", "white", "black", "black-in-time"}[a] }

// Colour returns the colour of a new object. scanned says whether any stack is scanned already.
func (a Alloc) Colour(scanned bool) Colour {
	if a == AllocBlack || a == AllocBlackInTime && scanned {
		return Black
	}
	return White
}

// Does is the kind of an [Operation].
type Does uint8

// The operations of a mutator, here with registers r0 and r1.
const (
	Load     Does = iota // r0 = r1.f
	Store                // r0.f = r1, with the barrier
	Drop                 // r0 = nil
	Allocate             // r0 = new
)

// Operation is one line of a mutator's script.
type Operation struct {
	Does Does
	// To is the number of the register on the left, and From of that on the right. NoRegister as From stands
	// for Nil.
	To, From int
}

// NoRegister stands for Nil in [Operation].From.
const NoRegister = -1

// String returns the operation as a line of a program: "r0 = r1.f".
func (o Operation) String() string {
	from := "nil"
	if o.From != NoRegister {
		from = fmt.Sprint("r", o.From)
	}
	switch o.Does {
	case Load:
		return fmt.Sprintf("r%d = %s.f", o.To, from)
	case Store:
		return fmt.Sprintf("r%d.f = %s", o.To, from)
	case Drop:
		return fmt.Sprintf("r%d = nil", o.To)
	}
	return fmt.Sprintf("r%d = new", o.To)
}

// carryOut makes the operation. It does nothing where the object would be Nil: in another schedule a mutator may have loaded that.
func (o Operation) carryOut(m *Mutator) {
	switch {
	case o.Does == Drop:
		m.Drop(o.To)
	case o.Does == Allocate:
		m.Allocate(o.To)
	case o.Does == Load && m.Registers[o.From] != Nil:
		m.Load(o.To, o.From)
	case o.Does == Store && m.Registers[o.To] != Nil:
		ref := Nil
		if o.From != NoRegister {
			ref = m.Registers[o.From]
		}
		m.Store(o.To, ref)
	}
}

// MustScript reads operations as [Operation.String] writes them, separated by a semicolon and a space. It
// panics if the text has anything else. An example is "r0 = r1.f; r1.f = nil; r1 = new".
func MustScript(text string) (script []Operation) {
	for line := range strings.SplitSeq(text, "; ") {
		var o Operation
		is := func(format string, to ...any) bool {
			n, err := fmt.Sscanf(line, format+"\n", to...)
			return err == nil && n == len(to)
		}
		switch {
		case is("r%d = r%d.f", &o.To, &o.From):
			o.Does = Load
		case is("r%d.f = r%d", &o.To, &o.From):
			o.Does = Store
		case is("r%d.f = nil", &o.To):
			o.Does, o.From = Store, NoRegister
		case is("r%d = nil", &o.To):
			o.Does = Drop
		case is("r%d = new", &o.To):
			o.Does = Allocate
		}
		if o.String() != line {
			panic(fmt.Sprintf("concurrent: %q is no operation", line))
		}
		script = append(script, o)
	}
	return script
}
