package printed

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// Figures 3 (pushBottom), 5 (popBottom) and 7 (tryToSteal) of D. Hendler and N. Shavit,
// "Non-Blocking Steal-Half Work Queues", PODC 2002. There is a switch for each line
// that is wrong, as it is printed or as it may be read. With no switch set, this is
// stealq/stealhalf.go. The letters a to k are the letters there. ABORT is read as "look
// again", which is the paper's footnote 14.

// The lines of [StealHalf] that can be wrong: as printed, and the last two in another way. The
// Switches of [Find]("printed.stealhalf", 0) describe them.
const (
	LateTheftTest Lines = 1 << iota
	EmptyMeansTheft
	BottomToZero
	NeverEmptyRange
	RangeFirst
	PushTriesOnce
	ThiefTriesOnce
	RangeReadAgain
	BottomFirst
	SilentCrossing
	NarrowIndex
	ShortTag

	MissedJump
	LateCopy
)

// AllPrinted is the set of all lines of [StealHalf] as the paper prints them, or as it may be
// read.
const AllPrinted = ShortTag<<1 - 1

// StealHalf returns the deque of Hendler and Shavit (PODC 2002) with these lines wrong.
func StealHalf(wrong Lines) scene.Form {
	return form("stealhalf", "boh", wrong, func(capacity, start uint64) *stealHalf {
		d := &stealHalf{lines: lines{wrong}, slots: cells(capacity), wrap: 2*capacity - 1}
		if d.has(NarrowIndex) {
			d.wrap = capacity - 1
		}
		d.b = start & d.wrap
		d.prev = pack(0, d.b, 0)
		d.bottom.Store(d.b)
		d.packed.Store(d.prev)
		return d
	})
}

// stealHalf is the extended deque.
type stealHalf struct {
	lines
	slots  []cell
	packed cell // stealRange
	bottom cell // bot
	wrap   uint64

	b, prev uint64 // the owner's bot, and prevStealRange
}

func (d *stealHalf) items(r, b uint64) uint64  { return (b - topOf(r)) & d.wrap }
func (d *stealHalf) slot(i uint64) *cell       { return &d.slots[i&uint64(len(d.slots)-1)] }
func (d *stealHalf) Root() any                 { return d }
func (d *stealHalf) Len() int                  { return int(d.items(d.packed.Load(), d.bottom.Load())) }
func (d *stealHalf) publish(b uint64)          { d.b = b; d.bottom.Store(b) }
func (d *stealHalf) free(ownLen uint64) uint64 { return uint64(len(d.slots)) - ownLen }

// Show writes the range with its parts.
func (d *stealHalf) Show(name string, r uint64) string {
	if !strings.HasSuffix(name, "packed") {
		return ""
	}
	return fmt.Sprintf("top %d length %d tag %d", topOf(r), lengthOf(r), tagOf(r))
}

// Push is pushBottom, figure 3.
func (d *stealHalf) Push(item uint64) bool {
	if d.items(d.packed.Load(), d.b) == uint64(len(d.slots)) {
		return false
	}
	d.slot(d.b).Store(item)
	d.raiseBottom(1)
	for !d.fits(1) {
		if d.has(PushTriesOnce) {
			break
		}
	}
	return true
}

// Pop is popBottom, figure 5.
func (d *stealHalf) Pop() (uint64, bool) {
	b := d.b
	if topOf(d.packed.Load()) == b || d.has(RangeFirst) && !d.sectionOne(b) {
		return 0, false
	}
	last := (b - 1) & d.wrap
	d.publish(last)
	item := d.slot(last).Load()
	for {
		r := d.packed.Load()
		left := d.items(r, last)
		if d.has(LateTheftTest) && left >= lengthOf(r) {
			return item, true
		}
		if topOf(r) == b || d.has(EmptyMeansTheft) && lengthOf(r) == 0 {
			if d.has(BottomToZero) {
				b = 0
			}
			d.publish(b)
			return 0, false
		}
		if d.safe(r, left) || d.replace(r, ownerRange(left)) {
			return item, true
		}
	}
}

// safe says whether no thief can reach the item that has so many items below it.
func (d *stealHalf) safe(r, left uint64) bool {
	if d.has(RangeFirst) {
		return left >= lengthOf(r)
	}
	crossing := crosses(left+1, left) && (!d.has(SilentCrossing) || ownerRange(left) != lengthOf(r))
	return r == d.prev && !crossing
}

