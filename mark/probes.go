package mark

import "github.com/seed-3ccf4018/halfmark/mark/internal/probe"

// This file is what a worker's Recorder is told of the worker, and points that need to ask something first. They ask
// only if there is a Recorder.

// MarksAlone is probe.Worker.
func (w *worker) MarksAlone() bool { return w.Alone && w.m.options.Workers > 1 }

// Counted is probe.Worker.
func (w *worker) Counted() probe.Counts {
	return probe.Counts{
		Scanned: w.Scanned, Harvested: w.ObjectsHarvested, Overflowed: w.BlocksOverflowed + w.PendingAdded,
		Forwarded: w.RefsForwarded, Received: w.RefsReceived + w.RefsSwept, Rounds: w.Chains.Rounds,
		Private: w.Private() + w.Unsent(), Deque: w.Deque.Len(),
	}
}

// noteAwaited is called by an idle worker that has seen work.
func (w *worker) noteAwaited() {
	if w.probe != nil && w.m.net.WaitsFor(w.id) {
		w.probe.Awaited()
	}
}
