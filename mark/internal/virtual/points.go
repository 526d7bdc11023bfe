package virtual

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// These are the points: what a worker does, and what it costs. Package mark/sim/costs says what each cost is for.

// Prefetched is a batch that was asked for: it arrives after a miss, or as caches say. It does not yield.
func (p *Processor) Prefetched(batch []uint32) {
	switch c := p.caches(); {
	case p == nil:
	case c != nil:
		p.arrivals = append(p.arrivals, p.asks(c, batch))
	default:
		p.arrivals = append(p.arrivals, p.at+p.machine.costs.Miss)
	}
}

// Recalled is all batches in flight but the oldest, which go back to the stack. It does not yield.
func (p *Processor) Recalled() {
	if p != nil {
		p.arrivals = p.arrivals[:min(1, len(p.arrivals))]
	}
}

// Awaits comes before the scan of the oldest batch in flight. It does not yield: the scan does.
func (p *Processor) Awaits() {
	if p != nil {
		p.charge(Memory, max(0, p.arrivals[0]-p.at))
		p.arrivals = append(p.arrivals[:0], p.arrivals[1:]...)
	}
}

// Forgets is the beginning of a mark. It does not yield.
func (p *Processor) Forgets() {
	if p != nil {
		p.arrivals, p.stolen, p.since, p.vain, p.Spent = p.arrivals[:0], false, Spent{}, 0, Spent{}
		p.Scanning, p.rest = 0, 0
	}
}

// Collected comes when the references of so many objects have been read, and before they are followed.
func (p *Processor) Collected(objects, refs int) {
	if p != nil {
		p.scanning(Scans, p.scan(objects, refs), objects)
	}
}

func (p *Processor) scan(objects, refs int) time.Duration {
	if m := p.machine.Memory; m != nil {
		t := p.rest + machines.Fixed(objects)*m.Object + machines.Fixed(refs)*m.Ref
		p.rest = t % 1000
		return time.Duration(t / 1000)
	}
	c := &p.machine.costs
	return time.Duration(objects)*c.Object + time.Duration(refs)*c.Ref
}

// Chases comes before an object of a list is scanned, or all objects of a thin frontier, whose misses are waited for
// together. They count as unscanned.
func (p *Processor) Chases(objects, refs int) {
	if p != nil {
		p.Waits()
		p.spend(Scans, p.scan(objects, refs))
	}
}

// Waits is a miss for which a worker waits alone, before what was asked for is scanned. It does not yield: the scan does.
func (p *Processor) Waits() {
	if p != nil {
		p.charge(Memory, p.machine.costs.Miss)
	}
}

// ClaimsChunk comes before a chunk is scanned that lay in a worker's range. It does not yield: the scan does.
func (p *Processor) ClaimsChunk(owner int) {
	if p != nil {
		p.charge(Deques, p.machine.costs.Chunk)
		p.stores(Deques, machines.Ranges, owner)
		p.Waits()
	}
}

// Claimed is bits that were set with locked instructions. It does not yield: a worker marks a batch as a whole.
func (p *Processor) Claimed(refs []uint32) {
	switch c := p.caches(); {
	case p == nil:
	case c != nil:
		p.locks(c, refs)
	default:
		p.charge(Claims, time.Duration(len(refs))*p.machine.costs.Claim)
	}
}

// Pushes comes before an item goes to the worker's own deque.
func (p *Processor) Pushes() {
	if p != nil {
		p.stores(Deques, machines.Deques, p.id)
		p.spend(Deques, p.machine.costs.Push)
	}
}

// Pops comes before an item leaves the worker's own deque. It does not yield if the worker has just stolen the item. If
// a theft cost less than a pop, two workers would rob one another for ever:
//
//  1. Worker V has stolen an item. It is about to pop it.
//  2. Worker W steals it from V. W is about to pop it.
//  3. V finds nothing, and steals it from W.
func (p *Processor) Pops() {
	switch {
	case p == nil:
	case p.stolen:
		p.stolen = false
		p.charge(Deques, p.machine.costs.Push)
	default:
		p.stores(Deques, machines.Deques, p.id)
		p.spend(Deques, p.machine.costs.Push)
	}
}

// Overflows comes before so many blocks are put on the overflow list, or taken off it.
func (p *Processor) Overflows(blocks int) {
	if p != nil && blocks > 0 {
		p.stores(Deques, machines.List, 0)
		p.spend(Deques, time.Duration(blocks)*p.machine.costs.Overflow)
	}
}

// Pended is so many refs that were put into the pending bitmap or taken from it. It does not yield.
func (p *Processor) Pended(refs int) {
	if p != nil {
		p.charge(Deques, time.Duration(refs)*p.machine.costs.Pend)
	}
}

// Sends comes before a slot of so many references goes to an owner.
func (p *Processor) Sends(to, refs int) {
	if p != nil {
		p.publishes(to, refs)
		p.spend(Mail, p.machine.costs.Slot)
	}
}

