package answer

import "math/bits"

// Steal moves the items of the victim's range to the bottom of d, but no more than d has room
// for. It returns n > 0 with Took if n items moved, and 0 with Empty or Lost if none did. Only
// the owner of d calls it.
//
// It reads the range before bottom. A bottom that was read first may be older than the range.
// The thief would then count items that the owner has popped, and leave a range that reaches
// them.
func (d *Deque) Steal(victim *Deque) (n int, outcome Outcome) {
	room := uint64(len(d.slots)) - d.items(d.stealRange(), d.own.bottom)
	r := victim.stealRange()
	num := min(r.length(), room)
	if num == 0 || victim == d {
		return 0, Empty
	}
	has := victim.items(r, victim.bottom.Load())
	// Copy before the compare-and-swap: afterwards the owner may push items into these slots.
	for i := range num {
		d.slot(d.own.bottom + i).Store(victim.slot(r.top() + i).Load())
	}
	next := r.replacedBy((r.top()+num)&victim.wrap, thiefRange(has, num))
	if !victim.packed.CompareAndSwap(uint64(r), uint64(next)) {
		return 0, Lost
	}
	d.raiseBottom(num)
	return int(num), Took
}

// thiefRange is the length of the range that a thief leaves when it takes num of n items: 0 if
// it takes all, otherwise one eighth of the power of two above n, but at least 1.
//
// This is less than the owner would set. Perhaps the owner has popped since the thief counted,
// without a compare-and-swap, down to the power of two below n. The range must not reach what
// the owner has popped.
func thiefRange(n, num uint64) uint64 {
	if num >= n {
		return 0
	}
	return max(1, uint64(1)<<bits.Len64(n)>>3)
}
