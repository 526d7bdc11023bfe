package stealq

import "fmt"

// The state of a Rudolph deque, and what reads it without being part of the
// algorithm in rudolph.go.

// Balancer is what a deque has beside the contract if its items can move both
// ways.
type Balancer interface {
	// Balance moves items between the receiver and other until their lengths
	// differ by at most one, the oldest items of the longer one; a single item
	// moves to the receiver if that is empty. It reports n > 0 items that came to
	// the receiver's bottom, or n < 0 for -n items that went to other's top, with
	// Took; otherwise 0 with Empty or Lost, as Steal does. It counts as a steal,
	// whichever way items went. Only the receiver's owner may call, and as in
	// Steal it must count as active before the call.
	//
	// Items only go to a deque whose owner has not found it empty since it last
	// pushed or stole: to one that is still to call Pop before it can believe
	// itself idle. So a termination detector that lets an owner become idle only
	// after its Pop has found nothing needs no change, and no sleeper has to be
	// woken for what it was given. If sleepers are woken for published work, n < 0
	// is work published, as a Push is; the caller wakes them.
	Balance(other Deque) (n int, o Outcome)
}

type rudolph struct {
	ring []plain // N; an item, or free

	_     pad
	state word // a rudolphState
	_     pad
	own   rudolphOwner
	_     pad
}

// rudolphOwner is the private half: only the owner touches it.
type rudolphOwner struct{ counters Counters }

// A rudolphState packs all there is to know about a deque but its items. top is an
// index modulo N, length is from 0 to N.
//
//	63     35  34     33    32    17 16      0
//	+--------+------+------+--------+---------+
//	| unused | open | busy |  top   | length  |
//	+--------+------+------+--------+---------+
type rudolphState uint64

const (
	lengthBits = 17

	busy rudolphState = 1 << 33 // somebody moves items
	open rudolphState = 1 << 34 // the owner takes gifts
)

func (s rudolphState) length() int { return int(s & (1<<lengthBits - 1)) }

func (s rudolphState) top() int { return int(s &^ (busy | open) >> lengthBits) }

// with is s with another top, from 0 to N-1, and another length.
func (s rudolphState) with(top, length int) rudolphState {
	return s&(busy|open) | rudolphState(top)<<lengthBits | rudolphState(length)
}

func newRudolph(capacity int) *rudolph { return &rudolph{ring: make([]plain, capacity)} }

func (d *rudolph) load() rudolphState { return rudolphState(d.state.Load()) }

// at is the place in the ring of an index that may be up to N off.
func (d *rudolph) at(index int) int { return index & (len(d.ring) - 1) }

func (d *rudolph) Len() int { return d.load().length() }

func (d *rudolph) Cap() int { return len(d.ring) }

func (d *rudolph) Counters() *Counters { return &d.own.counters }

// Reset leaves the deque closed to gifts, as an owner that has nothing does.
func (d *rudolph) Reset() {
	d.state.Store(0)
	d.own = rudolphOwner{}
}

// atRest checks that no claim is left and that top and length are in their bounds.
func (d *rudolph) atRest() error {
	s := d.load()
	if s&busy != 0 || s.top() >= len(d.ring) || s.length() > len(d.ring) {
		return fmt.Errorf("busy %v, top %d, length %d in a ring of %d", s&busy != 0, s.top(), s.length(), len(d.ring))
	}
	return nil
}