// Spilt is so many references for which a queue had no room, or that were taken from the bitmap of spilt ones. It does not
// yield.
func (p *Processor) Spilt(refs int) {
	if p != nil {
		p.charge(Mail, time.Duration(refs)*p.machine.costs.Pend)
	}
}

// LooksInto comes before an owner looks into the queues from all others.
func (p *Processor) LooksInto(owners int) {
	if p != nil {
		p.polls(owners)
		p.spend(Mail, time.Duration(owners-1)*p.machine.costs.Inbox)
	}
}

// Receives comes before the references of a slot from another owner are marked.
func (p *Processor) Receives(from, refs int) {
	if p != nil {
		p.takes(from, refs)
		p.spend(Mail, p.machine.costs.Slot+time.Duration(refs)*p.machine.costs.Forward)
	}
}

// Attempts comes before an attempt to rob a victim by a worker that has no work. It reports whether the
// attempt loses: the deque has had items, another theft from this victim has ended in between, and the kind of deque is one
// that loses races.
//
// An attempt at an empty deque is over with its look. Such a worker looks a little ahead of the others, so that hundreds
// of them do not take turns for nothing.
func (p *Processor) Attempts(victim int, deque stealq.Deque, loses bool) (lost bool) {
	if p == nil {
		return false
	}
	p.loads(Searches, machines.Deques, victim)
	began, cost, shows := p.at, p.machine.costs.Attempt, deque.Len() > 0
	if !shows && p.at+cost < p.machine.now+p.machine.ahead() {
		p.machine.Points++
		p.charge(Searches, cost)
		return false
	}
	p.spend(Searches, cost)
	if lost = shows && loses && p.machine.processors[victim].robbed > began; lost {
		p.spend(Searches, p.machine.costs.Lost)
	}
	return lost
}

// ahead is how far: 512 ns with 1,024 workers, and not at all with 200. With 1,024 workers, 100 to 1,000 ns gave the same times
// within 3 %, but for lists with speculation, which any change moves by 10 %. To compute a mark took half the time. With 16
// workers 500 ns would be a hundredth of a small mark. It is never more than five attempts.
func (m *Machine) ahead() time.Duration {
	return min(time.Duration(len(m.processors)/2), 5*m.costs.Attempt)
}

// Balances comes before a worker that has work evens out its deque and a partner's.
func (p *Processor) Balances() {
	if p != nil {
		p.spend(Steals, p.machine.costs.Attempt)
	}
}

// Stole is a theft of n items from a victim. If n is below 0, the victim got them. It does not yield.
func (p *Processor) Stole(victim, n int) {
	if p != nil && n > 0 {
		p.robs(victim, n)
		p.machine.processors[victim].robbed, p.stolen = p.at, true
	}
	p.Changes(victim)
}

// Changes says that this worker has changed what another one has.
func (p *Processor) Changes(other int) {
	if p != nil {
		p.machine.changed(other)
	}
}

// Looks comes before an idle worker looks for work at so many others.
//
// A worker that spins looks again at once, for ever. While a worker is active, every look is in vain until a worker that does
// not spin does something. These looks count as one. Marks with owners may take some per cent more
// or less than they would with all looks, because the machine's time is not that of a spinner
// meanwhile (Attempts).
func (p *Processor) Looks(team int, spins bool) {
	if p == nil {
		return
	}
	d := time.Duration(team) * p.machine.costs.Look
	if spins {
		if until := p.machine.nextBesides(p); until != Never && until > p.at+d {
			d = (until - p.at + d - 1) / d * d
		}
	}
	p.spend(Looks, d)
}

// GivesWay is to give the processor away. It reports whether that is done: on hardware the caller does it.
func (p *Processor) GivesWay() bool {
	if p != nil {
		p.spend(Looks, max(1, p.machine.costs.Yield)) // VT3
	}
	return p != nil
}

// Naps is GivesWay for a time.
func (p *Processor) Naps(d time.Duration) bool {
	if p != nil {
		p.spend(Looks, max(1, d))
	}
	return p != nil
}

// Foresees comes before a round of cursors of a speculator, and Foresaw after it: so many steps were taken. The steps of a
// round wait for memory together, so it takes a miss at least.
func (p *Processor) Foresees() {
	if p != nil {
		p.spend(Speculates, p.machine.costs.Miss)
	}
}

// Foresaw is described at Foresees. It does not yield.
func (p *Processor) Foresaw(steps uint64) {
	if p != nil {
		p.machine.Steps += steps
		p.charge(Speculates, max(0, time.Duration(steps+1)*p.machine.costs.Cursor-p.machine.costs.Miss))
	}
}

// Moved is so many steps of cursors of the worker that marks. It does not yield.
func (p *Processor) Moved(steps uint64) {
	if p != nil {
		p.machine.Steps += steps
		p.charge(Cursors, time.Duration(steps)*p.machine.costs.Cursor)
	}
}

// FollowsShortcut is one that was looked up. It does not yield.
func (p *Processor) FollowsShortcut() {
	if p != nil {
		p.charge(Cursors, p.machine.costs.Cursor)
	}
}
