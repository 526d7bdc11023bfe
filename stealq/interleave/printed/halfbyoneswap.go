package printed

import "github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"

// HalfByOneSwap returns a deque that takes a wrong shortcut. Its owner needs a
// compare-and-swap for its last item only (Chase and Lev, SPAA 2005), and its thief
// moves top by half. Nothing else is wrong with it.
func HalfByOneSwap() scene.Form {
	return form("half by one swap", "h", 0, func(capacity, start uint64) *halfByOneSwap {
		d := &halfByOneSwap{slots: cells(capacity), b: start}
		d.top.Store(start)
		d.bottom.Store(start)
		return d
	})
}

type halfByOneSwap struct {
	lines
	top, bottom cell
	slots       []cell
	b           uint64
}

func (d *halfByOneSwap) Root() any           { return d }
func (d *halfByOneSwap) Len() int            { return max(0, int(int64(d.bottom.Load()-d.top.Load()))) }
func (d *halfByOneSwap) publish(b uint64)    { d.b = b; d.bottom.Store(b) }
func (d *halfByOneSwap) slot(i uint64) *cell { return &d.slots[i%uint64(len(d.slots))] }

func (d *halfByOneSwap) Push(item uint64) bool {
	if d.b-d.top.Load() >= uint64(len(d.slots)) {
		return false
	}
	d.slot(d.b).Store(item)
	d.publish(d.b + 1)
	return true
}

func (d *halfByOneSwap) Pop() (uint64, bool) {
	last := d.b - 1
	d.publish(last)
	top := d.top.Load()
	switch {
	case int64(last-top) < 0:
		d.publish(last + 1)
		return 0, false
	case last > top:
		return d.slot(last).Load(), true
	}
	item := d.slot(last).Load()
	won := d.top.CompareAndSwap(top, top+1)
	d.publish(last + 1)
	return item, won
}

func (d *halfByOneSwap) Steal(victim scene.Deque, amount rune) (int, bool) {
	items, empty := victim.(*halfByOneSwap).Take(amount)
	for _, item := range items {
		d.Push(item)
	}
	return len(items), empty
}

func (d *halfByOneSwap) Take(rune) (items []uint64, empty bool) {
	top := d.top.Load()
	n := int64(d.bottom.Load() - top)
	num := uint64(max(0, n+1) / 2)
	for i := range num {
		items = append(items, d.slot(top+i).Load())
	}
	if num == 0 || !d.top.CompareAndSwap(top, top+num) {
		return nil, num == 0
	}
	return items, false
}
