package answer

// ring is a list of items with two ends. Only one worker at a time may use it. The items lie
// in slots top, top+1, ..., top+n-1, and behind the last slot comes slot 0.
type ring struct {
	slots []uint64
	top   int
	n     int // number of items
}

// newRing makes an empty ring with room for so many items.
func newRing(capacity int) ring { return ring{slots: make([]uint64, capacity)} }

// room is how many items more fit.
func (r *ring) room() int { return len(r.slots) - r.n }

// pushBottom adds an item at the bottom. There must be room.
func (r *ring) pushBottom(item uint64) {
	r.slots[(r.top+r.n)%len(r.slots)] = item
	r.n++
}

// popBottom removes the item at the bottom, the newest one. There must be one.
func (r *ring) popBottom() uint64 {
	r.n--
	return r.slots[(r.top+r.n)%len(r.slots)]
}

// popTop removes the item at the top, the oldest one. There must be one.
func (r *ring) popTop() uint64 {
	item := r.slots[r.top]
	r.top = (r.top + 1) % len(r.slots)
	r.n--
	return item
}
