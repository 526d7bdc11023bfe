package stealq

// chaselev.go once more, transcribed for the explorer, with a switch for each wrong
// form that its comments warn of. With no switch set it is chaselev.go line for
// line, over cells. In scenes each letter of a thief is a steal.

// clSlip is a set of departures from the right form.
type clSlip uint32

const (
	clTopFirst    clSlip = 1 << iota // pop reads top, then publishes bottom
	clBottomFirst                    // a thief reads bottom before top
	clLateRead                       // a thief reads the slot after its swap
	clRingFirst                      // a thief reads the ring before top
	clKeepsRing                      // a push that grows the ring stores in the old one
	clReusesRing                     // the old ring is wiped as soon as the new one is published
	clEarlyRing                      // the new ring is published before its items are copied
	clFromBelow                      // the owner takes its last item from below, as abp does, with no tag
)

// wiped is what a reused ring holds.
const wiped = 666

type chaseLevTranscript struct {
	slips       clSlip
	top, bottom cell
	ring        cell       // which of rings
	rings       []ringCopy // all that there will ever be, each twice as long as the one before
	b, r        uint64     // the owner's own: bottom and ring
}

type ringCopy struct{ slots []cell }

func chaseLevForm(slips clSlip) form {
	return func(capacity, start uint64) transcript {
		d := &chaseLevTranscript{slips: slips, b: start}
		for n := uint64(firstRing); n <= capacity; n *= 2 {
			d.rings = append(d.rings, ringCopy{make([]cell, n)})
		}
		d.top.Store(start)
		d.bottom.Store(start)
		return d
	}
}

func (d *chaseLevTranscript) show(string, uint64) string { return "" }

func (d *chaseLevTranscript) rob(transcript, rune) error { return nil }

func (d *chaseLevTranscript) has(s clSlip) bool { return d.slips&s != 0 }

func (d *chaseLevTranscript) slot(ring, index uint64) *cell {
	slots := d.rings[ring].slots
	return &slots[index&uint64(len(slots)-1)]
}

func (d *chaseLevTranscript) push(item uint64) bool {
	if d.b-d.top.Load() == uint64(len(d.rings[len(d.rings)-1].slots)) {
		return false
	}
	into := d.r
	if top := d.top.Load(); d.b-top == uint64(len(d.rings[d.r].slots)) {
		d.grow(top)
	}
	if !d.has(clKeepsRing) {
		into = d.r
	}
	d.slot(into, d.b).Store(item)
	d.publish(d.b + 1)
	return true
}

func (d *chaseLevTranscript) grow(top uint64) {
	if d.has(clEarlyRing) {
		d.ring.Store(d.r + 1)
	}
	for i := top; i != d.b; i++ {
		d.slot(d.r+1, i).Store(d.slot(d.r, i).Load())
	}
	d.r++
	d.ring.Store(d.r)
	if d.has(clReusesRing) {
		old := d.rings[d.r-1].slots
		for i := range old {
			old[i].Store(wiped)
		}
	}
}

func (d *chaseLevTranscript) pop() (uint64, bool) {
	b := d.b
	if d.top.Load() == b {
		return 0, false
	}
	last := b - 1
	var top uint64
	if d.has(clTopFirst) {
		top = d.top.Load()
	}
	d.publish(last)
	item := d.slot(d.r, last).Load()
	if !d.has(clTopFirst) {
		top = d.top.Load()
	}
	took := top < last
	if !took {
		if d.has(clFromBelow) && top == last && d.top.CompareAndSwap(top, top) {
			return item, true
		}
		took = top == last && d.top.CompareAndSwap(top, top+1)
		d.publish(b)
	}
	return item, took
}

func (d *chaseLevTranscript) take(int, rune) ([]uint64, Outcome) {
	item, o := d.popTop()
	if o != Took {
		return nil, o
	}
	return []uint64{item}, o
}

func (d *chaseLevTranscript) popTop() (item uint64, o Outcome) {
	var top, b, r uint64
	if d.has(clBottomFirst) {
		b = d.bottom.Load()
	}
	if d.has(clRingFirst) {
		r = d.ring.Load()
	}
	top = d.top.Load()
	if !d.has(clBottomFirst) {
		b = d.bottom.Load()
	}
	if int64(b-top) <= 0 {
		return 0, Empty
	}
	if !d.has(clRingFirst) {
		r = d.ring.Load()
	}
	if !d.has(clLateRead) {
		item = d.slot(r, top).Load()
	}
	if !d.top.CompareAndSwap(top, top+1) {
		return 0, Lost
	}
	if d.has(clLateRead) {
		item = d.slot(r, top).Load()
	}
	return item, Took
}

func (d *chaseLevTranscript) publish(b uint64) {
	d.b = b
	d.bottom.Store(b)
}
