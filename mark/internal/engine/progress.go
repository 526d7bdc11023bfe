package engine

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/progress"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
)

// newTeller returns the teller of a mark, nil if the caller does not want to know. Its
// alarm is set.
func (m *Marker) newTeller(start time.Time) *progress.Teller {
	if m.Options.Progress == nil {
		return nil
	}
	t := &progress.Teller{Tell: m.tell, Every: m.tellEvery, Start: start, Now: m.crew.Now, Before: m.Before}
	t.Begin(len(m.workers))
	return t
}

// tell calls Options.Progress. This worker runs it.
func (m *Marker) tell(worker int, p stats.Progress) {
	w := m.workers[worker]
	w.calling = CallsProgress
	m.Options.Progress(p)
	w.calling = CallsNothing
}

// reportProgress is called after each batch, and before each call of the user's code. left is how many of the
// objects that are counted have yet to be scanned.
func (w *worker) reportProgress(left int) { w.m.teller.Hear(w.id, w.Scanned-uint64(left)) }

// tellEnd is the last call after a complete mark. It returns an error if the user's code panics.
func (m *Marker) tellEnd() (err error) {
	if m.Options.Progress == nil {
		return nil
	}
	defer func() {
		if value := recover(); value != nil {
			err = m.Errors.Asked(CallsProgress, 0, value)
		}
	}()
	m.Options.Progress(stats.Progress{Scanned: m.Reached, Elapsed: m.Stats.Duration})
	return nil
}
