package stealq

import (
	"fmt"
	"math/bits"
)

// The papers have different names for the same things.
//
//	here          StealHalf's paper             ABP's                   ChaseLev's
//	Push          pushBottom                    pushBottom              pushBottom
//	Pop           popBottom                     popBottom               popBottom
//	Steal         tryToSteal                    popTop, pushBottom      steal, pushBottom
//	top           stealRange.top                age.top                 top
//	bottom        bot                           bot                     bottom
//	steal range   top .. stealLast              the one item at top     the one item at top
//	tag           stealRange.tag                age.tag                 (all of top)
//	ring          deq                           deq                     activeArray
//	Lost          tryToSteal returns 0          ABORT                   Abort
//	Empty         tryToSteal returns 0          NIL                     Empty

// A capacity is a power of two within these limits.
const (
	MinCapacity = 2       // the smallest capacity of a deque, in items
	MaxCapacity = 1 << 16 // the largest capacity of a deque, in items
)

// Deque is a bounded double-ended list of uint64 handles. [Kind.New] makes deques.
//
// One goroutine at a time is the owner of a deque. Another goroutine may become the owner
// after any ordinary synchronization, for example a channel or a lock. Any goroutine may
// name the deque as the victim of a Steal.
type Deque interface {
	// Push adds item at the bottom. It returns false when the deque already holds Cap
	// items. The caller then keeps the item. Only the owner may call Push.
	Push(item uint64) bool

	// Pop removes the item at the bottom, which is the item pushed last. It returns
	// false when the deque is empty, or when a thief took the last item first. Only
	// the owner may call Pop.
	Pop() (item uint64, ok bool)

	// Steal moves items from the top of victim to the bottom of the receiver. The
	// amount says how many items the thief wants. Steal returns n > 0 with Took when n
	// items moved, and 0 with Empty or Lost when none did. The receiver is the thief's
	// deque. Only its owner may call Steal.
	//
	// Steal moves no more items than the receiver has room for, and it keeps their
	// order. It waits for no other goroutine, unless the kind's documentation says so.
	//
	// While Steal runs, the items on their way may be visible in neither deque. A
	// termination detector must therefore count the thief as active before the thief
	// calls.
	//
	// A steal from the receiver itself is Empty. Steal panics when the victim is of
	// another kind, and when the Kind does not list the amount.
	Steal(victim Deque, amount Amount) (n int, o Outcome)

	// Len is the number of items, from 0 to Cap. It is approximate while other
	// goroutines use the deque, and exact while no goroutine is inside a method. A
	// kind that is OnRequest may count only the items that thieves can see. Any
	// goroutine may call Len.
	Len() int

	// Cap is the number of items that the deque holds when it is full: the capacity
	// that was given to Kind.New. Any goroutine may call Cap.
	Cap() int

	// Counters returns the owner's counters themselves, not a copy. Only the owner
	// may call Counters, or any goroutine while no goroutine is inside another method.
	Counters() *Counters

	// Reset empties the deque and sets its counters to zero. No other goroutine may
	// use the deque meanwhile, neither as owner nor as thief.
	Reset()
}

// Handle is a deque of a kind that is Shared.
type Handle interface {
	// Queue is a pointer to the queue that the handles of one New share. Check counts
	// the items of this queue once. Any goroutine may call Queue.
	Queue() any
}

// Outcome is how a steal ended.
type Outcome uint8

const (
	// Took means that at least one item moved.
	Took Outcome = iota

	// Empty means that this thief could take nothing. Either the victim had no item to
	// steal, or with Balance not enough more items than the thief. Or the thief had no
	// room, or it named itself as the victim.
	Empty

	// Lost means that another thief or the owner was faster. The victim may still hold
	// work. A thief may try again or try another victim. It must not conclude from Lost
	// that no work is left.
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
