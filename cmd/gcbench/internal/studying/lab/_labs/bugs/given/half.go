package answer

// DequeX is a deque whose thieves take half. Its items lie at the indices top, ..., bottom-1.
// Both stand in one word, with a tag:
//
//	| tag, 16 bits | top, 24 bits | bottom, 24 bits |
type DequeX struct {
	ends  word
	slots []word
}

// NewX makes an empty deque with room for so many items.
func NewX(capacity int) *DequeX { return &DequeX{slots: make([]word, capacity)} }

func (d *DequeX) slot(index uint64) *word { return &d.slots[index%uint64(len(d.slots))] }

func (d *DequeX) split(ends uint64) (top, bottom uint64) {
	return ends >> 24 & (1<<24 - 1), ends & (1<<24 - 1)
}

// Push adds an item at the bottom. It returns false if the deque is full. Only the owner
// calls it.
func (d *DequeX) Push(item uint64) bool {
	top, bottom := d.split(d.ends.Load())
	if bottom-top == uint64(len(d.slots)) {
		return false
	}
	d.slot(bottom).Store(item)
	d.ends.Add(1) // bottom
	return true
}

// Pop takes the newest item. Only the owner calls it.
func (d *DequeX) Pop() (item uint64, ok bool) {
	const oneTag = 1 << 48
	for {
		ends := d.ends.Load()
		top, bottom := d.split(ends)
		if top == bottom {
			return 0, false
		}
		item = d.slot(bottom - 1).Load()
		if d.ends.CompareAndSwap(ends, ends+oneTag-1) {
			return item, true
		}
	}
}

// Steal takes half of the items, the oldest ones, and the only item if there is one. It writes
// them to into, and returns how many it has taken. Thieves call it.
func (d *DequeX) Steal(into []uint64) int {
	const oneTop = 1 << 24
	ends := d.ends.Load()
	top, bottom := d.split(ends)
	n := (bottom - top + 1) / 2
	for i := range n {
		into[i] = d.slot(top + i).Load()
	}
	if n == 0 || !d.ends.CompareAndSwap(ends, ends+n*oneTop) {
		return 0
	}
	return int(n)
}
