package mark

import (
	"context"
	"fmt"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/faults"
	"github.com/seed-3ccf4018/halfmark/mark/internal/thin"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// prepare clears everything for a mark of ids below n. All workers are parked.
func (m *Marker) prepare(ctx context.Context, n uint64) {
	m.marks.Resize(n)
	m.before = 0
	m.keepMarks(ctx, n)
}

// keepMarks is prepare for a mark that begins with the bits that are set (extend.go).
func (m *Marker) keepMarks(ctx context.Context, n uint64) {
	m.context, m.done = ctx, ctx.Done()
	m.objects = uint64(len(m.marks.Words())) * 64
	m.openLedger()
	m.Fit(n, m.dirty)
	if m.dirty {
		m.net.Reset()
	}
	m.dirty = true
	m.ranges.Reset()
	for _, w := range m.workers {
		w.Forget()
		w.Begin(len(m.workers))
		w.stolenInVain, w.othersIdle, w.broken = 0, false, false
		w.Member.Reset()
		w.rings, w.stats, w.Front.Counts = 0, WorkerStats{}, thin.Counts{}
	}
}

// run marks. Worker 0 runs on the caller's goroutine. The other workers are woken as
// work is published. If the idle policy does not let them sleep, they are all woken
// at the start.
func (m *Marker) run(s scanner, roots int) {
	for _, w := range m.workers {
		w.scanner = s
	}
	defer faults.Restore(faults.Panic())
	defer func() { m.teller.hush() }()
	ended := false
	defer func() {
		if !ended { // the user's code called runtime.Goexit on this goroutine
			m.crew.Drain()
		}
	}()
	m.ranges.OpenRoots(uint32(roots))
	m.decide(s)
	m.gather()
	m.prepareSpeculation(s)
	start := now()
	m.teller = m.newTeller(start)
	for _, w := range m.workers {
		w.StartAt(start)
		w.probe.Begin(start)
	}
	// The others are parked, because the last Drain waited for this. With an idle policy
	// that does not park they are woken now, and they are refused while worker 0 holds
	// the exclusive bit.
	first := m.workers[0]
	first.Lead(m.plan.Excludes)
	first.setClaimer()
	first.mayShow = true // the roots
	if m.options.Tuning.Idle != tune.IdlePark {
		m.crew.Wake(m.plan.Team)
	}
	if chunks := (roots - 1) / chunkRefs; chunks > 0 && first.endExclusive() {
		first.wake(chunks) // for all chunks of the roots but the first, which it takes
	}
	m.pollContext()
	first.lead()
	m.crew.Drain()
	ended = true
	m.summarize(start, now())
}

// finish returns the result of a run. It also returns the reason if the result is not
// complete.
func (m *Marker) finish() (*HeapResult, error) {
	if m.failure.err != nil {
		return &m.result, m.failure.err
	}
	err := m.conserved()
	if err == nil {
		err = m.tellEnd()
	}
	m.dirty = err != nil
	return &m.result, err
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
			w.m.ended.Done()
		} else {
			spawn(w.live) // the user's code called runtime.Goexit: start another goroutine instead
		}
	}()
	if w.Refs == nil { // somebody has woken this worker, which had no goroutine
		w.equip()
		w.guarded()
	}
	for w.m.crew.Park(w.id, w.wanted) {
		w.guarded()
	}
	closed = true
}

// fail ends the mark with an error. Only the first error counts.
func (m *Marker) fail(err error) {
	m.record(err)
	m.crew.WakeWorker(0)
}

// record is fail for a caller that cannot wake worker 0.
func (m *Marker) record(err error) {
	m.failure.Lock()
	if m.failure.err == nil {
		m.failure.err = err
	}
	m.failure.Unlock()
	m.crew.Abort()
}

// pollContext ends the mark if its context has been cancelled.
func (m *Marker) pollContext() {
	if m.done == nil {
		return
	}
	select {
	case <-m.done:
		m.fail(fmt.Errorf("mark: stopped before it was complete: %w", context.Cause(m.context)))
	default:
	}
}

// summarize fills in the statistics of the result. All workers are parked.
func (m *Marker) summarize(start, end time.Time) {
	r := &m.result
	r.Marks, r.marks = &m.marks, &m.marks
	s := &r.Stats
	s.Duration = end.Sub(start)
	s.MarkerBytes = m.bytes()
	s.Marked, s.Starved, s.Hoarded = 0, 0, 0
	idle, last := time.Duration(0), start
	for i, w := range m.workers {
		if w.Left.After(last) {
			last = w.Left
		}
		w.probe.End(end)
		w.stats.Deque = *w.Deque.Counters()
		w.stats.CursorsStarted, w.stats.CursorRounds, w.stats.CursorRoundsWasted = w.Chains.Started, w.Chains.Rounds, w.Chains.Wasted
		w.stats.Busy, w.stats.Hoarded = w.Busy, w.Hoarded
		w.stats.Marked, w.stats.Scanned, w.stats.Batches = w.Marked, w.Scanned, w.Batches
		w.stats.Harvests, w.stats.ObjectsHarvested, w.stats.Trial = w.Harvests, w.ObjectsHarvested, w.Trial
		w.stats.BlocksOverflowed, w.stats.BlocksRecovered, w.stats.PendingAdded, w.stats.RefsRecovered = w.BlocksOverflowed, w.BlocksRecovered, w.PendingAdded, w.RefsRecovered
		w.stats.RefsForwarded, w.stats.RefsReceived, w.stats.RefsSpilt, w.stats.SpillAdded = w.RefsForwarded, w.RefsReceived, w.RefsSpilt, w.SpillAdded
		w.stats.RefsSwept, w.stats.SlotsPublished, w.stats.SlotsPartial = w.RefsSwept, w.SlotsPublished, w.SlotsPartial
		w.stats.Idle = max(0, s.Duration-w.stats.Busy)
		s.Workers[i] = w.stats
		s.Marked += w.Marked
		idle += w.stats.Idle
		s.Hoarded += w.Hoarded + w.Waited
	}
	s.Hoarded = min(s.Hoarded, idle)
	r.reached = m.before + s.Marked
	s.Starved = idle - s.Hoarded
	s.Termination = end.Sub(last)
}
