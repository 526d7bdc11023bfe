package stealq

// The Rudolph deque once more, transcribed for the explorer, with a switch for each
// form that rudolph.go says it must not have. With no switch set it is rudolph.go
// line for line, over cells; the ring is made of cells too, so that the explorer
// stops between two items of a move.

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

// waits tells the explorer of threads that wait for a cell. A look in vain changes
// nothing, so the explorer does not follow it: it lets others go on first. If all
// wait in vain, that is a failure.
type waits struct {
	w  *world
	on map[*thread]func() bool
}

func newWaits(w *world) *waits { return &waits{w: w, on: map[*thread]func() bool{}} }

// until pauses until c's value is ready, and reads it.
func (s *waits) until(c *cell, ready func(v uint64) bool) uint64 {
	t := s.w.running
	if t != nil {
		s.on[t] = func() bool { return ready(c.v) }
		defer delete(s.on, t)
	}
	for {
		s.w.pause()
		if ready(c.v) || s.w.over {
			return s.w.did(c, "reads", c.v, c.v)
		}
		if s.stuck() {
			s.w.fail("all wait for each other")
			s.w.over = true
		}
	}
}

func (s *waits) stuck() bool {
	for _, t := range s.w.threads {
		if ready, ok := s.on[t]; !t.done && (!ok || ready()) {
			return false
		}
	}
	return true
}

type rudolphCopy struct {
	w      *world
	waits  *waits
	faults rudolphFault
	state  *cell
	ring   []*cell
}

func newRudolphCopy(w *world, s *waits, name string, capacity int, faults rudolphFault) *rudolphCopy {
	d := &rudolphCopy{w: w, waits: s, faults: faults, state: w.newCell(name, "state", -1, showState)}
	for i := range capacity {
		d.ring = append(d.ring, w.newCell(name, "ring", i, nil))
	}
	return d
}

func showState(v uint64) string {
	s := rudolphState(v)
	text := ""
	if s&open != 0 {
		text = "open "
	}
	if s&busy != 0 {
		text += "busy "
	}
	return text + "top " + string(rune('0'+s.top())) + " length " + string(rune('0'+s.length()))
}

func (d *rudolphCopy) has(f rudolphFault) bool { return d.faults&f != 0 }

func (d *rudolphCopy) at(index int) *cell { return d.ring[index&(len(d.ring)-1)] }

func (d *rudolphCopy) index(i int) int { return i & (len(d.ring) - 1) }

func (d *rudolphCopy) load() rudolphState { return rudolphState(d.state.Load()) }

func (d *rudolphCopy) swap(from, to rudolphState) bool {
	return d.state.CompareAndSwap(uint64(from), uint64(to))
}

func (d *rudolphCopy) wait() rudolphState {
	return rudolphState(d.waits.until(d.state, func(v uint64) bool { return rudolphState(v)&busy == 0 }))
}

func (d *rudolphCopy) push(item uint64) bool {
	for !d.w.over {
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
			return true
		}
	}
	return false
}

func (d *rudolphCopy) pop() (item uint64, ok bool) {
	for !d.w.over {
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
			return item, true
		case n == 0 && (s&open == 0 || d.swap(s, s&^open)):
			return 0, false
		}
	}
	return 0, false
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
	for d.has(claimWaits) && !ok && !d.w.over {
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
	for !d.w.over {
		if s := d.wait(); d.swap(s, s|busy) {
			return s
		}
	}
	return 0
}

func (d *rudolphCopy) tryClaim() (rudolphState, bool) {
	s := d.load()
	return s, s&busy == 0 && d.swap(s, s|busy)
}

func (d *rudolphCopy) release(s rudolphState) { d.state.Store(uint64(s)) }
