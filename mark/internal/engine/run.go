package engine

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/faults"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// run marks. Worker 0 runs on the caller's goroutine. The other workers are woken as
// work is published. If the idle policy does not let them sleep, they are all woken
// at the start.
func (m *Marker) run(s scanner, roots int) {
	start := m.begin(s, roots)
	defer m.hush()
	m.phase(roots, start)
	m.summarize(start, m.crew.Now())
}

// begin readies everything for the first phase of a mark, which is the only one but for a mark in both directions.
// It returns the time, from when on the mark counts.
func (m *Marker) begin(s scanner, roots int) (start time.Time) {
	m.decide(s)
	m.ready(s, roots)
	m.prepareSpeculation(s)
	start = m.crew.Now()
	m.teller = m.newTeller(start)
	for _, w := range m.workers {
		w.probe.Begin(start)
	}
	return start
}

// hush ends what begin has begun.
func (m *Marker) hush() { m.teller.Hush() }

// phase is a mark from the first worker's start to the last one's sleep. ready comes before.
func (m *Marker) phase(roots int, start time.Time) {
	defer faults.Restore(faults.Panic())
	ended := false
	defer func() {
		if !ended { // the user's code called runtime.Goexit on this goroutine
			m.crew.Drain()
		}
	}()
	for _, w := range m.workers {
		w.StartAt(start)
	}
	// The others are parked, because the last Drain waited for this. With an idle policy
	// that does not park they are woken now, and they are refused while worker 0 holds
	// the exclusive bit.
	first := m.workers[0]
	first.Lead(m.plan.Excludes)
	first.setClaimer()
	first.mayShow = true // the roots
	if m.Options.Tuning.Idle != tune.IdlePark {
		m.crew.Wake(m.plan.Team)
	}
	if chunks := (roots - 1) / policy.ChunkRefs; chunks > 0 && first.endExclusive() {
		first.wake(chunks) // for all chunks of the roots but the first, which it takes
	}
	m.pollContext()
	first.lead()
	m.crew.Drain()
	ended = true
}

// lead is worker 0's part of a mark, on the caller's goroutine. It returns when the
// mark is over.
func (w *worker) lead() {
	for !w.m.crew.Done() {
		w.guarded()
		if !w.m.crew.Done() {
			w.m.crew.Park(w.id, w.wanted)
		}
	}
}

// live is the goroutine of another worker. It marks whenever it is woken, until
// Close.
func (w *worker) live() {
	faults.Panic()
	closed := false
	defer func() {
		if closed {
			w.m.crew.Ended()
		} else {
			w.m.crew.Restart(w.id, w.live) // the user's code called runtime.Goexit: start another goroutine instead
		}
	}()
	if w.Refs == nil { // this worker was woken, and had no goroutine
		w.equip()
		w.guarded()
	}
	for w.m.crew.Park(w.id, w.wanted) {
		w.guarded()
	}
	closed = true
}

// guarded runs w.mark. It turns a panic of the user's code, a fault of mapped memory
// or a runtime.Goexit into the mark's error.
func (w *worker) guarded() {
	if w.broken {
		w.broken = false
		w.m.crew.WakeWorker(0)
		return
	}
	finished := false
	defer func() {
		if finished {
			return
		}
		if w.foresees { // the user's code called runtime.Goexit for a speculator (C2)
			w.foresees = false
			return
		}
		value := recover()
		err, ok := w.failure(value)
		switch {
		case ok:
			w.fail(err)
		case w.m.Foreign:
			w.fail(w.m.dequePanic(value))
		default:
			w.m.crew.Abort() // let the others end before the program does
			panic(value)
		}
	}()
	w.mark()
	finished = true
}

// failure turns what recover returned, nil after runtime.Goexit, into the mark's error. It returns false
// if the panic is a defect of this program. Only a deferred function may call it.
func (w *worker) failure(value any) (error, bool) {
	if calling := w.calling; calling != CallsNothing {
		w.calling = CallsNothing
		return w.m.Errors.Asked(calling, w.current, value), true
	}
	return faults.Error("mark", value)
}

// finish ends a mark that has run. It returns the reason if the mark is not complete.
func (m *Marker) finish() error {
	if m.failure.err != nil {
		return m.failure.err
	}
	err := m.conserved()
	if err == nil {
		err = m.tellEnd()
	}
	m.dirty = err != nil
	return err
}
