package printed

import "github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"

// This is stealq/split.go, the deque of Rito and Paulino. There is a switch for each
// form, printed or shortened, that it departs from. The letters are the letters there.

// Departures from the right form. splitSwitches says what each one does.
const (
	SplitBottomStays Lines = 1 << iota
	SplitUntaggedTop
	SplitClearLate
	SplitTopFirst
	SplitLastUnswapped
	SplitPublicAsOwn
	SplitOfficialFirst
	SplitLateSlot
	SplitOfficialBefore
)

var splitSwitches = []Switch{
	{SplitBottomStays, "SplitBottomStays", "a", "popBottom leaves bottom where it was"},
	{SplitUntaggedTop, "SplitUntaggedTop", "c", "indices run modulo 2N, and there is no tag"},
	{SplitClearLate, "SplitClearLate", "e", "the flag is cleared after the item is shown"},
	{SplitTopFirst, "SplitTopFirst", "", "popBottom reads top once, before it lowers official"},
	{SplitLastUnswapped, "SplitLastUnswapped", "", "the owner takes the last public item without a swap"},
	{SplitPublicAsOwn, "SplitPublicAsOwn", "", "Pop takes public items as it takes private ones"},
	{SplitOfficialFirst, "SplitOfficialFirst", "", "a thief reads official before top"},
	{SplitLateSlot, "SplitLateSlot", "", "a thief reads the slot after its swap"},
	{SplitOfficialBefore, "SplitOfficialBefore", "", "an item is announced before it is in its slot"},
}

// Split returns the form with these lines wrong.
func Split(wrong Lines) scene.Form {
	f := form("split", "o", wrong, func(capacity, start uint64) *split {
		d := &split{lines: lines{wrong}, slots: cells(capacity), ring: make([]uint64, capacity), wrap: ^uint64(0)}
		if d.has(SplitUntaggedTop) {
			d.wrap = 2*capacity - 1
		}
		d.bottom, d.own = start&d.wrap, start&d.wrap
		d.top.Store(d.own)
		d.official.Store(d.own)
		return d
	})
	f.OnRequest = true
	return f
}

type split struct {
	lines
	top, official, targeted cell
	slots                   []cell
	ring                    []uint64
	wrap                    uint64
	bottom, own             uint64 // the owner's own
	shown                   uint64 // for the law about requests
}

func (d *split) Root() any               { return d }
func (d *split) Shown() uint64           { return d.shown }
func (d *split) Private() int            { return int(d.distance(d.bottom, d.own)) }
func (d *split) Ask()                    { d.targeted.Store(1) }
func (d *split) Len() int                { return max(0, int(d.distance(d.official.Load(), d.top.Load()))) }
func (d *split) publish(official uint64) { d.own = official; d.official.Store(official) }
func (d *split) at(index uint64) uint64  { return index % uint64(len(d.ring)) }
func (d *split) full() bool              { return d.distance(d.bottom, d.top.Load()) == int64(len(d.ring)) }

// distance is a - b for indices, negative if b is ahead.
func (d *split) distance(a, b uint64) int64 {
	n := (a - b) & d.wrap
	if n > uint64(len(d.ring)) {
		return int64(n - d.wrap - 1)
	}
	return int64(n)
}

func (d *split) Push(item uint64) bool {
	if d.full() {
		return false
	}
	d.add(item)
	d.Expose()
	return true
}

// add adds an item to the private part.
func (d *split) add(item uint64) {
	d.ring[d.at(d.bottom)] = item
	d.bottom = (d.bottom + 1) & d.wrap
}

func (d *split) Pop() (uint64, bool) {
	if d.has(SplitPublicAsOwn) {
		if d.top.Load() == d.bottom {
			return 0, false
		}
	} else if d.bottom == d.own {
		return d.popBottom()
	}
	d.bottom = (d.bottom - 1) & d.wrap
	item := d.ring[d.at(d.bottom)]
	d.Expose()
	return item, true
}

func (d *split) popBottom() (uint64, bool) {
	early := d.top.Load()
	if early == d.own {
		return 0, false
	}
	last := (d.own - 1) & d.wrap
	d.publish(last)
	item := d.ring[d.at(last)]
	top := early
	if !d.has(SplitTopFirst) {
		top = d.top.Load()
	}
	if d.distance(last, top) > 0 {
		if !d.has(SplitBottomStays) {
			d.bottom = last
		}
		return item, true
	}
	won := last == top && (d.has(SplitLastUnswapped) || d.top.CompareAndSwap(top, (top+1)&d.wrap))
	if d.has(SplitLastUnswapped) && won {
		d.top.Store((top + 1) & d.wrap)
	}
	d.publish((last + 1) & d.wrap)
	if !won {
		return 0, false
	}
	return item, true
}

// Expose is updateBottom under the flag.
func (d *split) Expose() {
	if d.targeted.Load() == 0 || d.own == d.bottom {
		return
	}
	if !d.has(SplitClearLate) {
		d.targeted.Store(0)
	}
	item := d.ring[d.at(d.own)]
	if !d.has(SplitOfficialBefore) {
		d.slots[d.at(d.own)].Store(item)
	}
	d.shown++
	d.publish((d.own + 1) & d.wrap)
	if d.has(SplitOfficialBefore) {
		d.slots[d.at(d.own-1)].Store(item)
	}
	if d.has(SplitClearLate) {
		d.targeted.Store(0)
	}
}

func (d *split) Steal(victim scene.Deque, _ rune) (int, bool) { return steal(d, victim) }
func (d *split) Take(rune) ([]uint64, bool)                   { return take(d) }

// popTop is the victim's side of a steal.
func (d *split) popTop() (item uint64, o outcome) {
	var top, official uint64
	if d.has(SplitOfficialFirst) {
		official = d.official.Load()
		top = d.top.Load()
	} else {
		top = d.top.Load()
		official = d.official.Load()
	}
	if d.distance(official, top) <= 0 {
		if d.targeted.Load() == 0 {
			d.targeted.Store(1)
		}
		return 0, empty
	}
	if !d.has(SplitLateSlot) {
		item = d.slots[d.at(top)].Load()
	}
	if !d.top.CompareAndSwap(top, (top+1)&d.wrap) {
		return 0, lost
	}
	if d.has(SplitLateSlot) {
		item = d.slots[d.at(top)].Load()
	}
	return item, took
}
