package mark

import "github.com/seed-3ccf4018/halfmark/mark/timeline"

// This file is what package crew asks a worker while it waits (crew.Work), and what a worker does at
// the two ends of its work.

// Offered reports whether there seems to be work for this worker.
func (w *worker) Offered() bool { return w.m.workFor(w.id) }

// Reserved reports whether something waits for this worker as an owner of mark bits.
func (w *worker) Reserved() bool { return w.m.net.WaitsFor(w.id) }

// Anywhere reports whether any shared place seems to hold work, for whomever.
func (w *worker) Anywhere() bool { return w.m.anyWork() }

// Rouse wakes the owners for whom something waits.
func (w *worker) Rouse() { w.rouseOwners() }

// Poll ends the mark if its context has been cancelled.
func (w *worker) Poll() { w.m.pollContext() }

// Speculate makes rounds of cursors for the marker.
func (w *worker) Speculate() bool { return w.speculates() }

// Doubt looks for a deque that is stuck after as many empty joins as vainLimit.
func (w *worker) Doubt(emptyJoins int) bool { return emptyJoins >= vainLimit && w.doubt() }

// becomeBusy and becomeIdle stand at the two ends of the time in which a worker is active.
func (w *worker) becomeBusy() { w.probe.TurnAt(timeline.ActivityScan, w.BeginBusy()) }

func (w *worker) becomeIdle() {
	w.probe.TurnAt(timeline.ActivityLook, w.EndBusy())
	w.show(0)
}
