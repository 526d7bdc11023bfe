package printed

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// This is stealq/abp.go, the deque of Arora, Blumofe and Plaxton. There is a switch for
// each wrong form that the comments there warn of. The letters are the letters there.

// The lines of [ABP] that can be wrong. The Switches of [Find]("printed.abp", 0) describe them.
const (
	ABPNoTag Lines = 1 << iota
	ABPThiefNoTag
	ABPShortTag
	ABPAgeFirst
	ABPBottomFirst
	ABPLateRead
	ABPNarrowIndex
	ABPToZero
	ABPHasty
	ABPBottomStays
)

// ABP returns the deque of Arora, Blumofe and Plaxton (SPAA 1998) with these lines wrong.
func ABP(wrong Lines) scene.Form {
	return form("abp", "o", wrong, func(capacity, start uint64) *abp {
		d := &abp{lines: lines{wrong}, slots: cells(capacity), wrap: 2*capacity - 1}
		if d.has(ABPNarrowIndex) {
			d.wrap = capacity - 1
		}
		d.b = start & d.wrap
		d.bottom.Store(d.b)
		d.age.Store(d.b)
		return d
	})
}

type abp struct {
	lines
	slots       []cell
	age, bottom cell
	wrap        uint64
	b           uint64 // the owner's own
}

func (d *abp) Root() any                  { return d }
func (d *abp) publish(b uint64)           { d.b = b; d.bottom.Store(b) }
func (d *abp) items(a, b uint64) uint64   { return (b - topOfAge(a)) & d.wrap }
func (d *abp) slot(i uint64) *cell        { return &d.slots[i&uint64(len(d.slots)-1)] }
func (d *abp) full() bool                 { return d.items(d.age.Load(), d.b) == uint64(len(d.slots)) }
func (d *abp) inconsistent(n uint64) bool { return n > uint64(len(d.slots)) }

// Ages are packed as tag<<8 | top.
func topOfAge(a uint64) uint64 { return a & 0xff }

// Show is the age in its parts.
func (d *abp) Show(name string, a uint64) string {
	if !strings.HasSuffix(name, "age") {
		return ""
	}
	return fmt.Sprintf("top %d tag %d", topOfAge(a), a>>8)
}

// Len takes a bottom below top for none.
func (d *abp) Len() int {
	if n := d.items(d.age.Load(), d.bottom.Load()); !d.inconsistent(n) {
		return int(n)
	}
	return 0
}

func (d *abp) next(a, top uint64) uint64 {
	tag := a >> 8
	if !d.has(ABPNoTag) {
		tag++
	}
	if d.has(ABPShortTag) {
		tag &= 1
	}
	return tag<<8 | top
}

// nextOfThief is the age that a thief leaves.
func (d *abp) nextOfThief(a, top uint64) uint64 {
	if d.has(ABPThiefNoTag) {
		return a>>8<<8 | top
	}
	return d.next(a, top)
}

func (d *abp) Push(item uint64) bool { return push(d, item) }

func (d *abp) add(item uint64) {
	d.slot(d.b).Store(item)
	d.publish((d.b + 1) & d.wrap)
}

func (d *abp) Pop() (uint64, bool) {
	b := d.b
	if topOfAge(d.age.Load()) == b {
		return 0, false
	}
	last := (b - 1) & d.wrap
	var a uint64
	if d.has(ABPAgeFirst) {
		a = d.age.Load()
	}
	d.publish(last)
	item := d.slot(last).Load()
	if !d.has(ABPAgeFirst) {
		a = d.age.Load()
	}
	top := topOfAge(a)
	if d.has(ABPToZero) {
		return d.popToZero(a, b, item)
	}
	if top != b && (top != last || d.age.CompareAndSwap(a, d.next(a, last))) {
		return item, true
	}
	if !d.has(ABPBottomStays) {
		d.publish(b)
	}
	return 0, false
}

// popToZero ends a pop as the paper's popBottom does.
func (d *abp) popToZero(a, b, item uint64) (uint64, bool) {
	last := (b - 1) & d.wrap
	if top := topOfAge(a); top != b && top != last {
		return item, true
	}
	d.publish(0)
	if topOfAge(a) == last && d.age.CompareAndSwap(a, d.next(a, 0)) {
		return item, true
	}
	d.age.Store(d.next(a, 0))
	return 0, false
}

func (d *abp) Steal(victim scene.Deque, _ rune) (int, bool) { return steal(d, victim) }
func (d *abp) Take(rune) ([]uint64, bool)                   { return take(d) }

func (d *abp) popTop() (item uint64, o outcome) {
	var a, b uint64
	if d.has(ABPBottomFirst) {
		b = d.bottom.Load()
	}
	a = d.age.Load()
	if !d.has(ABPBottomFirst) {
		b = d.bottom.Load()
	}
	if n := d.items(a, b); n == 0 || d.inconsistent(n) {
		if !d.has(ABPHasty) && d.age.Load() != a {
			return 0, lost
		}
		return 0, empty
	}
	top := topOfAge(a)
	if !d.has(ABPLateRead) {
		item = d.slot(top).Load()
	}
	if !d.age.CompareAndSwap(a, d.nextOfThief(a, (top+1)&d.wrap)) {
		return 0, lost
	}
	if d.has(ABPLateRead) {
		item = d.slot(top).Load()
	}
	return item, took
}
