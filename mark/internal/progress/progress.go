// Package progress tells the user of a mark, from time to time, how far the mark has come.
//
// To read the clock takes as long as to scan some objects. No worker reads it for this. An alarm
// rings, and a worker hears it when it has finished its batch. Each worker that hears it shows how
// much it has scanned. One of them tells the user, and sets the alarm again.
//
//	alarm     ─── 0.1 s ─── rings                                   ─── 0.1 s ─── rings ...
//	                          │                                    ^
//	worker 0   scans │ scans │ shows, claims, tells ───── sets it │ scans │ scans │
//	worker 1   scans │ scans │ scans │ shows │ scans │ scans │ scans │ scans │ scans
//
// Invariants:
//
//	P1  The alarm is set when the mark begins, and when a call of the user's code has
//	    returned. It rings once after that. One worker claims each ring, and there are never
//	    two calls at once.
//	P2  What a worker shows does not fall, so the sums that are told do not fall.
//	P3  Only workers that take part in the mark claim a ring, and all of them are parked
//	    before the mark returns. A ring that comes later is not heard: the next mark has its
//	    own Teller.
package progress

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/stats"
)

// Every is the shortest time from the end of a call of the user's code to the next call.
const Every = 100 * time.Millisecond

// Teller tells the user about one mark. A nil Teller tells nothing.
type Teller struct {
	Tell   func(worker int, p stats.Progress) // calls the user's code; this worker runs it
	Every  time.Duration                      // from the end of a call to the next ring
	Start  time.Time                          // of the mark
	Now    func() time.Time
	Before uint64  // how many objects were scanned by the marks that this one extends
	Rings  counter // of the alarm

	claimed counter   // of rings, those that a worker has claimed
	heard   []int64   // by worker, the rings that it has heard
	shown   []counter // by worker, how many objects it has scanned
	alarm   alarm
}

// Begin sets the alarm of a mark by so many workers. It comes before any other call.
func (t *Teller) Begin(workers int) {
	t.heard, t.shown = make([]int64, workers), make([]counter, workers)
	ring := func() { t.Rings.Add(1) }
	t.alarm = newAlarm(t.Every, ring)
}

// Hear is what a worker calls after each batch, and before each call of the user's code. It has scanned so many
// objects. If the alarm has rung, Hear shows this, and one of the workers tells the user.
func (t *Teller) Hear(worker int, scanned uint64) {
	if t != nil {
		t.listen(worker, scanned)
	}
}

// listen is apart, so that Hear can be inlined.
func (t *Teller) listen(worker int, scanned uint64) {
	rings := t.Rings.Load()
	if rings == t.heard[worker] {
		return
	}
	t.heard[worker] = rings
	t.Show(worker, scanned)
	if t.claimed.CompareAndSwap(rings-1, rings) {
		t.Tell(worker, t.now())
		t.alarm.Reset(t.Every)
	}
}

// Show lets others know how many objects this worker has scanned. The worker calls it when it goes idle.
func (t *Teller) Show(worker int, scanned uint64) {
	if t != nil {
		t.shown[worker].Store(int64(scanned))
	}
}

// now is how far the mark has come.
func (t *Teller) now() (p stats.Progress) {
	p.Scanned = t.Before
	for i := range t.shown {
		p.Scanned += uint64(t.shown[i].Load())
	}
	p.Elapsed = t.Now().Sub(t.Start)
	return p
}

// Hush ends the calls of a mark that is over. All workers are parked.
func (t *Teller) Hush() {
	if t != nil {
		t.alarm.Stop()
	}
}
