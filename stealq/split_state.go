package stealq

import "fmt"

// The state of a split deque, and the methods that only read or reset it. The algorithm
// is in split.go.

// Exposer is a deque whose owner can answer thieves without a Push or a Pop. The deques of
// [Split] are Exposers.
type Exposer interface {
	// Expose shows one item to thieves if a thief has asked since Expose last showed
	// one, and if there is an item to show. It returns whether it showed one. Push and
	// Pop do the same, so only an owner that does other work for long needs Expose. A
	// call costs one load when no thief has asked. If thieves sleep until there is
	// work, the owner should wake one when Expose returns true. Only the owner may
	// call Expose.
	Expose() bool

	// Held is the number of all items, whether thieves can see them or not. Only the
	// owner may call Held, or any goroutine while no goroutine is inside a method.
	Held() int
}

type split struct {
	slots []slot // N of them, for the public items
	mask  uint64 // N-1

	_        pad
	top      word // the next to be stolen
	_        pad
	official word // end of the public part
	_        pad
	targeted word // 1: a thief has found nothing and asks
	_        pad
	own      splitOwner
	_        pad
}

// splitOwner is the private half. Only the owner touches it.
type splitOwner struct {
	ring     []uint64 // N of them; every item, the private ones only here
	bottom   uint64
	official uint64 // the owner's copy of official
	counters Counters
}

func newSplit(capacity int) *split {
	return &split{
		slots: make([]slot, capacity),
		mask:  uint64(capacity - 1),
		own:   splitOwner{ring: make([]uint64, capacity)},
	}
}

// Held may be too large while the owner looks, because thieves only take items. It is
// never too small.
func (d *split) Held() int { return int(d.own.bottom - d.top.Load()) }

// Len reads official before top. Top only moves on, so a theft between the two loads makes
// the answer smaller. A Pop that has announced an item that was stolen does the same.
func (d *split) Len() int {
	official := d.official.Load()
	return max(0, int(int64(official-d.top.Load())))
}

func (d *split) Cap() int { return len(d.slots) }

func (d *split) Counters() *Counters { return &d.own.counters }

func (d *split) Reset() {
	d.top.Store(0)
	d.official.Store(0)
	d.targeted.Store(0)
	d.own = splitOwner{ring: d.own.ring}
}

// atRest checks invariant (3), and that the owner's copy of official is the official that
// thieves see.
func (d *split) atRest() error {
	top, official, bottom := d.top.Load(), d.official.Load(), d.own.bottom
	switch {
	case official != d.own.official:
		return fmt.Errorf("official is %d, but the owner's copy %d", official, d.own.official)
	case top > official || official > bottom || bottom > top+uint64(len(d.slots)):
		return fmt.Errorf("top %d, official %d, bottom %d in %d slots", top, official, bottom, len(d.slots))
	}
	return nil
}
