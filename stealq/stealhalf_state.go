package stealq

import "fmt"

// The state of a StealHalf deque, and the methods that only read or reset it. The
// algorithm is in stealhalf.go.

type stealHalf struct {
	slots []slot // N of them; written by the owner, read by all
	wrap  uint64 // 2N-1: indices are taken modulo 2N

	// The range and bottom each have a cache line to themselves. A thief that
	// polls an empty range does not touch the line that the owner writes at each
	// operation.
	_      pad
	packed word // a stealRange
	_      pad
	bottom word
	_      pad
	own    stealHalfOwner
	_      pad
}

// stealHalfOwner is the private half. Only the owner touches it.
type stealHalfOwner struct {
	bottom   uint64     // the owner's copy of bottom
	prev     stealRange // the range as the owner last wrote it (prevStealRange)
	counters Counters
}

func newStealHalf(capacity int) *stealHalf {
	return &stealHalf{slots: make([]slot, capacity), wrap: uint64(2*capacity - 1)}
}

func (d *stealHalf) stealRange() stealRange { return stealRange(d.packed.Load()) }

// items returns the number of items from r's top to bottom, modulo 2N.
func (d *stealHalf) items(r stealRange, bottom uint64) uint64 { return (bottom - r.top()) & d.wrap }

func (d *stealHalf) slot(index uint64) *slot { return &d.slots[index&uint64(len(d.slots)-1)] }

// Len reads bottom before the range. Top only moves on, so a theft between the two loads
// makes the answer smaller, and it may even make it negative. Modulo 2N a negative
// number is one above N, and Len returns 0 for it. A Pop in progress that has announced
// a stolen item looks the same.
func (d *stealHalf) Len() int {
	b := d.bottom.Load()
	n := int(d.items(d.stealRange(), b))
	if n > len(d.slots) {
		return 0
	}
	return n
}

func (d *stealHalf) Cap() int { return len(d.slots) }

func (d *stealHalf) Counters() *Counters { return &d.own.counters }

func (d *stealHalf) Reset() {
	d.packed.Store(0)
	d.bottom.Store(0)
	d.own = stealHalfOwner{}
}

// atRest checks the laws of a deque while no goroutine is in a method: invariant
// (4), and that the owner's copy of bottom is the bottom that thieves see.
func (d *stealHalf) atRest() error {
	r, b := d.stealRange(), d.bottom.Load()
	n, length := d.items(r, b), r.length()
	switch {
	case b != d.own.bottom:
		return fmt.Errorf("bottom is %d, but the owner's copy %d", b, d.own.bottom)
	case n > uint64(len(d.slots)):
		return fmt.Errorf("top %d is past bottom %d", r.top(), b)
	case 8*length < n || 2*length > n && !(length == 1 && n == 1):
		return fmt.Errorf("range of %d for %d items, want one eighth to one half", length, n)
	}
	return nil
}
