package printed

import "github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"

// This file moves items between two deques of Rudolph's.

// wanted returns how many items to move to mine from theirs, or the other way if it is
// negative.
type wanted func(mine, theirs pairState) int

func (d *rudolph) Steal(victim scene.Deque, amount rune) (int, bool) {
	v := victim.(*rudolph)
	want := func(mine, theirs pairState) int {
		n := theirs.length()
		if n > 1 {
			n /= 2
		}
		return min(int(share(amount, uint64(n), uint64(mine.length()))), len(d.ring)-mine.length())
	}
	if d.has(RudolphUnclaimedSteal) {
		return d.stealUnclaimed(v, want)
	}
	return d.move(v, want)
}

// Balance evens out the lengths of two deques.
func (d *rudolph) Balance(other scene.Deque) (int, bool) {
	v := other.(*rudolph)
	return d.move(v, func(mine, theirs pairState) int {
		n := evenOut(mine.length(), theirs.length())
		room := len(v.ring) - theirs.length() - 1
		if d.has(RudolphGiftFillsAll) {
			room++
		}
		switch {
		case n >= 0:
			return min(n, len(d.ring)-mine.length())
		case theirs&open == 0 && !d.has(RudolphGiftToClosed):
			return 0
		}
		return -max(0, min(-n, room))
	})
}

// evenOut is half of the difference, and the only item for who has none.
func evenOut(own, other int) int {
	if own == 0 && other == 1 {
		return 1
	}
	return (other - own) / 2
}

func (d *rudolph) move(v *rudolph, want wanted) (int, bool) {
	theirs := v.load()
	if want(d.load(), theirs) == 0 {
		return 0, true
	}
	mine := d.claim()
	theirs, ok := v.tryClaim()
	for d.has(RudolphClaimWaits) && !ok {
		v.wait()
		theirs, ok = v.tryClaim()
	}
	if !ok {
		d.release(mine)
		return 0, false
	}
	n := want(mine, theirs)
	if n >= 0 {
		d.receive(v, &mine, &theirs, n)
	} else {
		d.give(v, &mine, &theirs, -n)
	}
	if n >= 0 != d.has(RudolphGiverFirst) {
		d.release(mine)
		v.release(theirs)
	} else {
		v.release(theirs)
		d.release(mine)
	}
	return n, n == 0
}

// receive moves n items from the top of v to the bottom of d, and changes the states
// that are to be released.
func (d *rudolph) receive(v *rudolph, mine, theirs *pairState, n int) {
	for i := range n {
		d.at(mine.top() + mine.length() + i).Store(v.at(theirs.top() + i).Load())
	}
	if n > 0 {
		*mine |= open
	}
	*mine = mine.with(mine.top(), mine.length()+n)
	*theirs = theirs.with(v.index(theirs.top()+n), theirs.length()-n)
}

// give moves n items from the top of d to the top of v.
func (d *rudolph) give(v *rudolph, mine, theirs *pairState, n int) {
	top := theirs.top() - n
	to := top
	if d.has(RudolphGiftAtBottom) {
		top = theirs.top()
		to = top + theirs.length()
	}
	for i := range n {
		v.at(to + i).Store(d.at(mine.top() + i).Load())
	}
	*mine = mine.with(d.index(mine.top()+n), mine.length()-n)
	*theirs = theirs.with(v.index(top), theirs.length()+n)
}

// stealUnclaimed is a thief that takes as from a deque of Arora, Blumofe and Plaxton
// without a tag.
func (d *rudolph) stealUnclaimed(v *rudolph, want wanted) (int, bool) {
	theirs := v.load()
	n := want(d.load(), theirs)
	if n == 0 || theirs&busy != 0 {
		return 0, n == 0
	}
	mine := d.claim()
	for i := range n {
		d.at(mine.top() + mine.length() + i).Store(v.at(theirs.top() + i).Load())
	}
	if !v.swap(theirs, theirs.with(v.index(theirs.top()+n), theirs.length()-n)) {
		n = 0
	}
	d.release(mine.with(mine.top(), mine.length()+n))
	return n, false
}
