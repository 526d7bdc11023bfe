package concurrent

import "fmt"

// Alloc is the colour of new objects.
type Alloc uint8

const (
	// NoAlloc is that nobody allocates.
	NoAlloc Alloc = iota
	// AllocWhite is a new object that is as white as all others.
	AllocWhite
	// AllocBlack is a new object that is black, from before the first stack is scanned.
	AllocBlack
	// AllocBlackInTime is white before the first stack is scanned, and black since.
	AllocBlackInTime
)

// String returns "none", "white", "black" or "black in time".
func (a Alloc) String() string { return [...]string{"none", "white", "black", "black in time"}[a] }

// Colour is that of a new object, if some stack is scanned or not.
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
