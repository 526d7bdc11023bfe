package interleave

import "sync/atomic"

// Integer is an atomic integer. Use it by the names Uint64, Int64, Uint32 and Int32. The zero
// value holds 0. In a thread of an exploration each operation is a step. In the set-up and in
// the check it is none. While no exploration runs, it is an ordinary atomic variable, and any
// goroutine may use it. The same holds for [Bool] and [Pointer].
type Integer[T uint64 | int64 | uint32 | int32] struct {
	object object
	v      atomic.Uint64 // of T
}

type (
	// Uint64 takes the place of atomic.Uint64.
	Uint64 = Integer[uint64]
	// Int64 takes the place of atomic.Int64.
	Int64 = Integer[int64]
	// Uint32 takes the place of atomic.Uint32.
	Uint32 = Integer[uint32]
	// Int32 takes the place of atomic.Int32.
	Int32 = Integer[int32]
)

// Load returns the value.
func (x *Integer[T]) Load() T {
	w := arrive(&x.object, opRead)
	v := T(x.v.Load())
	w.did(false, "reads", uint64(v))
	return v
}

// Store writes v.
func (x *Integer[T]) Store(v T) {
	arrive(&x.object, opWrite).did(true, "writes", uint64(v))
	x.v.Store(uint64(v))
}

// Swap writes v and returns the value that was there before.
func (x *Integer[T]) Swap(v T) T {
	old, _ := x.update("swaps in", func(T) T { return v })
	return old
}

// Add adds delta and returns the new value.
func (x *Integer[T]) Add(delta T) T {
	_, v := x.update("", func(v T) T { return v + delta })
	return v
}

// And clears the bits that are not in mask. It returns the value that was there before.
func (x *Integer[T]) And(mask T) T {
	old, _ := x.update("ands to", func(v T) T { return v & mask })
	return old
}

// Or sets the bits of mask. It returns the value that was there before.
func (x *Integer[T]) Or(mask T) T {
	old, _ := x.update("ors to", func(v T) T { return v | mask })
	return old
}

// update replaces the value by what change makes of it, in one step. The verb tells the
// table of a schedule what happened. Without a verb the operation is an addition.
func (x *Integer[T]) update(verb string, change func(T) T) (old, v T) {
	w := arrive(&x.object, opWrite)
	for {
		old = T(x.v.Load())
		if v = change(old); x.v.CompareAndSwap(uint64(old), uint64(v)) {
			break
		}
	}
	if verb == "" {
		w.did(true, "adds up to", uint64(v))
	} else {
		w.changed(verb, uint64(old), uint64(v))
	}
	return old, v
}

// CompareAndSwap writes new and returns true if the value is old. Otherwise it returns
// false, and its step counts as a read.
func (x *Integer[T]) CompareAndSwap(old, new T) bool {
	w := arrive(&x.object, opWrite)
	swapped := x.v.CompareAndSwap(uint64(old), uint64(new))
	if swapped {
		w.changed("swaps in", uint64(old), uint64(new))
	} else {
		w.did(false, "fails to swap", x.v.Load())
	}
	return swapped
}

// Bool takes the place of atomic.Bool. The zero value is false.
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

// Swap writes v and returns the value that was there before.
func (x *Bool) Swap(v bool) bool { return x.bit.Swap(number(v)) != 0 }

// CompareAndSwap writes new and returns true if the value is old.
func (x *Bool) CompareAndSwap(old, new bool) bool {
	return x.bit.CompareAndSwap(number(old), number(new))
}

// Pointer takes the place of atomic.Pointer. The zero value is nil. A schedule shows a
// pointer as a number: 0 is nil, and 1 is the first other pointer that the variable has
// held.
type Pointer[T any] struct {
	object object
	p      atomic.Pointer[T]
	held   []*T // in explorations
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
	w := arrive(&x.object, opRead)
	p := x.p.Load()
	if w != nil {
		w.did(false, "reads", x.serial(p))
	}
	return p
}

// Store writes p.
func (x *Pointer[T]) Store(p *T) {
	if w := arrive(&x.object, opWrite); w != nil {
		w.did(true, "writes", x.serial(p))
	}
	x.p.Store(p)
}

// CompareAndSwap writes new and returns true if the pointer is old.
func (x *Pointer[T]) CompareAndSwap(old, new *T) bool {
	w := arrive(&x.object, opWrite)
	swapped := x.p.CompareAndSwap(old, new)
	switch {
	case w == nil:
	case swapped:
		w.changed("swaps in", x.serial(old), x.serial(new))
	default:
		w.did(false, "fails to swap", x.serial(x.p.Load()))
	}
	return swapped
}
