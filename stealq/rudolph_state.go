package stealq

import "fmt"

// The state of a Rudolph deque, and the methods that only read or reset it. The algorithm
// is in rudolph.go.

// Balancer is a deque that can even out its length with another one, in either direction. The
// deques of [Rudolph] are Balancers.
type Balancer interface {
	// Balance moves items between the receiver and other until their lengths differ by
	// at most one. It moves the oldest items of the longer deque. If the receiver is
	// empty and other has a single item, this item moves to the receiver.
	//
	// With Took, n > 0 items came to the receiver's bottom, or -n > 0 items went to
	// other's top. Otherwise n is 0, and the Outcome is Empty or Lost, as for Steal.
	// Balance counts as a steal in Counters, whichever way the items went. It panics
	// when other is of another kind. Only the receiver's owner may call Balance, and it
	// must count as active before the call, as for Steal.
	//
	// Items go only to a deque whose owner has not found it empty since the owner last
	// pushed or stole. A termination detector therefore needs no change, if it lets an
	// owner become idle only after the owner's Pop has found nothing. A sleeper is given
	// no items. If a program wakes sleepers when work is published, n < 0 is published
	// work, and the caller wakes one.
	Balance(other Deque) (n int, o Outcome)
}

type rudolph struct {
	ring []plain // N slots

	_     pad
	state word // a rudolphState
	_     pad
	own   rudolphOwner
	_     pad
}

// rudolphOwner is the private half. Only the owner touches it.
type rudolphOwner struct{ counters Counters }

// A rudolphState packs into one word all that there is to know about a deque, except its
// items. top is an index modulo N, and length is from 0 to N.
//
//	63     35  34     33    32    17 16      0
//	+--------+------+------+--------+---------+
//	| unused | open | busy |  top   | length  |
//	+--------+------+------+--------+---------+
type rudolphState uint64

const (
	lengthBits = 17

	busy rudolphState = 1 << 33 // a goroutine moves items, and holds a claim
	open rudolphState = 1 << 34 // the owner takes gifts
)

func (s rudolphState) length() int { return int(s & (1<<lengthBits - 1)) }

func (s rudolphState) top() int { return int(s &^ (busy | open) >> lengthBits) }

// with returns s with another top, from 0 to N-1, and another length.
func (s rudolphState) with(top, length int) rudolphState {
	return s&(busy|open) | rudolphState(top)<<lengthBits | rudolphState(length)
}

func newRudolph(capacity int) *rudolph { return &rudolph{ring: make([]plain, capacity)} }

func (d *rudolph) load() rudolphState { return rudolphState(d.state.Load()) }

// at returns the place in the ring of an index, which may be up to N too small or too
// large.
func (d *rudolph) at(index int) int { return index & (len(d.ring) - 1) }

func (d *rudolph) Len() int { return d.load().length() }

func (d *rudolph) Cap() int { return len(d.ring) }

func (d *rudolph) Counters() *Counters { return &d.own.counters }

// Reset closes the deque to gifts, as an owner does that finds nothing.
func (d *rudolph) Reset() {
	d.state.Store(0)
	d.own = rudolphOwner{}
}

// atRest checks that no goroutine holds a claim, and that top and length are within
// their bounds.
func (d *rudolph) atRest() error {
	s := d.load()
	if s&busy != 0 || s.top() >= len(d.ring) || s.length() > len(d.ring) {
		return fmt.Errorf("busy %v, top %d, length %d in a ring of %d", s&busy != 0, s.top(), s.length(), len(d.ring))
	}
	return nil
}
