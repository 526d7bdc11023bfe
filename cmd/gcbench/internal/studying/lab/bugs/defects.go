package bugs

import "slices"

// Defect is what makes one of the right deques wrong: a change of its text.
type Defect struct {
	Letter   string // its name in the task
	base     string // the file of the right deque
	from, to string // from occurs once in it
	Scene    Scene
	Schedule string // one in which the defect shows
}

// All returns the defects, two for each right deque. The first and the second of each deque
// alternate.
func All() []Defect { return slices.Clone(defects) }

// Repaired is a defect that is none: the deque stays right.
func (d Defect) Repaired() Defect {
	d.to = d.from
	return d
}

// defects has two for each right deque.
var defects = []Defect{
	{"A", "chaselev.go",
		`	if top < last {
		return item, true
	}
	if top == last {
		ok = d.top.CompareAndSwap(top, top+1)
	}
	d.bottom.Store(bottom)
	return item, ok`,
		`	if top <= last {
		return item, true
	}
	d.bottom.Store(bottom)
	return 0, false`,
		Scene{2, 1, "-", "s"}, "a2b3a3b"},
	{"B", "chaselev.go",
		`	item := d.slot(top).Load()
	if !d.top.CompareAndSwap(top, top+1) {
		return 0
	}
	into[0] = item`,
		`	if !d.top.CompareAndSwap(top, top+1) {
		return 0
	}
	into[0] = d.slot(top).Load()`,
		Scene{2, 2, "+", "s"}, "ab3a3b"},
	{"C", "abp.go",
		`age+oneTag)`,
		`age&^oneTag)`,
		Scene{2, 1, "-+", "s"}, "a2b3a4b"},
	{"D", "abp.go",
		`	d.bottom.Store(last)
	item = d.slot(last).Load()
	age := d.age.Load()`,
		`	age := d.age.Load()
	d.bottom.Store(last)
	item = d.slot(last).Load()`,
		Scene{2, 2, "-", "ss"}, "a3b8a2"},
	{"E", "locked.go",
		`	d.lock.Lock()
	defer d.lock.Unlock()
	top := d.top.Load()
	if top == d.bottom.Load() {
		return 0
	}`,
		`	if d.top.Load() == d.bottom.Load() {
		return 0
	}
	d.lock.Lock()
	defer d.lock.Unlock()
	top := d.top.Load()`,
		Scene{2, 1, "-", "s"}, "a3b2a3b5"},
	{"F", "locked.go",
		`	d.lock.Lock()
	defer d.lock.Unlock()
	top, bottom := d.top.Load(), d.bottom.Load()
	if top == bottom {`,
		`	top, bottom := d.top.Load(), d.bottom.Load()
	if bottom-top < 2 {
		d.lock.Lock()
		defer d.lock.Unlock()
		top, bottom = d.top.Load(), d.bottom.Load()
	}
	if top == bottom {`,
		Scene{2, 2, "-", "ss"}, "a2b12a2"},
	{"G", "half.go",
		`	d.slot(bottom).Store(item)
	d.ends.Add(1) // bottom`,
		`	d.ends.Add(1) // bottom
	d.slot(bottom).Store(item)`,
		Scene{2, 0, "+", "s"}, "a2b3"},
	{"H", "half.go",
		`		if d.ends.CompareAndSwap(ends, ends+oneTag-1) {
			return item, true
		}`,
		`		d.ends.Store(ends + oneTag - 1)
		return item, true`,
		Scene{4, 3, "-", "s"}, "a2b4a"},
	{"I", "word.go",
		`	if !d.items.CompareAndSwap(old, old&^(255<<shift)) {
		return 0
	}`,
		`	d.items.CompareAndSwap(old, old&^(255<<shift))`,
		Scene{2, 1, "-", "s"}, "abab"},
	{"J", "word.go",
		`	for {
		old := d.items.Load()
		if d.lenOf(old) == d.capacity {
			return false
		}
		if d.items.CompareAndSwap(old, old<<8|item) {
			return true
		}
	}`,
		`	old := d.items.Load()
	if d.lenOf(old) == d.capacity {
		return false
	}
	next := old<<8 | item
	for !d.items.CompareAndSwap(old, next) {
		old = d.items.Load()
	}
	return true`,
		Scene{3, 2, "+", "s"}, "ab2a3"},
	{"K", "the.go",
		`	top := d.top.Load()
	d.top.Store(top + 1)
	if top >= d.bottom.Load() {`,
		`	top, bottom := d.top.Load(), d.bottom.Load()
	d.top.Store(top + 1)
	if top >= bottom {`,
		Scene{2, 1, "-", "s"}, "ab3a3b3"},
	{"L", "the.go",
		`	if top >= d.bottom.Load() {
		d.top.Store(top)
		return 0`,
		`	if top >= d.bottom.Load() {
		return 0`,
		Scene{2, 0, "+", "s"}, "a3b5a"},
}
