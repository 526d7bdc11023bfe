package stealq

import (
	"fmt"
	"math/bits"
)

const (
	// MinCapacity is the smallest capacity of a deque, in items. At 2 every
	// path (full, wrap-around, last item) is a few operations away, which is
	// what tests want.
	MinCapacity = 2

	// MaxCapacity is the largest capacity of a deque, in items: 512 KiB of
	// slots. The limit buys a steal range, its top index and a tag of 42 bits
	// in one 64-bit word; work beyond it belongs in an overflow list.
	MaxCapacity = 1 << 16
)

// Deque is a bounded double-ended queue of uint64 handles with one owner at
// the bottom and any number of thieves at the top.
//
// One goroutine at a time is the owner of a deque. It alone calls Push, Pop,
// Steal (as the thief, on its own deque) and Counters; ownership passes to
// another goroutine with any ordinary synchronization. Len, Cap and being
// named as a victim need no ownership.
type Deque interface {
	// Push adds item at the bottom. It reports false when the deque already
	// holds Cap items, and then has changed nothing. Only the owner may call.
	Push(item uint64) bool

	// Pop removes the item at the bottom, the one pushed last. It reports
	// false when the deque is empty, or when a thief took the last item first.
	// Only the owner may call.
	Pop() (item uint64, ok bool)

	// Steal moves up to amount items from the top of victim to the bottom of
	// the receiver and reports how many moved: n > 0 with Took, 0 otherwise.
	// It moves no more than the receiver has room for, keeps the items in
	// their order, and never blocks for another goroutine's progress unless
	// the kind's documentation says so.
	//
	// While Steal runs, items on the way may be visible in neither deque, so
	// a termination detector must count the thief as active before it calls.
	//
	// Stealing from the receiver itself is Empty. A victim of another kind,
	// and an amount that the Kind does not list, are programming errors and
	// panic. Only the receiver's owner may call.
	Steal(victim Deque, amount Amount) (n int, o Outcome)

	// Len is the number of items. While other goroutines work on the deque it
	// is approximate, though never negative and never above Cap; it is exact
	// at quiescence, except that a kind that is OnRequest may count only what
	// thieves can see. Any goroutine may call.
	Len() int

	// Cap is the number of items that the deque holds when full: exactly the
	// capacity that its Kind's New was given. Any goroutine may call.
	Cap() int

	// Counters are the owner's plain counters, not a copy. Only the owner may
	// call, or anyone at quiescence.
	Counters() *Counters

	// Reset empties the deque and zeroes its counters. Only while no other
	// goroutine uses the deque, as owner or as thief.
	Reset()
}

// Outcome is how a steal ended.
type Outcome uint8

const (
	// Took: at least one item moved.
	Took Outcome = iota

	// Empty: the victim offered this thief nothing. It had no item to steal,
	// or, with Balance, not enough more than the thief; or the thief had no
	// room, or named itself.
	Empty

	// Lost: another thief or the owner was faster. The victim may well hold
	// work still: Lost says nothing about emptiness and must never feed a
	// termination detector.
	Lost
)

// String returns "took", "empty" or "lost".
func (o Outcome) String() string {
	switch o {
	case Took:
		return "took"
	case Empty:
		return "empty"
	case Lost:
		return "lost"
	}
	return fmt.Sprintf("Outcome(%d)", uint8(o))
}

// mustFit panics unless capacity is one that every deque accepts.
func mustFit(capacity int) {
	if capacity < MinCapacity || capacity > MaxCapacity || bits.OnesCount(uint(capacity)) != 1 {
		panic(fmt.Sprintf("stealq: capacity %d: want a power of two from %d to %d",
			capacity, MinCapacity, MaxCapacity))
	}
}

// family builds the deques that a Kind's New returns.
func family[D Deque](deques, capacity int, build func(capacity int) D) []Deque {
	if deques < 1 {
		panic(fmt.Sprintf("stealq: %d deques: want at least 1", deques))
	}
	mustFit(capacity)
	all := make([]Deque, deques)
	for i := range all {
		all[i] = build(capacity)
	}
	return all
}
