package engine

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/crew"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// mark takes part in one mark. It returns when the mark is over, or when there is
// nothing to do and the worker should park.
func (w *worker) mark() {
	w.probe.Turn(timeline.ActivityLook)
	for {
		switch w.Join() {
		case crew.Ended:
			return
		case crew.Joined:
			w.takePart()
		}
		if !w.Await(w) {
			w.probe.Turn(timeline.ActivitySleep)
			return
		}
		if w.probe != nil && w.Reserved() {
			w.probe.Awaited()
		}
	}
}

// takePart is what a worker does from join to leave.
func (w *worker) takePart() {
	w.stats.Joins++
	w.setClaimer() // the holder of the exclusive bit may have changed who sets mark bits
	w.becomeBusy()
	before := w.taken()
	w.trace()
	w.becomeIdle()
	if w.Leave(w.taken() != before) {
		w.wakeOwners() // X10
	}
	w.setClaimer()
}

// taken counts what this worker has taken up.
func (w *worker) taken() uint64 {
	return w.Batches + w.stats.ChunksTaken + w.RefsReceived + w.SpillTaken
}

// trace is the marking loop: scan grey objects, and share what they lead to, until
// this worker finds none anywhere. It returns when nothing private is left (T2), or
// when the mark is over.
func (w *worker) trace() {
	for !w.m.crew.Done() {
		if w.IsThin() && w.followThin() {
			w.share()
			continue
		}
		for w.InFlight() < w.m.plan.Pace.InFlight && w.topUp() {
			w.Prefetch(w.take())
		}
		if w.InFlight() > 0 {
			if half := w.m.plan.Pace.Halfway; half < w.InFlight() {
				w.Approach(w.At(half))
			}
			w.scanOldest()
			w.drain()
		} else if !w.refill() && !w.takesBack() {
			w.sendAll(false) // O2 in package forward
			return
		}
		w.share()
	}
}

// take moves a batch from the private stack to the ring, and returns it.
func (w *worker) take() []uint32 {
	n := w.m.plan.Pace.Take(w.Size(), w.othersIdle, w.Alone)
	if w.Alone && w.m.plan.Pace.Patience > 0 {
		n = w.Solo.Takes(n, w.Scanned)
	}
	return w.Take(n)
}

// scanOldest scans the batch that has been in the ring for longest. It counts what is
// scanned. pushed counts what is marked. A batch may be scanned without having been
// marked, or be marked and never scanned. Each of these defects breaks a conservation
// law.
func (w *worker) scanOldest() {
	batch := w.Oldest()
	if w.m.Options.Until != nil && w.stops(batch) {
		return
	}
	w.Batches++
	w.Scanned += uint64(len(batch))
	w.scanner.scan(w, batch)
}

// stops asks Options.Until about each object of a batch that is about to be scanned. It returns true
// if the mark is over.
//
// Each grey object comes to scanOldest once, and scanOldest calls stops. Only what is done for a thin
// frontier does not come there (followThin). With an Until, therefore, no frontier is thin, and no
// worker speculates.
func (w *worker) stops(batch []uint32) bool {
	for _, node := range batch {
		w.reportProgress(0)
		if w.m.pollContext(); w.m.crew.Done() {
			return true
		}
		w.calling, w.current = CallsUntil, node
		stop := w.m.Options.Until(node)
		w.calling = CallsNothing
		if stop {
			w.fail(w.m.Errors.Stopped(node))
			return true
		}
	}
	return false
}

// IsThin reports whether the frontier is thin: this worker holds the exclusive bit, and few
// objects are grey. With grain 1 all objects go through the deque, and Options.Until wants to
// see each object.
func (w *worker) IsThin() bool {
	return w.Alone && w.InFlight() == 0 && uint(w.Size()-1) < policy.ThinRefs && w.m.plan.Thins
}

// Follow and Round are of thin.Scanner.
func (w *worker) Follow() bool { return w.scanner.follow(w) }

// Round is described at Follow.
func (w *worker) Round(speculates bool) bool { return w.scanner.thinRound(w, speculates) }

// followThin is for a thin frontier. It returns false if it leaves what is grey to scan.
func (w *worker) followThin() bool {
	if w.m.plan.Asks {
		return w.askThin()
	}
	return w.Scan(w)
}
