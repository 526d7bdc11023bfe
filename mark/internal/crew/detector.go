package crew

// Detector decides when all workers may stop. This is called termination detection.
//
// A worker without work cannot decide alone. Its own stack is empty, but another worker
// may still hold grey objects. All workers share one counter of active workers.
//
// The source is Flood, Detlefs, Shavit and Zhang, "Parallel Garbage Collection for
// Shared Memory Multiprocessors" (JVM 2001), section 3.4. There a worker without work
// announces that it is inactive. It watches the deques of the others. It becomes
// active again before it tries to steal. All workers stop when none is active.
//
// We keep this, and change three things:
//
//   - A second counter stands in the same word: the activations. It counts how often
//     a worker has become active. One compare-and-swap can therefore tell that no
//     worker became active during an interval.
//   - Work may also lie in the overflow list, in the pending bitmap and in open
//     ranges. The workers look there in the same interval.
//   - The decision is a bit of the same word. No worker can become active after the
//     decision.
//
// The word:
//
//	 63     62          61 ............... 32  31        30 ... 0
//	┌──────┬───────────┬──────────────────────┬─────────┬────────┐
//	│ done │ exclusive │ activations (wraps)  │ closing │ active │
//	└──────┴───────────┴──────────────────────┴─────────┴────────┘
//
// One worker, from its join to the end of the mark (trace.go in package engine, await.go):
//
//	                  it sees work
//	  ┌───────────────────────────────────────────┐
//	  v                                           │
//	join ────> takes and scans ────> leave ────> looks ────> parks
//	active +1        until it        active -1    │
//	activations +1   finds nothing                │ none is active: Quiet,
//	                                              │ another look, Finish
//	                                              v
//	                                       the mark is over
//
// Worker 0 does not join at first. It begins as an active worker: see Begin.
//
// Private memory is what only one worker can reach: its stack, the batches in its
// ring, a block in its hands, a chunk that it has claimed. A shared place is what all
// workers can see: a deque, an open range, the overflow list, the pending bitmap.
// Each worker obeys three rules:
//
//	T1  A worker is active while it holds a grey object in its private memory.
//	    It joins before it takes anything from a shared place.
//	T2  A worker leaves only when its private memory and its own deque are empty,
//	    or when the mark is over.
//	T3  Only an active worker adds work to a shared place. A thief adds to its
//	    own deque. A deque that moves items both ways may add to the deque of
//	    another worker. Then this other worker is active, too.
//
// # Nothing is lost
//
// The proof has six steps. A worker calls Quiet. Then it looks at every shared place,
// and sees each of them empty. Then it calls Finish, and Finish succeeds.
//
//  1. At Quiet the word was w, and w says that no worker is active. At Finish the word
//     was w again, because Finish is a compare-and-swap from w.
//  2. Every join changes the activations. No worker joined between Quiet and Finish.
//     (The count has 30 bits. To hide one join, 2^30 joins would be needed in this one
//     interval. A join takes at least a few nanoseconds, so the interval would have to
//     last for seconds. It is as long as one look.)
//  3. Hence no worker was active in the whole interval. By T1 no private memory held
//     a grey object. By T3 no shared place gained one.
//  4. Each shared place was seen empty once in the interval. It gained nothing after
//     this look. All shared places were empty together at the end of the interval.
//  5. A grey object can be nowhere else: the mark is complete.
//  6. From then on the done bit makes every join fail: the mark stays complete.
//
// # The mark ends
//
//  1. Worker 0 is active when the mark begins. With an idle policy that does not park,
//     all others are woken and join then, too. After that, a worker joins only for work
//     that it has seen, or because another worker has woken it for work.
//  2. At some time no grey object is left. Then every active worker finds nothing,
//     and leaves. The workers that are just about to join find nothing either, and
//     leave. Then no worker joins again.
//  3. Let X be the worker that leaves last. From then on no worker is active. X is in
//     Await. It does not park, because Await parks only after a look that found a
//     worker active.
//  4. X calls Finish. This fails only if the Finish of another worker has succeeded,
//     or if the mark was aborted. In each case the mark has ended.
//  5. The end needs no worker that is parked. The worker that declares the end wakes
//     worker 0, and worker 0 returns from the mark.
//
// Step 2 needs a scheduler that does not take sides. Two thieves can take one object
// from each other again and again. This goes on for as long as the scheduler stops
// each of them between its theft and its pop. A program's own deque may also say for ever
// that it holds something. broken.go in package engine ends such a mark.
//
// Step 3 needs that no other worker is awake only to help with the end. Suppose that
// such a helper joins. Its join makes the Finish of X fail. The two could do so in
// turn, for as long as the scheduler likes. docs/model has this run.
//
// # The exclusive bit
//
// While the exclusive bit is set, one worker marks, and no other worker touches
// anything. This worker is the holder of the bit. It sets mark bits with plain stores,
// and it shares nothing. A small heap, or a long list, costs what one worker costs.
//
//	X1  The bit is set only while exactly one worker is active. This worker is
//	    the holder.
//	X2  While the bit is set, no worker joins.
//	X3  Only the holder clears the bit: with Clear, or when it leaves.
//	X4  Begin sets the bit before anybody else is awake. Exclude sets it only if
//	    every shared place was empty after the caller was seen to be the only
//	    active worker.
//	X5  The holder publishes work for others only after it has cleared the bit. It wakes
//	    sleepers only after it has published.
//	X6  The work that the holder has published under the bit, for no other worker, is
//	    gone before it leaves. Another worker may have seen the bit, and sleep beside
//	    that work.
//
// The holder may use plain stores. At each moment under the bit the holder is the only
// active worker (X1, X2), and a worker that is not active touches no mark bit (T1). The
// stores of other workers came before they left. The holder has read the word since
// then. The holder's stores come before it clears the bit. Others join after that, and
// to join they read the word.
//
// Nothing is lost. The proof above still holds, because Leave takes the bit away
// together with the worker that holds it. While no worker is active the bit is
// clear, and Finish compares the same word as before.
//
// The mark ends. A worker that is refused has changed nothing, so it cannot make a
// Finish fail. It waits until it sees the bit clear, and work. It may park: Await parks
// only after a look that found a worker active, and the holder is active. No worker
// sleeps beside work: the holder clears the bit, then publishes, then wakes (X5). A
// worker that parks either announces itself before the holder reads the number of
// sleepers, and is woken. Or it looks after that (L1 in lobby.go), and sees the bit
// clear and the work.
//
// The closing bit is in closing.go.
type Detector struct {
	state word
}

