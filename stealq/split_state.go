package stealq

import "fmt"

// The state of a split deque, and what reads it without being part of the
// algorithm in split.go.

// Exposer is what a deque of a kind that is OnRequest has beside the contract.
type Exposer interface {
	// Expose makes one item visible if a thief has asked for it since the last
	// time, and says whether it did. Push and Pop do so by themselves: it is for
	// an owner that is busy with something else for long, and costs one load when
	// nobody has asked. An owner that knows of sleeping thieves should wake one
	// when Expose reports true. Only the owner may call.
	Expose() bool

	// Held is the number of all items, visible or not. Only the owner may call, or
	// anyone at quiescence.
	Held() int
}

type split struct {
	slots []slot // N; the public items
	mask  uint64 // N-1

	_        pad
	top      word // the next to be stolen
	_        pad
	official word // end of the public part
	_        pad
	targeted word // 1: a thief has found nothing
	_        pad
	own      splitOwner
	_        pad
}

// splitOwner is the private half: only the owner touches it.
type splitOwner struct {
	ring     []uint64 // N; the private items
	bottom   uint64
	official uint64 // the owner's copy
	counters Counters
}

func newSplit(capacity int) *split {
	return &split{
		slots: make([]slot, capacity),
		mask:  uint64(capacity - 1),
		own:   splitOwner{ring: make([]uint64, capacity)},
	}
}

// Held is never too small: while the owner looks, others only take.
func (d *split) Held() int { return int(d.own.bottom - d.top.Load()) }

// unseen is the number of items that Len leaves out. At quiescence only.
func (d *split) unseen() int { return int(d.own.bottom - d.own.official) }

// Len reads official before top, so that what comes between the two makes the
// answer smaller, as does a Pop that has announced an item already stolen.
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

// atRest checks invariant (3), and that the owner's copy of official is the truth.
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
