package stealq

import (
	"fmt"
	"strings"
)

// The deque once more, transcribed for the explorer, with a switch for each of
// the printed forms that stealhalf.go says it departs from. With no switch set it
// is stealhalf.go line for line, over cells. In scenes 'h', 'o' and 'b' steal Half, One
// and Balance.

// fault is a set of departures from the corrected form.
type fault uint32

const (
	lateTheftTest   fault = 1 << iota // a: an item outside the range is safe, asked before whether it was stolen
	emptyMeansTheft                   // a: an empty range means that the item was stolen
	bottomToZero                      // b: a deque found stolen empty puts bottom to 0
	neverEmptyRange                   // c: a thief leaves a range of at least one
	rangeFirst                        // d: pop replaces the range, then decrements bottom
	pushTriesOnce                     // e: push tries its compare-and-swap once
	thiefTriesOnce                    // f: a thief tries its own range's compare-and-swap once
	expectReread                      // g: the range that the swap expects is read again after the tests
	bottomFirst                       // h: a thief reads bottom before the range
	silentCrossing                    // i: no swap at a crossing where the length stays
	narrowIndex                       // j: N items in N slots with indices modulo N
	shortTag                          // k: a tag of 1 bit
	missedJump                        // a thief replaces its own range only at a power of two, as push does
	lateCopy                          // a thief copies after its compare-and-swap
)

// stealHalfCopy is one deque. Tags have 8 bits, or 1 with shortTag.
type stealHalfCopy struct {
	faults  fault
	slots   []cell
	packed  cell
	bottom  cell
	wrap    uint64
	tagMask uint64

	b, prev uint64 // the owner's own
}

// Ranges are packed as tag<<16 | top<<8 | length: no code, so that a fault may
// leave any length.
func pack(tag, top, length uint64) uint64 { return tag<<16 | top<<8 | length }
func tagOf(r uint64) uint64               { return r >> 16 }
func topOf(r uint64) uint64               { return r >> 8 & 0xff }
func lengthOf(r uint64) uint64            { return r & 0xff }

func stealHalfForm(faults fault) form {
	return func(capacity, start uint64) transcript { return newStealHalfCopy(capacity, start, faults) }
}

func newStealHalfCopy(capacity, start uint64, faults fault) *stealHalfCopy {
	d := &stealHalfCopy{faults: faults, slots: make([]cell, capacity), wrap: 2*capacity - 1, tagMask: 0xff}
	if d.has(narrowIndex) {
		d.wrap = capacity - 1
	}
	if d.has(shortTag) {
		d.tagMask = 1
	}
	d.b = start & d.wrap
	d.prev = pack(0, d.b, 0)
	d.bottom.Store(d.b)
	d.packed.Store(d.prev)
	return d
}

func (d *stealHalfCopy) show(name string, r uint64) string {
	if !strings.HasSuffix(name, "packed") {
		return ""
	}
	return fmt.Sprintf("top %d length %d tag %d", topOf(r), lengthOf(r), tagOf(r))
}

func (d *stealHalfCopy) has(f fault) bool { return d.faults&f != 0 }

func (d *stealHalfCopy) push(item uint64) bool {
	if d.items(d.packed.Load(), d.b) == uint64(len(d.slots)) {
		return false
	}
	d.slot(d.b).Store(item)
	d.grow(1, d.has(pushTriesOnce))
	return true
}

func (d *stealHalfCopy) pop() (uint64, bool) {
	if d.has(rangeFirst) {
		return d.popRangeFirst()
	}
	b := d.b
	if topOf(d.packed.Load()) == b {
		return 0, false
	}
	last := (b - 1) & d.wrap
	d.publish(last)
	item := d.slot(last).Load()
	for {
		r := d.packed.Load()
		left := d.items(r, last)
		if d.has(lateTheftTest) && left >= lengthOf(r) {
			return item, true
		}
		if topOf(r) == b || d.has(emptyMeansTheft) && lengthOf(r) == 0 {
			return d.stolen(b)
		}
		crossing := crosses(left+1, left)
		if d.has(silentCrossing) && ownerRange(left) == lengthOf(r) {
			crossing = false
		}
		if r == d.prev && !crossing || d.replace(r, ownerRange(left)) {
			return item, true
		}
	}
}

