package crew

// This file is the closing bit of the detector's word.
//
// A list may be linked both ways. Then two objects are grey, one at each end, and two
// workers are active, so no worker can take the exclusive bit. If mark bits have owners,
// each object is a message to another worker.
//
// While the closing bit is set no worker joins, and those that are active go on. Each of
// them has little. It runs out, and leaves. The last one is alone, and takes the exclusive
// bit.
//
//	        no worker shows more than a batch, and one runs out: Shut
//	open ──────────────────────────────────────────────────────────────> closing
//	  ^                                                                    │ │
//	  │    a worker publishes work for all, or the last one leaves         │ │ the last one
//	  └────────────────────────────────────────────────────────────────────┘ │ goes on: Exclude
//	  ^                                                                      v
//	  └──────────────────────────── Clear ─────────────────────────────── exclusive
//
//	X7   While the closing bit is set no worker joins. The last worker that leaves clears
//	     it, and so does the one that takes the exclusive bit.
//	X8   A worker that publishes work that every worker may take clears the bit, and
//	     wakes others after that.
//	X9   The worker that has set the bit looks then. If anything is visible, it clears the
//	     bit, and wakes all.
//	X10  A worker that clears the bit, and does not take the exclusive one, then wakes each
//	     owner of mark bits for whom something waits.
//
// Nothing is lost. The bit only makes joins fail, and the proof needs no join.
//
// The mark ends. While the bit is set a worker is active, but for the moment between the two
// steps of Leave. A worker that is refused may therefore park, as above. No worker sleeps beside
// visible work: it was published before the bit was set, and then its setter sees it (X9), or
// after that, and then its publisher sees the bit (X8). Both clear the bit before they wake.
// Work that waits for an owner stays where it is until the bit is clear. Then the worker
// that cleared it sees it (X10), or its sender wakes the owner later.
//
// No worker waits for anything here. One that has lost its processor while it is
// active delays only what was sent to owners meanwhile.

// Shut sets the closing bit, unless the caller is the only active worker. The caller is
// active, and no worker but maybe the caller holds the exclusive bit. It returns true if it
// has set the bit: then X9 is to be done.
//
// A look before that would not do, because other active workers publish at any time. This is
// "shut after a look":
//
//  1. Worker A sees nothing visible.
//  2. Worker P publishes block b. It sees the closing bit clear, and wakes worker W.
//  3. A sets the closing bit. No worker has joined since its look.
//  4. W tries to join, and is refused. W parks beside b.
func (d *Detector) Shut() bool {
	state := d.state.Load()
	return state&(doneBit|exclusiveBit|closingBit) == 0 && state&activeMask > 1 &&
		d.state.CompareAndSwap(state, state|closingBit)
}

// Reopen clears the closing bit. It returns true if the caller has done so: then X10 is to be
// done. The caller is active, or has just left as the last one.
//
// The clearing comes before the wake-up. In another order this is "wake before the bit is
// clear", as at Clear:
//
//  1. Worker P publishes block b, and wakes worker W.
//  2. W tries to join, and is refused. It sees the bit, and parks.
//  3. P clears the bit. No worker wakes W for b.
//
// Without X10 an owner sleeps beside its inbox:
//
//  1. Worker S sends a slot to owner O, and wakes O.
//  2. O is refused, and parks.
//  3. P clears the bit, and wakes W for its block. W is not O.
func (d *Detector) Reopen() bool {
	return d.state.Load()&closingBit != 0 && d.state.And(^uint64(closingBit))&closingBit != 0
}

// Refuses reports whether no worker can join, because of the exclusive or the closing
// bit.
func (d *Detector) Refuses() bool { return d.state.Load()&(exclusiveBit|closingBit) != 0 }

// InVain reports whether a worker looks for work in vain, because the mark is over or the closing bit is set. The caller is active.
func (d *Detector) InVain() bool { return d.state.Load()&(doneBit|closingBit) != 0 }
