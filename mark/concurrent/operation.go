package concurrent

import (
	"fmt"
	"strings"
)

// Alloc is the colour of new objects.
type Alloc uint8

const (
	// NoAlloc is that no mutator allocates.
	NoAlloc Alloc = iota
	// AllocWhite is a new object that is as white as all others.
	AllocWhite
	// AllocBlack is a new object that is black, from before the first stack is scanned.
	AllocBlack
	// AllocBlackInTime is white before the first stack is scanned, and black since.
	AllocBlackInTime
)

// Allocs returns all of them.
func Allocs() []Alloc { return []Alloc{NoAlloc, AllocWhite, AllocBlack, AllocBlackInTime} }

// String returns "none", "white", "black" or "black-in-time".
func (a Alloc) String() string { return [...]string{"none", "white", "black", "black-in-time"}[a] }

// Colour returns the colour of a new object. scanned says whether some stack is scanned already.
func (a Alloc) Colour(scanned bool) Colour {
	if a == AllocBlack || a == AllocBlackInTime && scanned {
		return Black
	}
	return White
}

// Does is what a mutator does in an operation.
type Does uint8

// The operations of a mutator, with registers r0 and r1.
const (
	Load     Does = iota // r0 = r1.f
	Store                // r0.f = r1, with the barrier
	Drop                 // r0 = nil
	Allocate             // r0 = new
)

// Operation is one of a mutator's script.
type Operation struct {
	Does Does
	// To is the register on the left, and From that on the right. A From of NoRegister is Nil.
	To, From int
}

// NoRegister stands for Nil.
const NoRegister = -1

// String writes an operation as a line of a program.
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

// MustScript reads operations as String writes them: "r0 = r1.f; r1.f = nil". It panics if the text has another one.
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
