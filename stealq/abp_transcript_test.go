package stealq

import (
	"fmt"
	"strings"
)

// abp.go once more, transcribed for the explorer, with a switch for each wrong form
// that its comments warn of. With no switch set it is abp.go line for line, over
// cells. In scenes each letter of a thief is a steal.

// abpSlip is a set of departures from the right form.
type abpSlip uint32

const (
	abpNoTag       abpSlip = 1 << iota // no tag: age is top alone
	abpThiefNoTag                      // d: a thief's swap leaves the tag, as in the paper
	abpShortTag                        // f: a tag of 1 bit
	abpAgeFirst                        // pop reads age, then publishes bottom
	abpBottomFirst                     // a thief reads bottom before age
	abpLateRead                        // a thief reads the slot after its swap
	abpNarrowIndex                     // c: indices modulo N
	abpToZero                          // b: an emptied deque goes back to index 0
	abpHasty                           // e: a thief that sees no item does not look again
	abpBottomStays                     // pop leaves bottom below top when the last item was stolen
)

type abpTranscript struct {
	slips       abpSlip
	slots       []cell
	age, bottom cell
	wrap        uint64
	b           uint64 // the owner's own
}

func abpForm(slips abpSlip) form {
	return func(capacity, start uint64) transcript {
		d := &abpTranscript{slips: slips, slots: make([]cell, capacity), wrap: 2*capacity - 1}
		if d.has(abpNarrowIndex) {
			d.wrap = capacity - 1
		}
		d.b = start & d.wrap
		d.bottom.Store(d.b)
		d.age.Store(d.b)
		return d
	}
}

func (d *abpTranscript) show(name string, a uint64) string {
	if !strings.HasSuffix(name, "age") {
		return ""
	}
	return fmt.Sprintf("top %d tag %d", topOfAge(a), a>>8)
}

func (d *abpTranscript) rob(transcript, rune) error { return nil }

func (d *abpTranscript) has(s abpSlip) bool { return d.slips&s != 0 }

// Ages are packed as tag<<8 | top.
func topOfAge(a uint64) uint64 { return a & 0xff }

func (d *abpTranscript) next(a, top uint64, thief bool) uint64 {
	tag := a>>8 + 1
	switch {
	case d.has(abpNoTag), thief && d.has(abpThiefNoTag):
		tag = a >> 8
	case d.has(abpShortTag):
		tag &= 1
	}
	return tag<<8 | top
}

func (d *abpTranscript) push(item uint64) bool {
	if d.items(d.age.Load(), d.b) == uint64(len(d.slots)) {
		return false
	}
	d.slot(d.b).Store(item)
	d.publish((d.b + 1) & d.wrap)
	return true
}

func (d *abpTranscript) pop() (uint64, bool) {
	b := d.b
	if topOfAge(d.age.Load()) == b {
		return 0, false
	}
	last := (b - 1) & d.wrap
	var a uint64
	if d.has(abpAgeFirst) {
		a = d.age.Load()
	}
	d.publish(last)
	item := d.slot(last).Load()
	if !d.has(abpAgeFirst) {
		a = d.age.Load()
	}
	top := topOfAge(a)
	if d.has(abpToZero) {
		return d.popToZero(a, b, item)
	}
	if top != b && (top != last || d.age.CompareAndSwap(a, d.next(a, last, false))) {
		return item, true
	}
	if !d.has(abpBottomStays) {
		d.publish(b)
	}
	return 0, false
}

// popToZero ends a pop as the paper's popBottom does.
func (d *abpTranscript) popToZero(a, b, item uint64) (uint64, bool) {
	last := (b - 1) & d.wrap
	if top := topOfAge(a); top != b && top != last {
		return item, true
	}
	d.publish(0)
	if topOfAge(a) == last && d.age.CompareAndSwap(a, d.next(a, 0, false)) {
		return item, true
	}
	d.age.Store(d.next(a, 0, false))
	return 0, false
}

func (d *abpTranscript) take(int, rune) ([]uint64, Outcome) {
	item, o := d.popTop()
	if o != Took {
		return nil, o
	}
	return []uint64{item}, o
}

func (d *abpTranscript) popTop() (item uint64, o Outcome) {
	var a, b uint64
	if d.has(abpBottomFirst) {
		b = d.bottom.Load()
	}
	a = d.age.Load()
	if !d.has(abpBottomFirst) {
		b = d.bottom.Load()
	}
	if n := d.items(a, b); n == 0 || n > uint64(len(d.slots)) {
		if !d.has(abpHasty) && d.age.Load() != a {
			return 0, Lost
		}
		return 0, Empty
	}
	top := topOfAge(a)
	if !d.has(abpLateRead) {
		item = d.slot(top).Load()
	}
	if !d.age.CompareAndSwap(a, d.next(a, (top+1)&d.wrap, true)) {
		return 0, Lost
	}
	if d.has(abpLateRead) {
		item = d.slot(top).Load()
	}
	return item, Took
}

func (d *abpTranscript) publish(b uint64) {
	d.b = b
	d.bottom.Store(b)
}

func (d *abpTranscript) items(a, b uint64) uint64 { return (b - topOfAge(a)) & d.wrap }

func (d *abpTranscript) slot(i uint64) *cell { return &d.slots[i&uint64(len(d.slots)-1)] }
