package engine

import (
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// refill looks for work in every place where it can be, in this order: what was forwarded
// to this worker or spilt for it, the worker's own deque, open ranges, the overflow list,
// the pending bitmap, the deques of other workers. The caller has an empty private stack,
// and is active (T1).
//
// False does not prove that there is no work, because the victim policy decides which
// workers are asked. The proof is the look in Await (package crew).
func (w *worker) refill() bool {
	w.Empty()
	return w.drain() || w.PopDeque() || w.takeChunk() || w.search()
}

// search is refill for the places that are not this worker's own.
func (w *worker) search() bool {
	w.probe.Turn(timeline.ActivitySteal) // until Batch in share, or becomeIdle
	return w.recoverBlock() || w.recoverPending() || w.steal()
}

// topUp sees to it that the next batch is full, if it can be: it takes a block from the
// worker's deque or from the overflow list. It returns false if the private stack stays
// empty.
//
// refill alone would not do. It is called when the ring is empty. The block that it
// brings is prefetched and scanned at once, while nothing else is in flight, and the
// worker waits for all its misses. With topUp the ring runs dry only when there is no
// block left.
func (w *worker) topUp() bool {
	if w.BlockSeen {
		w.takeBlock() // the rest is apart, so that topUp can be inlined in trace
	}
	return w.Size() > 0
}

// takeBlock moves a block to the private stack if it is time to (policy.Pace.TopsUp).
func (w *worker) takeBlock() {
	if w.m.plan.Pace.TopsUp(w.Size(), w.InFlight(), w.othersIdle, w.Alone) {
		w.probe.Taken(timeline.ActivityOverflow, w.TakeBlock())
	}
}

// takeChunk scans a chunk of the roots or of a huge object. The chunk is from the
// worker's own ranges, or stolen.
func (w *worker) takeChunk() bool {
	c, owner, shared, ok := w.m.ranges.Claim(w.id)
	if !ok {
		return false
	}
	w.Processor.Changes(owner)
	// The other stolen chunks are a range of this worker now. Maybe no worker has been
	// woken for them: a lone worker wakes one sleeper for each open range, however many
	// chunks it has (feedOthers).
	w.wake(shared)
	w.stats.ChunksTaken++
	w.scanOneChunk(c, owner)
	return true
}

// recoverBlock moves a block from the overflow list to the private stack. It returns
// false if the list is empty.
func (w *worker) recoverBlock() bool {
	n := w.RecoverBlock()
	w.probe.Taken(timeline.ActivityOverflow, n)
	return n > 0
}

// recoverPending moves refs from the pending bitmap to the private
// stack. It returns false if it has found none.
func (w *worker) recoverPending() bool {
	n := w.RecoverPending(w.id)
	w.probe.Taken(timeline.ActivityPending, n)
	if n > 0 && !w.Alone && !w.Pending.Empty() {
		w.wake(1) // while this worker took a part of the bitmap, no worker saw the refs in it
	}
	return n > 0
}

// steal asks other workers until it gets something from one of them. It gives up when
// it has seen twice as many empty deques as there are other workers, or once no worker can join:
// then none has enough for two. A steal that has lost a race does not count. It says nothing about
// whether the deque is empty.
//
// After vainLimit lost steals it gives up, too, because a program's own deque may say so
// for ever (broken.go). Nothing is concluded from this: the worker leaves, sees in Await
// that the deque is not empty, and joins again.
func (w *worker) steal() bool {
	if w.Alone || w.m.shared {
		return false // no other worker is active, and their deques are empty (T2); or all share one queue
	}
	w.Search()
	for asked, lost := 0, 0; asked < w.Attempts() && lost < vainLimit && !w.m.crew.InVain(); {
		n, outcome := w.rob(w.Victim())
		switch outcome {
		case stealq.Took:
			// The stolen items have moved from one deque to another. Without this
			// wake-up they may find no helper:
			//
			//  1. This worker takes n items from the victim's deque. They are not yet
			//     in its own.
			//  2. Worker W looks at all places, and sees no work. W parks.
			//  3. This worker's deque shows the items. W sleeps on beside them.
			w.wake(n - 1)
			return w.popStolen()
		case stealq.Empty:
			asked++
		case stealq.Lost:
			lost++
		}
	}
	return false
}

// popStolen takes up what a theft has just brought. Another thief may have taken it
// already. Then popStolen returns true all the same, and the next refill looks again. But
// it does not do so for ever (broken.go).
func (w *worker) popStolen() bool {
	if w.PopDeque() || w.stolenInVain == vainLimit {
		w.stolenInVain = 0
		return w.Size() > 0
	}
	w.stolenInVain++
	return true
}

// rob tries once to steal from victim.
func (w *worker) rob(victim int) (n int, outcome stealq.Outcome) {
	if w.Processor.Attempts(victim, w.m.Deques[victim], w.m.Options.Deque.Loses) {
		outcome = stealq.Lost
		w.Deque.Counters().Steals++
		w.Deque.Counters().Lost++
	} else {
		n, outcome = w.Rob(victim)
		w.Processor.Stole(victim, n)
	}
	w.probe.StealEnded(victim, n, outcome)
	w.Remember(victim, n, outcome, w.Private())
	return n, outcome
}

// balance evens out the deques of this worker and of a partner, although this worker has work, if the steal
// policy says so. It tries once. Items may go to the partner, if the queue can do this. Then the partner is
// active: the queue gives nothing to a worker whose Pop has found nothing. No worker leaves with such a gift
// in its deque (T2).
func (w *worker) balance() {
	if !w.Balances(w.Alone, w.Private()) {
		return
	}
	partner := w.Partner()
	w.probe.Turn(timeline.ActivitySteal)
	w.Processor.Balances()
	n, outcome := w.Even(partner)
	w.Processor.Stole(partner, n)
	w.probe.StealEnded(partner, n, outcome)
	w.probe.Turn(timeline.ActivityScan)
	w.Remember(partner, n, outcome, w.Private())
	if outcome == stealq.Took {
		w.wake(max(n, -n)) // the items are where others can take them
	}
}