// sectionOne makes the range fit before bot is decremented. It returns false if the
// deque is empty.
func (d *stealHalf) sectionOne(b uint64) bool {
	for {
		r := d.packed.Load()
		n := d.items(r, b)
		if n == 0 || r == d.prev && !crosses(n, n-1) || d.replace(r, max(1, ownerRange(n-1))) {
			return n > 0
		}
	}
}

// Steal is tryToSteal, figure 7.
func (d *stealHalf) Steal(victim scene.Deque, amount rune) (n int, empty bool) {
	items, empty := victim.(*stealHalf).give(d, amount)
	if len(items) > 0 {
		num := uint64(len(items))
		d.raiseBottom(num)
		for !d.fits(num) {
			if d.has(ThiefTriesOnce) {
				break
			}
		}
	}
	return len(items), empty
}

// Take is tryToSteal for a thief that has no deque.
func (d *stealHalf) Take(amount rune) (items []uint64, empty bool) { return d.give(nil, amount) }

// give is the victim's side of a steal. If the thief has a deque, give copies the items
// into it.
func (d *stealHalf) give(thief *stealHalf, amount rune) (items []uint64, empty bool) {
	ownLen, free := uint64(0), uint64(len(d.slots))
	if thief != nil {
		ownLen = thief.items(thief.packed.Load(), thief.b)
		free = thief.free(ownLen)
	}
	var bottom uint64
	if d.has(BottomFirst) {
		bottom = d.bottom.Load()
	}
	r := d.packed.Load()
	num := min(share(amount, lengthOf(r), ownLen), free)
	if num == 0 {
		return nil, true
	}
	if !d.has(BottomFirst) {
		bottom = d.bottom.Load()
	}
	if !d.has(LateCopy) {
		items = d.copyTo(thief, topOf(r), num)
	}
	if !d.swap(r, (topOf(r)+num)&d.wrap, d.left(d.items(r, bottom), num)) {
		return nil, false
	}
	if d.has(LateCopy) {
		items = d.copyTo(thief, topOf(r), num)
	}
	return items, false
}

// left returns the length of the range that a thief leaves, newSRlen in the paper.
func (d *stealHalf) left(n, num uint64) uint64 {
	if num >= n && !d.has(NeverEmptyRange) {
		return 0
	}
	return max(1, uint64(1)<<bits.Len64(n)>>3)
}

func (d *stealHalf) copyTo(thief *stealHalf, top, num uint64) (items []uint64) {
	for i := range num {
		item := d.slot(top + i).Load()
		items = append(items, item)
		if thief != nil {
			thief.slot(thief.b + i).Store(item)
		}
	}
	return items
}

// raiseBottom adds num items, which lie in the slots already.
func (d *stealHalf) raiseBottom(num uint64) { d.publish((d.b + num) & d.wrap) }

// fits makes the range fit after num more items. It returns false if a thief was faster.
func (d *stealHalf) fits(num uint64) bool {
	r := d.packed.Load()
	n := d.items(r, d.b)
	if d.has(MissedJump) {
		num = 1
	}
	return r == d.prev && !crosses(n-num, n) || d.replace(r, ownerRange(n))
}

func (d *stealHalf) replace(r, length uint64) bool {
	if !d.swap(r, topOf(r), length) {
		return false
	}
	d.prev = d.next(r, topOf(r), length)
	return true
}

func (d *stealHalf) swap(r, top, length uint64) bool {
	if d.has(RangeReadAgain) {
		r = d.packed.Load()
	}
	return d.packed.CompareAndSwap(r, d.next(r, top, length))
}

func (d *stealHalf) next(r, top, length uint64) uint64 {
	tag := tagOf(r) + 1
	if d.has(ShortTag) {
		tag &= 1
	}
	return pack(tag, top, length)
}

// atRest checks theorem 3.10 between operations: a range of at least one eighth. It
// also checks that the range is at most a half.
func (d *stealHalf) atRest() error {
	r := d.packed.Load()
	if n := d.items(r, d.bottom.Load()); 8*lengthOf(r) < n || 2*lengthOf(r) > n && n != 1 {
		return fmt.Errorf("the range's length is %d, the deque's %d", lengthOf(r), n)
	}
	return nil
}
