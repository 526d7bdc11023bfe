package stealq

import (
	"fmt"
	"math/bits"
)

const (
	// MinCapacity is the smallest capacity of a deque, in items. A deque of 2 items
	// is full, wraps around and holds a last item after a few operations. Tests
	// therefore reach every path quickly.
	MinCapacity = 2

	// MaxCapacity is the largest capacity of a deque, in items. Its slots take 512
	// KiB. The limit leaves room for a tag of 42 bits: the steal range, its top index
	// and the tag share one 64-bit word. Work that does not fit belongs in an
	// overflow list.
	MaxCapacity = 1 << 16
)

// Deque is a bounded double-ended list of uint64 handles. One owner works at the
// bottom, and any number of thieves take from the top. [Kind.New] makes deques.
//
// One goroutine at a time is the owner of a deque. The owner alone calls Push, Pop,
// Steal and Counters. For Steal the owner is the thief: it calls Steal on its own deque
// and names another deque as the victim. Another goroutine may become the owner after
// any ordinary synchronization, for example a channel or a lock. Every goroutine may
// call Len and Cap, and every goroutine may name the deque as a victim.
type Deque interface {
	// Push adds item at the bottom. It returns false when the deque already holds Cap
	// items. Then it has changed nothing, and the caller still has the item. Only the
	// owner may call Push.
	Push(item uint64) bool

	// Pop removes the item at the bottom, which is the item pushed last. It returns
	// false when the deque is empty, or when a thief took the last item first. Only
	// the owner may call Pop.
	Pop() (item uint64, ok bool)

	// Steal moves items from the top of victim to the bottom of the receiver. The
	// amount says how many items the thief wants. Steal returns n > 0 with Took when n
	// items moved, and 0 with Empty or Lost when none did. Lost is not Empty: see
	// Outcome.
	//
	// Steal moves no more items than the receiver has room for, and it keeps their
	// order. It does not wait for another goroutine, unless the kind's documentation
	// says so.
	//
	// While Steal runs, the items on their way may be visible in neither deque. A
	// termination detector must therefore count the thief as active before the thief
	// calls.
	//
	// A steal from the receiver itself is Empty. Steal panics when the victim is of
	// another kind, and when the Kind does not list the amount. Both are programming
	// errors. Only the receiver's owner may call Steal.
	Steal(victim Deque, amount Amount) (n int, o Outcome)

	// Len is the number of items. It is never negative and never above Cap. While
	// other goroutines use the deque, Len is approximate. At quiescence, when no
	// goroutine is inside a method, Len is exact. But a kind that is OnRequest may
	// count only the items that thieves can see. Any goroutine may call Len.
	Len() int

	// Cap is the number of items that the deque holds when it is full. It is exactly
	// the capacity that was given to Kind.New. Any goroutine may call Cap.
	Cap() int

	// Counters returns the owner's counters themselves, not a copy. Only the owner
	// may call Counters, or any goroutine at quiescence.
	Counters() *Counters

	// Reset empties the deque and sets its counters to zero. No other goroutine may
	// use the deque meanwhile, neither as owner nor as thief.
	Reset()
}

// Handle is what a deque of a kind that is Shared has beside the contract.
type Handle interface {
	// Queue is a pointer to what the handles of one New share. Check counts the
	// items behind it once. Any goroutine may call.
	Queue() any
}

// Outcome is how a steal ended.
type Outcome uint8

const (
	// Took means that at least one item moved.
	Took Outcome = iota

	// Empty means that the victim offered nothing to this thief. The victim had no
	// item to steal, or with Balance it had not enough more items than the thief. Or
	// the thief had no room, or it named itself as the victim.
	Empty

	// Lost means that another thief or the owner was faster. The victim may still
	// hold work. Lost does not mean that the victim is empty, so it must never tell a
	// termination detector that there is no work.
	Lost
)

// String returns "took", "empty" or "lost".
func (o Outcome) String() string {
	if names := [...]string{"took", "empty", "lost"}; int(o) < len(names) {
		return names[o]
	}
	return fmt.Sprintf("Outcome(%d)", uint8(o))
}

// requireCapacity panics unless every deque accepts the capacity.
func requireCapacity(capacity int) {
	if capacity < MinCapacity || capacity > MaxCapacity || bits.OnesCount(uint(capacity)) != 1 {
		panic(fmt.Sprintf("stealq: capacity %d: want a power of two from %d to %d",
			capacity, MinCapacity, MaxCapacity))
	}
}

// newDeques makes what a Kind's New returns: so many deques, each by a call of build.
func newDeques[D Deque](deques, capacity int, build func(capacity int) D) []Deque {
	if deques < 1 {
		panic(fmt.Sprintf("stealq: %d deques: want at least 1", deques))
	}
	requireCapacity(capacity)
	all := make([]Deque, deques)
	for i := range all {
		all[i] = build(capacity)
	}
	return all
}
