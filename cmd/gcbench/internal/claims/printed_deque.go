package claims

import (
	"fmt"
	"math/bits"
)

// Figures 3 (pushBottom), 5 (popBottom) and 7 (tryToSteal) of Hendler and Shavit over
// the explorer's variables, with a switch for each line that is wrong as printed. With
// none set it is the corrected form, which no scene here finds wrong.
// ABORT is read as "look again", their note 14.

// printedDeque is the extended deque. Indices are modulo 2N, with narrowIndex N.
type printedDeque struct {
	lines  departure
	slots  []counted
	packed counted // stealRange: tag<<16 | top<<8 | length
	bottom counted // bot
	wrap   uint64

	b, prev uint64 // the owner's bot, and prevStealRange
}

func topIn(r uint64) uint64    { return r >> 8 & 0xff }
func lengthIn(r uint64) uint64 { return r & 0xff }

func (d *printedDeque) has(line departure) bool       { return d.lines&line != 0 }
func (d *printedDeque) items(r, bottom uint64) uint64 { return (bottom - topIn(r)) & d.wrap }
func (d *printedDeque) slot(i uint64) *counted        { return &d.slots[i%uint64(len(d.slots))] }

// half is the owner's range for n items, 2·half <= n < 4·half.
func half(n uint64) uint64 {
	if n < 2 {
		return n
	}
	return 1 << bits.Len64(n) >> 2
}

func crossed(from, to uint64) bool { return bits.Len64(from) != bits.Len64(to) }

// Push is pushBottom, figure 3.
func (d *printedDeque) Push(item uint64) bool {
	if d.items(d.packed.load(), d.b) == uint64(len(d.slots)) {
		return false
	}
	d.slot(d.b).store(item)
	d.grow(1, d.has(pushTriesOnce))
	return true
}

// Pop is popBottom, figure 5.
func (d *printedDeque) Pop() (uint64, bool) {
	b := d.b
	if topIn(d.packed.load()) == b {
		return 0, false
	}
	if d.has(rangeFirst) && !d.sectionOne(b) {
		return 0, false
	}
	last := (b - 1) & d.wrap
	d.publish(last)
	item := d.slot(last).load()
	for {
		r := d.packed.load()
		left := d.items(r, last)
		if d.has(lateTheftTest) && left >= lengthIn(r) {
			return item, true
		}
		if topIn(r) == b || d.has(emptyMeansTheft) && lengthIn(r) == 0 {
			if d.has(bottomToZero) {
				b = 0
			}
			d.publish(b)
			return 0, false
		}
		if d.has(rangeFirst) && left >= lengthIn(r) || d.safe(r, left) || d.replace(r, half(left)) {
			return item, true
		}
	}
}

// safe says that no thief can reach an item under which so many are left.
func (d *printedDeque) safe(r, left uint64) bool {
	crossing := crossed(left+1, left) && !(d.has(silentCrossing) && half(left) == lengthIn(r))
	return r == d.prev && !crossing && !d.has(rangeFirst)
}

// sectionOne makes the range fit before bot is decremented; false if the deque is empty.
func (d *printedDeque) sectionOne(b uint64) bool {
	for {
		r := d.packed.load()
		n := d.items(r, b)
		if n == 0 || r == d.prev && !crossed(n, n-1) || d.replace(r, max(1, half(n-1))) {
			return n > 0
		}
	}
}

// stealFrom is tryToSteal, figure 7.
func (d *printedDeque) stealFrom(victim exploredDeque) {
	v := victim.(*printedDeque)
	ownLen := d.items(d.packed.load(), d.b)
	var bottom uint64
	if v.has(bottomFirst) {
		bottom = v.bottom.load()
	}
	r := v.packed.load()
	num := d.share(lengthIn(r), ownLen)
	if num == 0 {
		return
	}
	if !v.has(bottomFirst) {
		bottom = v.bottom.load()
	}
	n, length := v.items(r, bottom), uint64(0)
	if num < n || v.has(neverEmptyRange) {
		length = max(1, uint64(1)<<bits.Len64(n)>>3)
	}
	for i := range num {
		d.slot(d.b + i).store(v.slot(topIn(r) + i).load())
	}
	if v.swapRange(r, (topIn(r)+num)&v.wrap, length) {
		d.grow(num, d.has(thiefTriesOnce))
	}
}

// share is rangeLen - pLen/2, or what there is room for.
func (d *printedDeque) share(rangeLen, ownLen uint64) uint64 {
	if rangeLen == 0 || ownLen > 2*rangeLen-2 {
		return 0
	}
	return min(rangeLen-ownLen/2, uint64(len(d.slots))-ownLen)
}

// grow takes in num items and makes the range fit.
func (d *printedDeque) grow(num uint64, once bool) {
	d.publish((d.b + num) & d.wrap)
	for {
		r := d.packed.load()
		n := d.items(r, d.b)
		if r == d.prev && !crossed(n-num, n) || d.replace(r, half(n)) || once {
			return
		}
	}
}

func (d *printedDeque) publish(bottom uint64) {
	d.b = bottom
	d.bottom.store(bottom)
}

func (d *printedDeque) replace(r, length uint64) bool {
	if !d.swapRange(r, topIn(r), length) {
		return false
	}
	d.prev = d.next(r, topIn(r), length)
	return true
}

func (d *printedDeque) swapRange(r, top, length uint64) bool {
	if d.has(rangeReadAgain) {
		r = d.packed.load()
	}
	return d.packed.swap(r, d.next(r, top, length))
}

func (d *printedDeque) next(r, top, length uint64) uint64 {
	tag := r>>16 + 1
	if d.has(shortTag) {
		tag &= 1
	}
	return tag<<16 | top<<8 | length
}

// rangeAtRest is theorem 3.10 between operations, and at most a half.
func (d *printedDeque) rangeAtRest() error {
	r := d.packed.load()
	if n := d.items(r, d.bottom.load()); 8*lengthIn(r) < n || 2*lengthIn(r) > n && n != 1 {
		return fmt.Errorf("the range's length is %d, the deque's %d", lengthIn(r), n)
	}
	return nil
}