const (
	doneBit      = 1 << 63
	exclusiveBit = 1 << 62
	activation   = 1 << 32
	closingBit   = 1 << 31
	activeMask   = closingBit - 1
	activations  = exclusiveBit - activation
)

// Reset prepares for a mark. No worker may be running. No worker is active then.
func (d *Detector) Reset() { d.state.Store(d.state.Load() & activations) }

// Begin counts worker 0 as active. If exclusive is true, worker 0 holds the exclusive
// bit, too. It comes after Reset, and before anybody else is awake. The roots already
// lie in an open range, and worker 0 finds them there.
func (d *Detector) Begin(exclusive bool) {
	state := d.state.Load() + 1
	if exclusive {
		state |= exclusiveBit
	}
	d.state.Store(state)
}

// Joining says what came of an attempt to join.
type Joining uint8

const (
	Joined  Joining = iota // the caller is active now
	Refused                // another worker holds the exclusive bit, or the closing bit is set
	Ended                  // the mark is over
)

// Join counts the caller as active, unless it is refused or the mark is over.
//
// It looks at the exclusive bit in the same step in which it joins. A join that does not
// look at the bit lets two workers mark one object:
//
//  1. Worker H holds the bit. It loads a word of the bitmap, with a plain load. The
//     bit of object r is clear.
//  2. Worker W joins. It finds a range of roots, which H has left open. It sets the bit
//     of r, and pushes r.
//  3. H stores the word, with the bit of r set, and pushes r again.
func (d *Detector) Join() Joining {
	for {
		old := d.state.Load()
		switch {
		case old&doneBit != 0:
			return Ended
		case old&(exclusiveBit|closingBit) != 0:
			return Refused
		}
		// The sum changes both counters. The activations must change, too. Without
		// them this interleaving loses an object:
		//
		//  1. No worker is active, and ref r is in the pending bitmap. Worker T calls
		//     Quiet: active is 0. T looks at the open ranges and at the overflow list:
		//     they are empty.
		//  2. Worker S joins. It takes r from the pending bitmap and scans it. It
		//     publishes what it found, block c, on the overflow list. Then S leaves,
		//     as T2 allows.
		//  3. T looks at the pending bitmap and at the deques: they are empty.
		//  4. T calls Finish. Active is 0 again, so the word is that of step 1, and
		//     Finish succeeds. No worker scans c.
		//
		// With the activations the word has changed in step 2, and Finish fails.
		//
		// When the activations wrap, the sum carries into the exclusive bit: so mask it.
		if d.state.CompareAndSwap(old, (old+activation+1)&^exclusiveBit) {
			return Joined
		}
	}
}

