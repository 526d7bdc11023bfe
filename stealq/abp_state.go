package stealq

import "fmt"

// The state of an ABP deque, and the methods that only read or reset it. The algorithm
// is in abp.go.

type abp struct {
	slots []slot // N of them; written by the owner, read by all
	wrap  uint64 // 2N-1: indices are taken modulo 2N

	_      pad
	age    word // an age: tag and top
	_      pad
	bottom word
	_      pad
	own    abpOwner
	_      pad
}

// abpOwner is the private half. Only the owner touches it.
type abpOwner struct {
	bottom   uint64 // the owner's copy of bottom
	counters Counters
}

// age packs {tag, top} into one word. abp.go has the picture.
type age uint64

func (a age) top() uint64 { return uint64(a) & (1<<topBits - 1) }

// replacedBy returns the age that follows a: the next tag, and the given top.
func (a age) replacedBy(top uint64) age { return (a>>topBits+1)&age(tagMask)<<topBits | age(top) }

func newABP(capacity int) *abp {
	return &abp{slots: make([]slot, capacity), wrap: uint64(2*capacity - 1)}
}

func (d *abp) loadAge() age { return age(d.age.Load()) }

// items returns the number of items from a's top to bottom, modulo 2N.
func (d *abp) items(a age, bottom uint64) uint64 { return (bottom - a.top()) & d.wrap }

// full says whether the deque holds N items. Only the owner asks. A deque that is not full
// stays so until the owner adds an item.
func (d *abp) full() bool { return d.items(d.loadAge(), d.own.bottom) == uint64(len(d.slots)) }

func (d *abp) slot(index uint64) *slot { return &d.slots[index&uint64(len(d.slots)-1)] }

// Len returns 0 if it sees a bottom below top. A Pop in progress may leave it there.
func (d *abp) Len() int {
	b := d.bottom.Load()
	if n := int(d.items(d.loadAge(), b)); n <= len(d.slots) {
		return n
	}
	return 0
}

func (d *abp) Cap() int { return len(d.slots) }

func (d *abp) Counters() *Counters { return &d.own.counters }

func (d *abp) Reset() {
	d.age.Store(0)
	d.bottom.Store(0)
	d.own = abpOwner{}
}

// atRest checks invariants (2) and (3) while no goroutine is in a method.
func (d *abp) atRest() error {
	a, b := d.loadAge(), d.bottom.Load()
	switch {
	case b != d.own.bottom:
		return fmt.Errorf("bottom is %d, but the owner's copy %d", b, d.own.bottom)
	case d.items(a, b) > uint64(len(d.slots)):
		return fmt.Errorf("top %d is past bottom %d", a.top(), b)
	}
	return nil
}
