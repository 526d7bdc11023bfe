package interleave

// The types in this file stand for those of the same names in sync/atomic. In a
// thread of an exploration each operation is a step of its own, and the explorer
// decides which thread makes the next one. Elsewhere, in a program's set-up and
// check, or with no exploration running, they are plain variables. All of them
// begin as zero.

// Integer is an atomic integer: Uint64 and the other aliases below.
type Integer[T uint64 | int64 | uint32 | int32] struct {
	object object
	v      T
}

type (
	// Uint64 stands for atomic.Uint64.
	Uint64 = Integer[uint64]
	// Int64 stands for atomic.Int64.
	Int64 = Integer[int64]
	// Uint32 stands for atomic.Uint32.
	Uint32 = Integer[uint32]
	// Int32 stands for atomic.Int32.
	Int32 = Integer[int32]
)

// Load returns the value.
func (x *Integer[T]) Load() T {
	if w := arrive(&x.object, opRead); w != nil {
		w.did(false, "reads", uint64(x.v))
	}
	return x.v
}

// Store writes v.
func (x *Integer[T]) Store(v T) {
	if w := arrive(&x.object, opWrite); w != nil {
		w.did(true, "writes", uint64(v))
	}
	x.v = v
}

// Swap writes v and returns the value before.
func (x *Integer[T]) Swap(v T) T { return x.update(v, "swaps in") }

// Add adds delta and returns the new value.
func (x *Integer[T]) Add(delta T) T {
	w := arrive(&x.object, opWrite)
	x.v += delta
	if w != nil {
		w.did(true, "adds up to", uint64(x.v))
	}
	return x.v
}

// And keeps the bits of mask and returns the value before.
func (x *Integer[T]) And(mask T) T {
	w := arrive(&x.object, opWrite)
	old := x.v
	x.v &= mask
	if w != nil {
		w.changed("ands to", uint64(old), uint64(x.v))
	}
	return old
}

// Or sets the bits of mask and returns the value before.
func (x *Integer[T]) Or(mask T) T {
	w := arrive(&x.object, opWrite)
	old := x.v
	x.v |= mask
	if w != nil {
		w.changed("ors to", uint64(old), uint64(x.v))
	}
	return old
}

func (x *Integer[T]) update(v T, verb string) T {
	w := arrive(&x.object, opWrite)
	old := x.v
	x.v = v
	if w != nil {
		w.changed(verb, uint64(old), uint64(v))
	}
	return old
}

// CompareAndSwap writes new and returns true if the value is old. If it is not,
// the step counts as a read.
func (x *Integer[T]) CompareAndSwap(old, new T) bool {
	w := arrive(&x.object, opWrite)
	if x.v != old {
		if w != nil {
			w.did(false, "fails to swap", uint64(x.v))
		}
		return false
	}
	x.v = new
	if w != nil {
		w.changed("swaps in", uint64(old), uint64(new))
	}
	return true
}

// Bool stands for atomic.Bool.
type Bool struct{ bit Uint32 }

func number(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// Load returns the value.
func (x *Bool) Load() bool { return x.bit.Load() != 0 }

// Store writes v.
func (x *Bool) Store(v bool) { x.bit.Store(number(v)) }

// Swap writes v and returns the value before.
func (x *Bool) Swap(v bool) bool { return x.bit.Swap(number(v)) != 0 }

// CompareAndSwap writes new and returns true if the value is old.
func (x *Bool) CompareAndSwap(old, new bool) bool {
	return x.bit.CompareAndSwap(number(old), number(new))
}

// Pointer stands for atomic.Pointer. A schedule shows its values as the serial
// numbers of the pointers that it has held, 0 for nil.
type Pointer[T any] struct {
	object object
	p      *T
	held   []*T
}

func (x *Pointer[T]) serial(p *T) uint64 {
	if p == nil {
		return 0
	}
	for i, q := range x.held {
		if p == q {
			return uint64(i + 1)
		}
	}
	x.held = append(x.held, p)
	return uint64(len(x.held))
}

// Load returns the pointer.
func (x *Pointer[T]) Load() *T {
	if w := arrive(&x.object, opRead); w != nil {
		w.did(false, "reads", x.serial(x.p))
	}
	return x.p
}

// Store writes p.
func (x *Pointer[T]) Store(p *T) {
	if w := arrive(&x.object, opWrite); w != nil {
		w.did(true, "writes", x.serial(p))
	}
	x.p = p
}

// CompareAndSwap writes new and returns true if the pointer is old.
func (x *Pointer[T]) CompareAndSwap(old, new *T) bool {
	w := arrive(&x.object, opWrite)
	if x.p != old {
		if w != nil {
			w.did(false, "fails to swap", x.serial(x.p))
		}
		return false
	}
	x.p = new
	if w != nil {
		w.changed("swaps in", x.serial(old), x.serial(new))
	}
	return true
}
