package virtual

import "time"

// These are the points: what a worker does, and what it costs. Package mark/sim/costs says what each cost is for.

// Prefetched is a batch that was asked for: it arrives after a miss. It does not yield.
func (p *Processor) Prefetched() {
	if p != nil {
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
		p.charge(ForMemory, max(0, p.arrivals[0]-p.at))
		p.arrivals = append(p.arrivals[:0], p.arrivals[1:]...)
	}
}

// Forgets is the beginning of a mark. It does not yield.
func (p *Processor) Forgets() {
	if p != nil {
		p.arrivals, p.stolen, p.Spent = p.arrivals[:0], false, Spent{}
	}
}

// Collected comes when the references of so many objects have been read, and before they are followed.
func (p *Processor) Collected(objects, refs int) {
	if p != nil {
		p.spend(ForScans, p.scan(objects, refs))
	}
}

func (p *Processor) scan(objects, refs int) time.Duration {
	c := &p.machine.costs
	return time.Duration(objects)*c.Object + time.Duration(refs)*c.Ref
}

// Followed is so many objects one after the other, each of which waited for its own miss. The worker marks alone, so
// nobody minds that the point is behind the effect.
func (p *Processor) Followed(objects, refs int) {
	if p != nil {
		p.charge(ForMemory, time.Duration(objects)*p.machine.costs.Miss)
		p.spend(ForScans, p.scan(objects, refs))
	}
}

// Waits is a miss for which a worker waits alone, before what was asked for is scanned. It does not yield: the scan does.
func (p *Processor) Waits() {
	if p != nil {
		p.charge(ForMemory, p.machine.costs.Miss)
	}
}

// ClaimsChunk comes before a chunk is scanned. It does not yield: the scan does.
func (p *Processor) ClaimsChunk() {
	if p != nil {
		p.charge(ForDeques, p.machine.costs.Chunk)
		p.Waits()
	}
}

// Claimed is so many bits that were set with locked instructions. It does not yield: a worker marks a batch as a whole.
func (p *Processor) Claimed(n int) {
	if p != nil {
		p.charge(ForClaims, time.Duration(n)*p.machine.costs.Claim)
	}
}

// Pushes comes before an item goes to the worker's own deque.
func (p *Processor) Pushes() {
	if p != nil {
		p.spend(ForDeques, p.machine.costs.Push)
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
		p.charge(ForDeques, p.machine.costs.Push)
	default:
		p.spend(ForDeques, p.machine.costs.Push)
	}
}

// Overflows comes before so many blocks are put on the overflow list, or taken off it.
func (p *Processor) Overflows(blocks int) {
	if p != nil && blocks > 0 {
		p.spend(ForDeques, time.Duration(blocks)*p.machine.costs.Overflow)
	}
}

// Pended is so many refs that were put into the pending bitmap or taken from it. It does not yield.
func (p *Processor) Pended(refs int) {
	if p != nil {
		p.charge(ForDeques, time.Duration(refs)*p.machine.costs.Pend)
	}
}

// Sends comes before a slot of references goes to an owner.
func (p *Processor) Sends() {
	if p != nil {
		p.spend(ForMail, p.machine.costs.Slot)
	}
}

// Spilt is so many references for which a queue had no room, or that were taken from the bitmap of spilt ones. It does not
// yield.
func (p *Processor) Spilt(refs int) {
	if p != nil {
		p.charge(ForMail, time.Duration(refs)*p.machine.costs.Pend)
	}
}

// LooksInto comes before a worker looks into so many queues.
func (p *Processor) LooksInto(queues int) {
	if p != nil {
		p.spend(ForMail, time.Duration(queues)*p.machine.costs.Inbox)
	}
}

// Receives comes before the references of a slot are marked.
func (p *Processor) Receives(refs int) {
	if p != nil {
		p.spend(ForMail, p.machine.costs.Slot+time.Duration(refs)*p.machine.costs.Forward)
	}
}

// Attempts comes before an attempt to rob a victim, which shows work if shows is true. It reports whether the attempt
// loses: another theft from this victim has ended in between, and the kind of deque is one that loses races.
func (p *Processor) Attempts(victim int, shows, loses bool) (lost bool) {
	if p == nil {
		return false
	}
	began := p.at
	p.spend(ForStealing, p.machine.costs.Attempt)
	if lost = shows && loses && p.machine.processors[victim].robbed > began; lost {
		p.spend(ForStealing, p.machine.costs.Lost)
	}
	return lost
}

// Robbed is a theft from a victim. It does not yield.
func (p *Processor) Robbed(victim int) {
	if p != nil {
		p.machine.processors[victim].robbed, p.stolen = p.at, true
	}
}

// Looks comes before an idle worker looks for work at so many others.
func (p *Processor) Looks(team int) {
	if p != nil {
		p.spend(ForLooks, time.Duration(team)*p.machine.costs.Look)
	}
}

// GivesWay is to give the processor away. It reports whether that is done: on hardware the caller does it.
func (p *Processor) GivesWay() bool {
	if p != nil {
		p.spend(ForLooks, max(1, p.machine.costs.Yield)) // VT3
	}
	return p != nil
}

// Naps is GivesWay for a time.
func (p *Processor) Naps(d time.Duration) bool {
	if p != nil {
		p.spend(ForLooks, max(1, d))
	}
	return p != nil
}

// Foresees comes before a round of cursors, and Foresaw after it: so many steps were taken. The steps of a round of a
// speculator wait for memory together, so it takes a miss at least.
func (p *Processor) Foresees() {
	if p != nil {
		p.spend(ForMemory, p.machine.costs.Miss)
	}
}

// Foresaw is described at Foresees. It does not yield.
func (p *Processor) Foresaw(steps uint64) {
	if p != nil {
		p.charge(ForCursors, max(0, time.Duration(steps)*p.machine.costs.Cursor-p.machine.costs.Miss))
	}
}

// Moved is so many steps of cursors, or shortcuts that were looked up, of the worker that marks. It does not yield.
func (p *Processor) Moved(steps uint64) {
	if p != nil {
		p.charge(ForCursors, time.Duration(steps)*p.machine.costs.Cursor)
	}
}
