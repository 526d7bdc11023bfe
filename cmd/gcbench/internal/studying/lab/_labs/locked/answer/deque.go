package answer

// Deque is a double-ended queue of items. Its owner pushes and pops at the bottom, thieves
// take items from the top.
type Deque struct {
	mu    mutex
	items ring // only who holds mu may use it

	loot []uint64 // what d's owner has stolen, between the victim's lock and its own
}

// New makes an empty deque with room for so many items.
func New(capacity int) *Deque {
	return &Deque{items: newRing(capacity), loot: make([]uint64, 0, capacity)}
}

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
//
// It never holds two locks at once. If it did, two owners that steal from each other could
// each hold the lock that the other one waits for.
func (d *Deque) Steal(victim *Deque) (n int) {
	if victim == d {
		return 0
	}
	d.mu.Lock()
	room := d.items.room() // thieves make it larger, and only d's owner makes it smaller
	d.mu.Unlock()

	d.loot = victim.give(d.loot[:0], room)

	d.mu.Lock()
	defer d.mu.Unlock()
	for _, item := range d.loot {
		d.items.pushBottom(item)
	}
	return len(d.loot)
}

// give removes the older half of the items, but at most so many, and appends them to loot.
func (d *Deque) give(loot []uint64, most int) []uint64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	for range min(half(d.items.n), most) {
		loot = append(loot, d.items.popTop())
	}
	return loot
}

// half is how many of n items a thief takes: half of them, rounded down, but at least one.
func half(n int) int { return max(n/2, min(n, 1)) }

// Len is the number of items. Anybody may call it.
func (d *Deque) Len() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.items.n
}
