// Wrong: everybody waits for ever

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
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.items.room() == 0 {
		return false
	}
	d.items.pushBottom(item)
	return true
}

// Pop removes the item at the bottom, the newest one. It returns false if there is none. Only
// the owner calls it.
func (d *Deque) Pop() (item uint64, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.items.n == 0 {
		return 0, false
	}
	return d.items.popBottom(), true
}

// Steal moves the older half of the victim's items to the bottom of d, in their order. It
// returns how many it has moved. Only the owner of d calls it.
func (d *Deque) Steal(victim *Deque) (n int) {
	if victim == d {
		return 0
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	victim.mu.Lock()
	defer victim.mu.Unlock()
	n = min(half(victim.items.n), d.items.room())
	for range n {
		d.items.pushBottom(victim.items.popTop())
	}
	return n
}

// half is how many of n items a thief takes: half of them, rounded down, but one of one.
func half(n int) int {
	if n == 1 {
		return 1
	}
	return n / 2
}

// Len is the number of items. Anybody may call it.
func (d *Deque) Len() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.items.n
}
