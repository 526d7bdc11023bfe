package answer

// DequeX is a deque after Chase and Lev. Its items lie at the indices top, ..., bottom-1.
type DequeX struct {
	top    word
	bottom word // only the owner writes it
	slots  []word
}

// NewX makes an empty deque with room for so many items.
func NewX(capacity int) *DequeX { return &DequeX{slots: make([]word, capacity)} }

func (d *DequeX) slot(index uint64) *word { return &d.slots[index%uint64(len(d.slots))] }

// Push adds an item at the bottom. It returns false if the deque is full. Only the owner
// calls it.
func (d *DequeX) Push(item uint64) bool {
	bottom := d.bottom.Load()
	if bottom-d.top.Load() == uint64(len(d.slots)) {
		return false
	}
	d.slot(bottom).Store(item)
	d.bottom.Store(bottom + 1)
	return true
}

// Pop takes the newest item. Only the owner calls it.
func (d *DequeX) Pop() (item uint64, ok bool) {
	bottom := d.bottom.Load()
	if d.top.Load() == bottom {
		return 0, false
	}
	last := bottom - 1
	d.bottom.Store(last)
	item = d.slot(last).Load()
	top := d.top.Load()
	if top < last {
		return item, true
	}
	if top == last {
		ok = d.top.CompareAndSwap(top, top+1)
	}
	d.bottom.Store(bottom)
	return item, ok
}

// Steal takes the oldest item. It writes the item to into, and returns how many it has taken:
// 1, or 0. Thieves call it.
func (d *DequeX) Steal(into []uint64) int {
	top := d.top.Load()
	if top >= d.bottom.Load() {
		return 0
	}
	item := d.slot(top).Load()
	if !d.top.CompareAndSwap(top, top+1) {
		return 0
	}
	into[0] = item
	return 1
}
