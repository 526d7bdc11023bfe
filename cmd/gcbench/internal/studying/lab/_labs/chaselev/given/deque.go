package answer

// Outcome is how a steal ended.
type Outcome int

const (
	Took  Outcome = iota // the thief has an item
	Empty                // there was nothing to take
	Lost                 // there was an item, and another thief or the owner got it
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

// Deque is a double-ended queue. Its owner pushes and pops at the bottom. Thieves steal at
// the top. Items lie at the indices top, top+1, ..., bottom-1. Index i is slot i modulo the
// number of slots. Both indices only grow in the long run, and top never goes back.
type Deque struct {
	top    word
	bottom word // only the owner writes it
	slots  []word
}

// New makes an empty deque with room for so many items, a power of two.
func New(capacity int) *Deque { return &Deque{slots: make([]word, capacity)} }

// slot is where the item of an index lies.
func (d *Deque) slot(index uint64) *word { return &d.slots[index%uint64(len(d.slots))] }

// Push adds an item at the bottom. It returns false if the deque is full. Only the owner
// calls it.
func (d *Deque) Push(item uint64) bool {
	bottom := d.bottom.Load()
	if bottom-d.top.Load() == uint64(len(d.slots)) {
		return false
	}
	d.slot(bottom).Store(item)
	d.bottom.Store(bottom + 1) // now thieves may see the item
	return true
}

// Len is the number of items. Anybody may call it.
func (d *Deque) Len() int {
	top, bottom := d.top.Load(), d.bottom.Load()
	return int(min(max(bottom, top)-top, uint64(len(d.slots))))
}
