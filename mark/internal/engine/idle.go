package engine

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/probe"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// This file is what package crew asks a worker while it waits (crew.Work; Speculate and Doubt have their own
// files), what a worker does at the two ends of its work, and what its Recorder is told (probe.Worker).

// Offered reports whether there seems to be work for this worker, which is not active. It
// is what idle workers watch.
func (w *worker) Offered() bool { return w.m.workVisible() || w.Reserved() }

// Reserved reports whether something waits for this worker as an owner of mark bits.
func (w *worker) Reserved() bool { return w.m.net.WaitsFor(w.id) }

// Anywhere reports whether any shared place seems to hold work, for whomever. The end of a
// mark depends on it: it is the look between Quiet and Finish.
func (w *worker) Anywhere() bool { return w.m.workVisible() || w.m.net.Any() }

// Rouse wakes each owner for whom something waits. It is for a worker that sees work
// which it cannot take, while no worker is active.
func (w *worker) Rouse() {
	w.wakeOwners()
	if w.m.net.Owners() > 0 {
		w.GiveWay()
	}
}

// Poll ends the mark if its context has been cancelled.
func (w *worker) Poll() { w.m.pollContext() }

// becomeBusy and becomeIdle stand at the two ends of the time in which a worker is active.
func (w *worker) becomeBusy() { w.probe.TurnAt(timeline.ActivityScan, w.BeginBusy()) }

func (w *worker) becomeIdle() {
	w.probe.TurnAt(timeline.ActivityLook, w.EndBusy())
	w.m.teller.Show(w.id, w.Scanned)
}

// MarksAlone is probe.Worker.
func (w *worker) MarksAlone() bool { return w.Alone && w.m.Options.Workers > 1 }

// Counted is probe.Worker.
func (w *worker) Counted() probe.Counts {
	return probe.Counts{
		Scanned: w.Scanned, Harvested: w.ObjectsHarvested, Overflowed: w.BlocksOverflowed + w.PendingAdded,
		Forwarded: w.RefsForwarded, Received: w.RefsReceived + w.SpillTaken, Rounds: w.Chains.Rounds,
		Private: w.Private() + w.Unsent(), Deque: w.Deque.Len(),
	}
}
