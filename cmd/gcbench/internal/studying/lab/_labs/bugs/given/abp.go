package answer

// DequeX is a deque after Arora, Blumofe and Plaxton. Its items lie at the indices top, ...,
// bottom-1. Top is the lower half of age, and a tag is the upper half.
type DequeX struct {
	age    word
	bottom word // only the owner writes it
	slots  []word
}

// NewX makes an empty deque with room for so many items.
func NewX(capacity int) *DequeX { return &DequeX{slots: make([]word, capacity)} }

func (d *DequeX) slot(index uint64) *word { return &d.slots[index%uint64(len(d.slots))] }

func (d *DequeX) topOf(age uint64) uint64 { return age & (1<<32 - 1) }

// Push adds an item at the bottom. It returns false if the deque is full. Only the owner
// calls it.
func (d *DequeX) Push(item uint64) bool {
	bottom := d.bottom.Load()
	if bottom-d.topOf(d.age.Load()) == uint64(len(d.slots)) {
		return false
	}
	d.slot(bottom).Store(item)
	d.bottom.Store(bottom + 1)
	return true
}

// Pop takes the newest item. Only the owner calls it.
func (d *DequeX) Pop() (item uint64, ok bool) {
	const oneTag = 1 << 32
	bottom := d.bottom.Load()
	if d.topOf(d.age.Load()) == bottom {
		return 0, false
	}
	last := bottom - 1
	d.bottom.Store(last)
	item = d.slot(last).Load()
	age := d.age.Load()
	if d.topOf(age) < last {
		return item, true
	}
	if d.topOf(age) == last && d.age.CompareAndSwap(age, age+oneTag) {
		return item, true
	}
	d.bottom.Store(bottom)
	return 0, false
}

// Steal takes the oldest item. It writes the item to into, and returns how many it has taken:
// 1, or 0. Thieves call it.
func (d *DequeX) Steal(into []uint64) int {
	age := d.age.Load()
	if d.topOf(age) >= d.bottom.Load() {
		return 0
	}
	item := d.slot(d.topOf(age)).Load()
	if !d.age.CompareAndSwap(age, age+1) {
		return 0
	}
	into[0] = item
	return 1
}
