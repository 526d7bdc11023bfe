package answer

// Deque is a double-ended queue of items. Its owner pushes and pops at the bottom, thieves
// take items from the top.
type Deque struct {
	mu    mutex
	items ring // only who holds mu may use it
}

// New makes an empty deque with room for so many items.
func New(capacity int) *Deque { return &Deque{items: newRing(capacity)} }

// Push adds an item at the bottom. It returns false if the deque is full. Only the owner
// calls it.
func (d *Deque) Push(item uint64) bool {
	return false // yours to write
}

// Pop removes the item at the bottom, the newest one. It returns false if there is none. Only
// the owner calls it.
func (d *Deque) Pop() (item uint64, ok bool) {
	return 0, false // yours to write
}

// Steal moves the older half of the victim's items to the bottom of d, in their order. It
// returns how many it has moved. Only the owner of d calls it.
func (d *Deque) Steal(victim *Deque) (n int) {
	return 0 // yours to write
}

// Len is the number of items. Anybody may call it.
func (d *Deque) Len() int {
	return 0 // yours to write
}
