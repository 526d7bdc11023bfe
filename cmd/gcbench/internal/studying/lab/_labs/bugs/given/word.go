package answer

import "math/bits"

// DequeX is a deque in one word: up to eight items, each in a byte. The newest item is in the
// lowest byte. Items are numbers from 1 to 255.
type DequeX struct {
	items    word
	capacity int // at most 8
}

// NewX makes an empty deque with room for so many items.
func NewX(capacity int) *DequeX { return &DequeX{capacity: min(capacity, 8)} }

// lenOf is how many items are in the word.
func (d *DequeX) lenOf(items uint64) int { return (bits.Len64(items) + 7) / 8 }

// Push adds an item. It returns false if the deque is full. Only the owner calls it.
func (d *DequeX) Push(item uint64) bool {
	for {
		old := d.items.Load()
		if d.lenOf(old) == d.capacity {
			return false
		}
		if d.items.CompareAndSwap(old, old<<8|item) {
			return true
		}
	}
}

// Pop takes the newest item. Only the owner calls it.
func (d *DequeX) Pop() (item uint64, ok bool) {
	for {
		old := d.items.Load()
		if old == 0 {
			return 0, false
		}
		if d.items.CompareAndSwap(old, old>>8) {
			return old & 255, true
		}
	}
}

// Steal takes the oldest item. It writes the item to into, and returns how many it has taken:
// 1, or 0. Thieves call it.
func (d *DequeX) Steal(into []uint64) int {
	old := d.items.Load()
	if old == 0 {
		return 0
	}
	shift := 8 * (d.lenOf(old) - 1)
	if !d.items.CompareAndSwap(old, old&^(255<<shift)) {
		return 0
	}
	into[0] = old >> shift
	return 1
}