// popRangeFirst is figure 5 with its other faults repaired.
func (d *stealHalfCopy) popRangeFirst() (uint64, bool) {
	b := d.b
	for {
		r := d.packed.Load()
		n := d.items(r, b)
		if n == 0 {
			return 0, false
		}
		if r == d.prev && !crosses(n, n-1) || d.replace(r, max(1, ownerRange(n-1))) {
			break
		}
	}
	last := (b - 1) & d.wrap
	d.publish(last)
	item := d.slot(last).Load()
	for {
		r := d.packed.Load()
		switch {
		case topOf(r) == b:
			return d.stolen(b)
		case d.items(r, last) >= lengthOf(r):
			return item, true
		case d.replace(r, ownerRange(d.items(r, last))):
			return item, true
		}
	}
}

// stolen ends a pop whose item, the last, went to a thief.
func (d *stealHalfCopy) stolen(b uint64) (uint64, bool) {
	if d.has(bottomToZero) {
		b = 0
	}
	d.publish(b)
	return 0, false
}

func (v *stealHalfCopy) take(_ int, op rune) ([]uint64, Outcome) {
	return v.theft(nil, amountOf(op)), Lost
}

func amountOf(op rune) Amount {
	return map[rune]Amount{'h': Half, 'o': One, 'b': Balance}[op]
}

// theft is the victim's side of a steal: thief, which may be nil, is where copies
// go. It returns the items taken.
func (v *stealHalfCopy) theft(thief *stealHalfCopy, amount Amount) []uint64 {
	ownLen, free := uint64(0), uint64(len(v.slots))
	if thief != nil {
		ownLen = thief.items(thief.packed.Load(), thief.b)
		free = uint64(len(thief.slots)) - ownLen
	}
	var bottom uint64
	if v.has(bottomFirst) {
		bottom = v.bottom.Load()
	}
	r := v.packed.Load()
	num := min(uint64(amount.of(int(lengthOf(r)), int(ownLen))), free)
	if num == 0 {
		return nil
	}
	if !v.has(bottomFirst) {
		bottom = v.bottom.Load()
	}
	n := v.items(r, bottom)
	length := thiefRange(n, num)
	if v.has(neverEmptyRange) {
		length = max(1, length)
	}
	var got []uint64
	if !v.has(lateCopy) {
		got = v.copyTo(thief, topOf(r), num)
	}
	if !v.swap(r, (topOf(r)+num)&v.wrap, length) {
		return nil
	}
	if v.has(lateCopy) {
		got = v.copyTo(thief, topOf(r), num)
	}
	return got
}

func (v *stealHalfCopy) copyTo(thief *stealHalfCopy, top, num uint64) (items []uint64) {
	for i := range num {
		item := v.slot(top + i).Load()
		items = append(items, item)
		if thief != nil {
			thief.slot(thief.b + i).Store(item)
		}
	}
	return items
}

// rob moves items from another deque to d.
func (d *stealHalfCopy) rob(v transcript, op rune) error {
	if got := v.(*stealHalfCopy).theft(d, amountOf(op)); len(got) > 0 {
		d.grow(uint64(len(got)), d.has(thiefTriesOnce))
	}
	return nil
}

func (d *stealHalfCopy) grow(num uint64, once bool) {
	d.publish((d.b + num) & d.wrap)
	for {
		r := d.packed.Load()
		n := d.items(r, d.b)
		crossing := crosses(n-num, n)
		if d.has(missedJump) {
			crossing = crosses(n-1, n)
		}
		if r == d.prev && !crossing || d.replace(r, ownerRange(n)) || once {
			return
		}
	}
}

func (d *stealHalfCopy) replace(r, length uint64) bool {
	if !d.swap(r, topOf(r), length) {
		return false
	}
	d.prev = d.next(r, topOf(r), length)
	return true
}

func (d *stealHalfCopy) swap(r, top, length uint64) bool {
	if d.has(expectReread) {
		r = d.packed.Load()
	}
	return d.packed.CompareAndSwap(r, d.next(r, top, length))
}

func (d *stealHalfCopy) next(r, top, length uint64) uint64 {
	return pack((tagOf(r)+1)&d.tagMask, top, length)
}

func (d *stealHalfCopy) publish(b uint64) {
	d.b = b
	d.bottom.Store(b)
}

func (d *stealHalfCopy) items(r, b uint64) uint64 { return (b - topOf(r)) & d.wrap }

func (d *stealHalfCopy) slot(i uint64) *cell { return &d.slots[i&uint64(len(d.slots)-1)] }

// atRest is the one-eighth invariant.
func (d *stealHalfCopy) atRest() error {
	r := d.packed.Load()
	if n := d.items(r, d.bottom.Load()); 8*lengthOf(r) < n || 2*lengthOf(r) > n && n != 1 {
		return fmt.Errorf("range of %d under %d items at rest", lengthOf(r), n)
	}
	return nil
}
