package printed

import "github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"

// This is stealq/chaselev.go, the deque of Chase and Lev. There is a switch for each
// wrong form that the comments there warn of.

// The lines of [ChaseLev] that can be wrong. The Switches of [Find]("printed.chaselev", 0) describe them.
const (
	ChaseLevTopFirst Lines = 1 << iota
	ChaseLevBottomFirst
	ChaseLevLateRead
	ChaseLevRingFirst
	ChaseLevKeepsRing
	ChaseLevReusesRing
	ChaseLevEarlyRing
	ChaseLevFromBelow
	ChaseLevLastUnswapped
)

// wiped is what a reused ring holds.
const wiped = 666

// shortestRing is the length of a new deque's ring.
const shortestRing = 2

// ChaseLev returns the deque of Chase and Lev (SPAA 2005) with these lines wrong.
func ChaseLev(wrong Lines) scene.Form {
	return form("chaselev", "o", wrong, func(capacity, start uint64) *chaseLev {
		d := &chaseLev{lines: lines{wrong}, b: start}
		for n := uint64(shortestRing); n <= capacity; n *= 2 {
			d.rings = append(d.rings, ring{cells(n)})
		}
		d.top.Store(start)
		d.bottom.Store(start)
		return d
	})
}

type chaseLev struct {
	lines
	top, bottom cell
	ring        cell   // which of rings
	rings       []ring // all that there will ever be, each twice as long as the one before
	b, r        uint64 // the owner's own: bottom and ring
}

type ring struct{ slots []cell }

func (d *chaseLev) Root() any                 { return d }
func (d *chaseLev) Len() int                  { return max(0, int(int64(d.bottom.Load()-d.top.Load()))) }
func (d *chaseLev) publish(b uint64)          { d.b = b; d.bottom.Store(b) }
func (d *chaseLev) length(ring uint64) uint64 { return uint64(len(d.rings[ring].slots)) }

func (d *chaseLev) slot(ring, index uint64) *cell {
	return &d.rings[ring].slots[index&(d.length(ring)-1)]
}

func (d *chaseLev) full() bool {
	return d.b-d.top.Load() == d.length(uint64(len(d.rings)-1))
}

func (d *chaseLev) Push(item uint64) bool { return push(d, item) }

func (d *chaseLev) add(item uint64) {
	into := d.r
	if top := d.top.Load(); d.b-top == d.length(d.r) {
		d.grow(top)
	}
	if !d.has(ChaseLevKeepsRing) {
		into = d.r
	}
	d.slot(into, d.b).Store(item)
	d.publish(d.b + 1)
}

func (d *chaseLev) grow(top uint64) {
	if d.has(ChaseLevEarlyRing) {
		d.ring.Store(d.r + 1)
	}
	for i := top; i != d.b; i++ {
		d.slot(d.r+1, i).Store(d.slot(d.r, i).Load())
	}
	d.r++
	d.ring.Store(d.r)
	if d.has(ChaseLevReusesRing) {
		old := d.rings[d.r-1].slots
		for i := range old {
			old[i].Store(wiped)
		}
	}
}

func (d *chaseLev) Pop() (uint64, bool) {
	b := d.b
	if d.top.Load() == b {
		return 0, false
	}
	last := b - 1
	var top uint64
	if d.has(ChaseLevTopFirst) {
		top = d.top.Load()
	}
	d.publish(last)
	item := d.slot(d.r, last).Load()
	if !d.has(ChaseLevTopFirst) {
		top = d.top.Load()
	}
	won := top < last || top == last && d.has(ChaseLevLastUnswapped)
	if !won {
		if d.has(ChaseLevFromBelow) && top == last && d.top.CompareAndSwap(top, top) {
			return item, true
		}
		won = top == last && d.top.CompareAndSwap(top, top+1)
		d.publish(b)
	}
	return item, won
}

func (d *chaseLev) Steal(victim scene.Deque, _ rune) (int, bool) { return steal(d, victim) }
func (d *chaseLev) Take(rune) ([]uint64, bool)                   { return take(d) }

func (d *chaseLev) popTop() (item uint64, o outcome) {
	var top, b, r uint64
	if d.has(ChaseLevBottomFirst) {
		b = d.bottom.Load()
	}
	if d.has(ChaseLevRingFirst) {
		r = d.ring.Load()
	}
	top = d.top.Load()
	if !d.has(ChaseLevBottomFirst) {
		b = d.bottom.Load()
	}
	if int64(b-top) <= 0 {
		return 0, empty
	}
	if !d.has(ChaseLevRingFirst) {
		r = d.ring.Load()
	}
	if !d.has(ChaseLevLateRead) {
		item = d.slot(r, top).Load()
	}
	if !d.top.CompareAndSwap(top, top+1) {
		return 0, lost
	}
	if d.has(ChaseLevLateRead) {
		item = d.slot(r, top).Load()
	}
	return item, took
}
