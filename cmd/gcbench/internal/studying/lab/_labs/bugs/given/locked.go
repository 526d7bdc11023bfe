package answer

// DequeX is a deque with a lock. Its items lie at the indices top, ..., bottom-1.
type DequeX struct {
	lock   mutex
	top    word
	bottom word
	slots  []word
}

// NewX makes an empty deque with room for so many items.
func NewX(capacity int) *DequeX { return &DequeX{slots: make([]word, capacity)} }

func (d *DequeX) slot(index uint64) *word { return &d.slots[index%uint64(len(d.slots))] }

// Push adds an item at the bottom. It returns false if the deque is full. Only the owner
// calls it.
func (d *DequeX) Push(item uint64) bool {
	d.lock.Lock()
	defer d.lock.Unlock()
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
	d.lock.Lock()
	defer d.lock.Unlock()
	top, bottom := d.top.Load(), d.bottom.Load()
	if top == bottom {
		return 0, false
	}
	d.bottom.Store(bottom - 1)
	return d.slot(bottom - 1).Load(), true
}

// Steal takes the oldest item. It writes the item to into, and returns how many it has taken:
// 1, or 0. Thieves call it.
func (d *DequeX) Steal(into []uint64) int {
	d.lock.Lock()
	defer d.lock.Unlock()
	top := d.top.Load()
	if top == d.bottom.Load() {
		return 0
	}
	into[0] = d.slot(top).Load()
	d.top.Store(top + 1)
	return 1
}
