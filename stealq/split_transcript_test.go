package stealq

import "fmt"

// The split deque once more, transcribed for the explorer, with a switch for each
// printed or shortened form that split.go departs from. With no switch set it is
// split.go line for line, over cells. In scenes the owner's 'e' is Expose and 'a' a
// request from elsewhere, which sets the flag; each letter of a thief is a steal.

type splitFault uint32

const (
	bottomStays    splitFault = 1 << iota // a: popBottom leaves bottom where it was
	untaggedTop                           // c: indices modulo 2N, and no tag
	clearLate                             // e: the flag is cleared after the item is shown
	topFirst                              // popBottom reads top once, before it lowers official
	lastUnswapped                         // the owner takes the last public item without a swap
	publicAsOwn                           // pop takes public items as it takes private ones
	officialFirst                         // a thief reads official before top
	lateSlot                              // a thief reads the slot after its swap
	officialBefore                        // an item is announced before it is in its slot
)

type splitCopy struct {
	faults                  splitFault
	top, official, targeted cell
	slots                   []cell
	ring                    []uint64
	wrap                    uint64
	bottom, own             uint64 // the owner's own

	// What no thread knows, but the law about requests needs.
	shown uint64
	unmet [4]uint64 // by thief: 0, or 1 + shown when its last steal found nothing
}

func splitForm(faults splitFault) form {
	return func(capacity, start uint64) transcript {
		d := &splitCopy{faults: faults, slots: make([]cell, capacity), ring: make([]uint64, capacity), wrap: ^uint64(0)}
		if d.has(untaggedTop) {
			d.wrap = 2*capacity - 1
		}
		d.bottom, d.own = start, start
		d.top.Store(start)
		d.official.Store(start)
		return d
	}
}

func (d *splitCopy) show(string, uint64) string { return "" }

func (d *splitCopy) rob(_ transcript, op rune) error {
	if op == 'e' {
		d.expose()
	} else {
		d.targeted.Store(1)
	}
	return nil
}

func (d *splitCopy) has(f splitFault) bool { return d.faults&f != 0 }

func (d *splitCopy) at(index uint64) uint64 { return index % uint64(len(d.ring)) }

// distance is a - b for indices, negative if b is ahead.
func (d *splitCopy) distance(a, b uint64) int64 {
	n := (a - b) & d.wrap
	if n > uint64(len(d.ring)) {
		return int64(n - d.wrap - 1)
	}
	return int64(n)
}

func (d *splitCopy) push(item uint64) bool {
	if d.distance(d.bottom, d.top.Load()) == int64(len(d.ring)) {
		return false
	}
	d.ring[d.at(d.bottom)] = item
	d.bottom = (d.bottom + 1) & d.wrap
	d.expose()
	return true
}

func (d *splitCopy) pop() (uint64, bool) {
	if d.has(publicAsOwn) {
		if d.top.Load() == d.bottom {
			return 0, false
		}
	} else if d.bottom == d.own {
		return d.popBottom()
	}
	d.bottom = (d.bottom - 1) & d.wrap
	item := d.ring[d.at(d.bottom)]
	d.expose()
	return item, true
}

func (d *splitCopy) popBottom() (uint64, bool) {
	early := d.top.Load()
	if early == d.own {
		return 0, false
	}
	last := (d.own - 1) & d.wrap
	d.publish(last)
	item := d.ring[d.at(last)]
	top := early
	if !d.has(topFirst) {
		top = d.top.Load()
	}
	if d.distance(last, top) > 0 {
		if !d.has(bottomStays) {
			d.bottom = last
		}
		return item, true
	}
	won := last == top && (d.has(lastUnswapped) || d.top.CompareAndSwap(top, (top+1)&d.wrap))
	if d.has(lastUnswapped) && won {
		d.top.Store((top + 1) & d.wrap)
	}
	d.publish((last + 1) & d.wrap)
	if !won {
		return 0, false
	}
	return item, true
}

func (d *splitCopy) expose() bool {
	if d.targeted.Load() == 0 || d.own == d.bottom {
		return false
	}
	if !d.has(clearLate) {
		d.targeted.Store(0)
	}
	if d.has(officialBefore) {
		d.publish((d.own + 1) & d.wrap)
		d.slots[d.at(d.own-1)].Store(d.ring[d.at(d.own-1)])
	} else {
		d.slots[d.at(d.own)].Store(d.ring[d.at(d.own)])
		d.publish((d.own + 1) & d.wrap)
	}
	d.shown++
	if d.has(clearLate) {
		d.targeted.Store(0)
	}
	return true
}

func (d *splitCopy) take(thief int, _ rune) ([]uint64, Outcome) {
	item, took := d.steal(thief)
	if !took {
		return nil, Lost
	}
	return []uint64{item}, Took
}

// steal is the victim's side of a steal by a thief; it returns what was taken.
func (d *splitCopy) steal(thief int) (item uint64, took bool) {
	d.unmet[thief] = 0
	var top, official uint64
	if d.has(officialFirst) {
		official = d.official.Load()
		top = d.top.Load()
	} else {
		top = d.top.Load()
		official = d.official.Load()
	}
	if d.distance(official, top) <= 0 {
		d.unmet[thief] = 1 + d.shown
		d.ask()
		return 0, false
	}
	if !d.has(lateSlot) {
		item = d.slots[d.at(top)].Load()
	}
	if !d.top.CompareAndSwap(top, (top+1)&d.wrap) {
		return 0, false
	}
	if d.has(lateSlot) {
		item = d.slots[d.at(top)].Load()
	}
	return item, true
}

func (d *splitCopy) ask() {
	if d.targeted.Load() == 0 {
		d.targeted.Store(1)
	}
}

func (d *splitCopy) publish(official uint64) {
	d.own = official
	d.official.Store(official)
}

// atRest is the law about requests: once the owner has had a turn, every thief
// that went away empty last has been answered, unless there was nothing to show.
func (d *splitCopy) atRest() error {
	if d.own == d.bottom {
		return nil
	}
	d.expose()
	for i, at := range d.unmet {
		if at > d.shown {
			return fmt.Errorf("thief %d asked and was forgotten", i)
		}
	}
	return nil
}
