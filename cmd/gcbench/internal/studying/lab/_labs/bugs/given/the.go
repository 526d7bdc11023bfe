package answer

// DequeX is a deque after Cilk's protocol THE. Its items lie at the indices top, ...,
// bottom-1. Thieves have a lock. The owner needs it only when it meets a thief. Owner and thief
// each move their end first, and then look at the other end.
type DequeX struct {
	top    word // only a thief with the lock writes it
	bottom word // only the owner writes it
	lock   mutex
	slots  []word // one more than there is room for
}

// NewX makes an empty deque with room for so many items.
func NewX(capacity int) *DequeX {
	d := &DequeX{slots: make([]word, capacity+1)}
	d.top.Store(1)
	d.bottom.Store(1)
	return d
}

func (d *DequeX) slot(index uint64) *word { return &d.slots[index%uint64(len(d.slots))] }

// Push adds an item at the bottom. It returns false if the deque is full. Only the owner
// calls it.
func (d *DequeX) Push(item uint64) bool {
	bottom := d.bottom.Load()
	if d.top.Load()+uint64(len(d.slots))-1 <= bottom {
		return false
	}
	d.slot(bottom).Store(item)
	d.bottom.Store(bottom + 1)
	return true
}

// Pop takes the newest item. Only the owner calls it.
func (d *DequeX) Pop() (item uint64, ok bool) {
	last := d.bottom.Load() - 1
	d.bottom.Store(last)
	if d.top.Load() <= last {
		return d.slot(last).Load(), true
	}
	d.bottom.Store(last + 1)
	d.lock.Lock()
	defer d.lock.Unlock()
	if d.top.Load() > last {
		return 0, false
	}
	d.bottom.Store(last)
	return d.slot(last).Load(), true
}

// Steal takes the oldest item. It writes the item to into, and returns how many it has taken:
// 1, or 0. Thieves call it.
func (d *DequeX) Steal(into []uint64) int {
	d.lock.Lock()
	defer d.lock.Unlock()
	top := d.top.Load()
	d.top.Store(top + 1)
	if top >= d.bottom.Load() {
		d.top.Store(top)
		return 0
	}
	into[0] = d.slot(top).Load()
	return 1
}
