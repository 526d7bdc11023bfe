package answer

// Danny Hendler and Nir Shavit, "Non-Blocking Steal-Half Work Queues", PODC 2002, sections
// 2.1 and 2.2. Push is figure 3 (pushBottom), Pop is figure 5 (popBottom), and Steal is
// figure 7 (tryToSteal).

// Outcome is how a steal ended.
type Outcome int

const (
	Took  Outcome = iota // the thief has items
	Empty                // there was nothing to take, or the thief had no room
	Lost                 // another thief or the owner was faster
)

// String returns "Took", "Empty" or "Lost".
func (o Outcome) String() string {
	switch o {
	case Took:
		return "Took"
	case Empty:
		return "Empty"
	case Lost:
		return "Lost"
	}
	return "no Outcome"
}

// Deque is a double-ended queue with N slots for N items. Index i is slot i modulo N.
//
//	slots     . . . a b c d e f g h i . . .
//	                ^top            ^bottom
//	                |-----|
//	              steal range
//
// The items lie at top, top+1, ..., bottom-1. Indices count modulo 2N, so that a full deque
// does not look like an empty one. Thieves may take items of the steal range, and no others.
//
// Suppose that the range is the one that the owner wrote last (prev). Then the length of the
// deque lies between the same two powers of two as when the owner wrote it, and the range
// covers half of the items at most. An item that the owner pops lies outside.
type Deque struct {
	slots  []word
	packed word // the steal range: see stealRange
	bottom word // only the owner writes it
	wrap   uint64
	own    owner
}

// owner is what the owner alone reads and writes.
type owner struct {
	bottom uint64     // the same as in the deque
	prev   stealRange // the range as the owner wrote it last
}

// New makes an empty deque with room for so many items, a power of two.
func New(capacity int) *Deque {
	return &Deque{slots: make([]word, capacity), wrap: uint64(2*capacity - 1)}
}

// stealRange is the range now.
func (d *Deque) stealRange() stealRange { return stealRange(d.packed.Load()) }

// items is how many items lie from the top of r to bottom.
func (d *Deque) items(r stealRange, bottom uint64) uint64 { return (bottom - r.top()) & d.wrap }

// slot is where the item of an index lies.
func (d *Deque) slot(index uint64) *word { return &d.slots[index%uint64(len(d.slots))] }

// publish moves bottom, for the owner and for thieves.
func (d *Deque) publish(bottom uint64) {
	d.own.bottom = bottom
	d.bottom.Store(bottom)
}

// replace makes the range fit n items. It fails if the range is no longer r. Only the owner
// calls it.
func (d *Deque) replace(r stealRange, n uint64) bool {
	next := r.replacedBy(r.top(), ownerRange(n))
	if !d.packed.CompareAndSwap(uint64(r), uint64(next)) {
		return false
	}
	d.own.prev = next
	return true
}

// Push adds an item at the bottom. It returns false if the deque is full. Only the owner
// calls it.
func (d *Deque) Push(item uint64) bool {
	if d.items(d.stealRange(), d.own.bottom) == uint64(len(d.slots)) {
		return false
	}
	d.slot(d.own.bottom).Store(item) // before bottom: who sees the new bottom sees the item
	d.raiseBottom(1)
	return true
}

// raiseBottom adds n items, which lie in the slots from bottom on. It repeats until the range
// fits the new length. Only the owner calls it.
func (d *Deque) raiseBottom(n uint64) {
	d.publish((d.own.bottom + n) & d.wrap)
	for {
		r := d.stealRange()
		now := d.items(r, d.own.bottom)
		if r == d.own.prev && !crosses(now-n, now) || d.replace(r, now) {
			return
		}
	}
}

// Len is the number of items. Anybody may call it.
func (d *Deque) Len() int {
	bottom := d.bottom.Load() // before the range: top only moves on
	n := d.items(d.stealRange(), bottom)
	if n > uint64(len(d.slots)) {
		return 0 // a thief has taken items between the two loads
	}
	return int(n)
}