// Leave counts the caller as inactive. The caller holds nothing (T2). exclusive says
// that the caller holds the exclusive bit. opened says that it was the last one, and has
// cleared the closing bit (X7): then X10 is to be done.
//
// The count and the exclusive bit change in one step. If the bit stayed, the mark might never end.
// This is "leave without clearing the bit":
//
//  1. Worker H holds the bit. It publishes block c on the overflow list. Then it leaves,
//     as T2 allows, and the bit stays.
//  2. Worker W sees c, and is refused, again and again. No worker is left to clear the
//     bit, and none can finish, because c is visible.
//
// The closing bit goes in a second step. Between the two no worker can join, so no other
// worker changes it.
func (d *Detector) Leave(exclusive bool) (opened bool) {
	if exclusive {
		d.state.Add(^uint64(exclusiveBit)) // minus 1, minus the bit
		return false
	}
	left := d.state.Add(^uint64(0))
	return left&(closingBit|activeMask) == closingBit && d.Reopen()
}

// Lone reports whether exactly one worker is active, the exclusive bit is clear, and the mark
// is not over. It also returns the state, which the caller gives to Exclude. The caller is
// active.
func (d *Detector) Lone() (state uint64, ok bool) {
	state = d.state.Load()
	return state, state&(doneBit|exclusiveBit|activeMask) == 1
}

// Exclude sets the exclusive bit, if no worker has joined since Lone returned state. It clears
// the closing bit: if this stayed, no worker could join when the holder clears its own. Between
// Lone and Exclude the caller has seen every shared place empty. Then the caller is the holder.
// It returns false if it is not.
//
// The caller looks after Lone. If something is visible, it does not call Exclude. The
// reason is that a worker may have been woken for it. This is "set although something is
// visible":
//
//  1. Worker P pushes a block on its deque, and wakes worker W for it.
//  2. P has little left in private memory. It sets the bit.
//  3. W tries to join, and is refused. W parks beside the block.
//
// The activations are needed here just as in Join: another worker may join, publish and
// leave between Lone and Exclude. Then the look of the caller is out of date.
func (d *Detector) Exclude(state uint64) bool {
	return d.state.CompareAndSwap(state, state&^closingBit|exclusiveBit)
}

// Clear takes the exclusive bit away. Only its holder may call it. The holder publishes
// for others after that, and then wakes them. In another order a worker sleeps beside
// work. This is "wake before the bit is cleared":
//
//  1. Worker H holds the bit. It publishes block b, and wakes worker W.
//  2. W tries to join, and is refused. W sees the bit, so it sees no work. W parks.
//  3. H clears the bit. No worker wakes W for b.
func (d *Detector) Clear() { d.state.And(^uint64(exclusiveBit)) }

// Exclusive reports whether some worker holds the exclusive bit.
func (d *Detector) Exclusive() bool { return d.state.Load()&exclusiveBit != 0 }

// Held is Exclusive, and the mark is not over. A holder whose deque has panicked never leaves, so
// the bit may stay when the mark ends.
func (d *Detector) Held() bool { return d.state.Load()&(doneBit|exclusiveBit) == exclusiveBit }

// Quiet reports whether no worker is active and the mark is not over. It also returns
// the state, which the caller gives to Finish.
//
// The caller looks at the shared places after Quiet, never before. This interleaving
// loses an object if worker T trusts a look that it took before:
//
//  1. T has left. It looks at all shared places: they are empty.
//  2. Owner O is active. It pushes block b on its deque, and scans on.
//  3. Worker S joins, and takes b from O's deque. O's stack becomes empty, and O
//     leaves.
//  4. S scans b. It publishes what it found, block c, on the overflow list. Then S
//     leaves, as T2 allows.
//  5. T calls Quiet: no worker is active. T declares the end. No worker scans c.
//
// If T looks after Quiet, it sees c.
func (d *Detector) Quiet() (state uint64, ok bool) {
	state = d.state.Load()
	return state, state&(doneBit|activeMask) == 0
}

// Unchanged reports whether nothing has happened to the word since Lone or Quiet returned state.
func (d *Detector) Unchanged(state uint64) bool { return d.state.Load() == state }

// Finish ends the mark, if no worker has joined since Quiet returned state. Between
// Quiet and Finish the caller has seen every shared place empty. It returns false if it
// has not ended the mark.
func (d *Detector) Finish(state uint64) bool {
	return d.state.CompareAndSwap(state, state|doneBit)
}

// Abort ends the mark at once, complete or not.
func (d *Detector) Abort() { d.state.Or(doneBit) }

// Done reports whether the mark is over.
func (d *Detector) Done() bool { return d.state.Load()&doneBit != 0 }

// Joins returns how often a worker has joined, in all marks together, modulo 2^30.
func (d *Detector) Joins() uint64 { return d.state.Load() & activations / activation }

// Active returns how many workers are active now.
func (d *Detector) Active() int { return int(d.state.Load() & activeMask) }
