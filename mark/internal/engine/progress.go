package engine

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/stats"
)

// progressEvery is the shortest time from the end of a call of Options.Progress to the next call.
const progressEvery = 100 * time.Millisecond

// teller tells the user how far one mark has come.
//
// To read the clock takes as long as to scan some objects. So no worker reads it for this. An alarm
// rings, and a worker hears it when it has finished its batch. Each worker that hears it shows how
// much it has scanned. One of them tells the user, and sets the alarm again.
//
//	alarm     ─── 0.1 s ─── rings                                   ─── 0.1 s ─── rings ...
//	                          │                                    ^
//	worker 0   scans │ scans │ shows, claims, tells ───── sets it │ scans │ scans │
//	worker 1   scans │ scans │ scans │ shows │ scans │ scans │ scans │ scans │ scans
//
// What holds:
//
//	P1  The alarm is set when the mark begins, and when a call of Options.Progress has
//	    returned. It rings once after that. One worker claims each ring. So there are never
//	    two calls at once.
//	P2  What a worker shows does not fall. So the sums that are told do not fall.
//	P3  Only workers that take part in the mark claim a ring, and all of them are parked
//	    before the mark returns. A ring that comes later is heard by nobody: the next mark
//	    has a teller of its own.
type teller struct {
	progress func(stats.Progress)
	every    time.Duration // progressEvery, but in tests
	start    time.Time
	clock    func() time.Time
	before   uint64    // how many were scanned by the marks that this one extends
	rings    counter   // of the alarm
	claimed  counter   // of rings, those that a worker has claimed
	shown    []counter // by worker, how many objects it has scanned
	alarm    alarm
}

// newTeller returns the teller of a mark, nil if nobody wants to know. Its alarm is set.
func (m *Marker) newTeller(start time.Time) *teller {
	if m.Options.Progress == nil {
		return nil
	}
	t := &teller{progress: m.Options.Progress, every: m.tellEvery, start: start, clock: m.crew.Now, before: m.Before, shown: make([]counter, len(m.workers))}
	ring := func() { t.rings.Add(1) }
	t.alarm = newAlarm(t.every, ring)
	return t
}

// reportProgress is called after each batch, and before each call of the user's code. left is how many of the
// objects that are counted have yet to be scanned.
func (w *worker) reportProgress(left int) {
	if t := w.m.teller; t != nil {
		w.listen(t, left)
	}
}

// listen tells the user about the progress if the alarm has rung.
func (w *worker) listen(t *teller, left int) {
	rings := t.rings.Load()
	if rings == w.rings {
		return
	}
	w.rings = rings
	w.show(left)
	if t.claimed.CompareAndSwap(rings-1, rings) {
		w.calling = CallsProgress
		t.progress(t.now())
		w.calling = CallsNothing
		t.alarm.Reset(t.every)
	}
}

// show lets others know how many objects this worker has scanned.
func (w *worker) show(left int) {
	if t := w.m.teller; t != nil {
		t.shown[w.id].Store(int64(w.Scanned) - int64(left))
	}
}

// now is how far the mark has come.
func (t *teller) now() (p stats.Progress) {
	p.Scanned = t.before
	for i := range t.shown {
		p.Scanned += uint64(t.shown[i].Load())
	}
	p.Elapsed = t.clock().Sub(t.start)
	return p
}

// hush ends the calls of a mark that is over. All workers are parked.
func (t *teller) hush() {
	if t != nil {
		t.alarm.Stop()
	}
}

// tellEnd is the last call after a complete mark. It returns an error if the user's code panics.
func (m *Marker) tellEnd() (err error) {
	if m.Options.Progress == nil {
		return nil
	}
	defer func() {
		if value := recover(); value != nil {
			err = m.Errors.Asked(CallsProgress, nil, 0, value)
		}
	}()
	m.Options.Progress(stats.Progress{Scanned: m.Reached, Elapsed: m.Stats.Duration})
	return nil
}
