package stealq

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// The Rudolph deque once more, transcribed for the explorer, with a switch for each
// form that rudolph.go says it must not have. With no switch set it is rudolph.go
// line for line, over cells; the ring is made of cells too, so that the explorer
// stops between two items of a move. In scenes 'o', 'h' and 'b' steal One, Half and
// Balance, 'e' is the method Balance, which evens out, and 'w' watches.

type rudolphFault uint32

const (
	popReadsFirst  rudolphFault = 1 << iota // pop reads its item before its swap
	pushSwapsFirst                          // push swaps before it writes its item
	unclaimedSteal                          // a thief copies, then takes with one swap
	giftAtBottom                            // gifts go where the owner pushes
	giftFillsAll                            // gifts may take the slot at bottom
	giftToClosed                            // gifts go to owners that have found nothing
	claimWaits                              // who holds a claim waits for the second one
	giverFirst                              // the giver's length is reduced before the receiver's is raised
)

type rudolphCopy struct {
	faults rudolphFault
	state  cell
	ring   []cell
	idle   bool // the owner's last pop found nothing, and it has gained nothing since
}

func rudolphForm(faults rudolphFault) form {
	return func(capacity, _ uint64) transcript { return &rudolphCopy{faults: faults, ring: make([]cell, capacity)} }
}

func (d *rudolphCopy) show(name string, v uint64) string {
	if !strings.HasSuffix(name, "state") {
		return ""
	}
	s := rudolphState(v)
	return fmt.Sprintf("top %d length %d busy %v open %v", s.top(), s.length(), s&busy != 0, s&open != 0)
}

func (d *rudolphCopy) take(int, rune) ([]uint64, Outcome) { return nil, Lost }

// atRest checks that nobody is busy, and that an owner who has found nothing has been
// given nothing.
func (d *rudolphCopy) atRest() error {
	s := d.load()
	switch {
	case s&busy != 0:
		return errors.New("a claim was not released")
	case d.idle && s.length() > 0:
		return fmt.Errorf("its owner has found nothing, and was given %d items behind its back", s.length())
	}
	return nil
}

func (d *rudolphCopy) rob(other transcript, op rune) error {
	v, n := other.(*rudolphCopy), 0
	switch op {
	case 'w':
		return d.watch(v)
	case 'e':
		n = d.balance(v)
	default:
		n = d.steal(v, amountOf(op))
	}
	d.idle = d.idle && n <= 0
	return nil
}

// watch is a termination detector's look at lengths, where nobody pops: an item on
// its way must show somewhere, or the first length must have changed since.
func (d *rudolphCopy) watch(v *rudolphCopy) error {
	before := d.load()
	if before.length()+v.load().length() == 0 && d.load() == before {
		return errors.New("no item in sight")
	}
	return nil
}

func (d *rudolphCopy) has(f rudolphFault) bool { return d.faults&f != 0 }

func (d *rudolphCopy) at(index int) *cell { return &d.ring[index&(len(d.ring)-1)] }

func (d *rudolphCopy) index(i int) int { return i & (len(d.ring) - 1) }

func (d *rudolphCopy) load() rudolphState { return rudolphState(d.state.Load()) }

func (d *rudolphCopy) swap(from, to rudolphState) bool {
	return d.state.CompareAndSwap(uint64(from), uint64(to))
}

func (d *rudolphCopy) wait() rudolphState {
	for {
		if s := d.load(); s&busy == 0 {
			return s
		}
		interleave.Gosched()
	}
}

func (d *rudolphCopy) push(item uint64) bool {
	for {
		s := d.wait()
		if s.length() == len(d.ring) {
			return false
		}
		slot := d.at(s.top() + s.length())
		if !d.has(pushSwapsFirst) {
			slot.Store(item)
		}
		if d.swap(s, s.with(s.top(), s.length()+1)|open) {
			if d.has(pushSwapsFirst) {
				slot.Store(item)
			}
			d.idle = false
			return true
		}
	}
}

func (d *rudolphCopy) pop() (item uint64, ok bool) {
	for {
		s := d.wait()
		n := s.length()
		if n > 0 && d.has(popReadsFirst) {
			item = d.at(s.top() + n - 1).Load()
		}
		switch {
		case n > 0 && d.swap(s, s.with(s.top(), n-1)):
			if !d.has(popReadsFirst) {
				item = d.at(s.top() + n - 1).Load()
			}
			d.idle = false
			return item, true
		case n == 0 && (s&open == 0 || d.swap(s, s&^open)):
			d.idle = true
			return 0, false
		}
	}
}

func (d *rudolphCopy) steal(v *rudolphCopy, amount Amount) int {
	want := func(mine, theirs rudolphState) int {
		n := theirs.length()
		if n > 1 {
			n /= 2
		}
		return min(amount.of(n, mine.length()), len(d.ring)-mine.length())
	}
	if d.has(unclaimedSteal) {
		return d.stealUnclaimed(v, want)
	}
	return d.move(v, want)
}

func (d *rudolphCopy) balance(v *rudolphCopy) int {
	return d.move(v, func(mine, theirs rudolphState) int {
		n := evenOut(mine.length(), theirs.length())
		room := len(v.ring) - theirs.length() - 1
		if d.has(giftFillsAll) {
			room++
		}
		switch {
		case n >= 0:
			return min(n, len(d.ring)-mine.length())
		case theirs&open == 0 && !d.has(giftToClosed):
			return 0
		}
		return -max(0, min(-n, room))
	})
}

func (d *rudolphCopy) move(v *rudolphCopy, want func(mine, theirs rudolphState) int) int {
	theirs := v.load()
	if want(d.load(), theirs) == 0 {
		return 0
	}
	mine := d.claim()
	theirs, ok := v.tryClaim()
	for d.has(claimWaits) && !ok {
		v.wait()
		theirs, ok = v.tryClaim()
	}
	if !ok {
		d.release(mine)
		return 0
	}
	n := want(mine, theirs)
	myTop, theirTop := mine.top(), theirs.top()
	if n >= 0 {
		for i := range n {
			d.at(myTop + mine.length() + i).Store(v.at(theirTop + i).Load())
		}
		theirTop += n
		if n > 0 {
			mine |= open
		}
	} else {
		for i := range -n {
			to := v.at(theirTop + n + i)
			if d.has(giftAtBottom) {
				to = v.at(theirTop + theirs.length() + i)
			}
			to.Store(d.at(myTop + i).Load())
		}
		if !d.has(giftAtBottom) {
			theirTop += n
		}
		myTop -= n
	}
	mine = mine.with(d.index(myTop), mine.length()+n)
	theirs = theirs.with(v.index(theirTop), theirs.length()-n)
	if n >= 0 != d.has(giverFirst) {
		d.release(mine)
		v.release(theirs)
	} else {
		v.release(theirs)
		d.release(mine)
	}
	return n
}

// stealUnclaimed is a thief that takes as from a deque of Arora, Blumofe and Plaxton
// without a tag.
func (d *rudolphCopy) stealUnclaimed(v *rudolphCopy, want func(mine, theirs rudolphState) int) int {
	theirs := v.load()
	n := want(d.load(), theirs)
	if n == 0 || theirs&busy != 0 {
		return 0
	}
	mine := d.claim()
	for i := range n {
		d.at(mine.top() + mine.length() + i).Store(v.at(theirs.top() + i).Load())
	}
	if !v.swap(theirs, theirs.with(v.index(theirs.top()+n), theirs.length()-n)) {
		n = 0
	}
	d.release(mine.with(mine.top(), mine.length()+n))
	return n
}

func (d *rudolphCopy) claim() rudolphState {
	for {
		if s := d.wait(); d.swap(s, s|busy) {
			return s
		}
	}
}

func (d *rudolphCopy) tryClaim() (rudolphState, bool) {
	s := d.load()
	return s, s&busy == 0 && d.swap(s, s|busy)
}

func (d *rudolphCopy) release(s rudolphState) { d.state.Store(uint64(s)) }
