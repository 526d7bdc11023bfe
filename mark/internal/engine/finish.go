package engine

import (
	"cmp"
	"fmt"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/options"
	"github.com/seed-3ccf4018/halfmark/mark/internal/probe"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// summarize fills in the statistics. All workers are parked.
func (m *Marker) summarize(start, end time.Time) {
	s := m.Stats
	s.Duration = end.Sub(start)
	s.MarkerBytes = m.bytes()
	s.Marked, s.Starved, s.Hoarded = 0, 0, 0
	idle, last := time.Duration(0), start
	for i, w := range m.workers {
		w.probe.End(end)
		if w.Left.After(last) {
			last = w.Left
		}
		t := &s.Workers[i] // one field after the other: a literal would be made elsewhere, and copied
		t.Grey = w.Grey
		t.Part = w.stats
		t.Deque = *w.Deque.Counters()
		t.Owned = w.Owned
		t.Lists = w.Lists
		t.CursorsStarted, t.CursorRounds, t.CursorRoundsWasted = w.Chains.Started, w.Chains.Rounds, w.Chains.Wasted
		t.Busy, t.Idle, t.Hoarded = w.Busy, max(0, s.Duration-w.Busy), w.Hoarded
		s.Marked += w.Marked
		idle += t.Idle
		s.Hoarded += w.Hoarded + w.Waited
	}
	s.Hoarded = min(s.Hoarded, idle)
	s.Starved = idle - s.Hoarded
	s.Termination = end.Sub(last)
	m.Reached, m.marked = m.Before+s.Marked, true
}

// bytes returns the memory of the Marker in bytes, without its bitmaps. One of these is that
// of spilt references.
func (m *Marker) bytes() int64 {
	n := m.Blocks.Bytes() + m.Pool.Bytes() + m.table.Bytes() + m.net.Bytes()
	for _, w := range m.workers {
		if w.Refs != nil { // otherwise it was never woken
			n += options.WorkerBytes
		}
		n += int64(m.Options.Capacity)*8 + int64(m.Options.Timeline)*probe.EntryBytes + int64(cap(w.successors)+cap(w.foreseen))*4
	}
	return n
}

// writeOff counts what was dropped at a turn (both.go) as if it had been scanned, recovered and
// taken. The laws then hold for all phases of a mark together. Deques and ranges count from the
// last phase on.
func (m *Marker) writeOff() {
	var sum stats.Worker
	for _, w := range m.workers {
		t := stats.Worker{Grey: w.Grey, Owned: w.Owned}
		sum.Add(&t)
	}
	w := m.workers[0]
	w.Scanned += sum.Marked - sum.Scanned
	w.BlocksRecovered += sum.BlocksOverflowed - sum.BlocksRecovered
	w.RefsRecovered += sum.PendingAdded - sum.RefsRecovered
	w.RefsReceived += sum.RefsForwarded - sum.RefsReceived - sum.RefsSpilt
	w.SpillTaken += sum.SpillAdded - sum.SpillTaken
}

// conserved checks the conservation laws after a complete mark. A lost object breaks
// one of them, and so does an object that was scanned twice. They are checked after
// every mark, in every build.
//
// Only one law takes time in proportion to the heap: the marks are counted again,
// from the bitmap. This reads a 64th of the heap's size.
func (m *Marker) conserved() error {
	if lost := m.ledger.Lost(); lost != "" {
		return m.dequeError("%s", lost)
	}
	sum := m.Stats.Sum()
	var chunks stealq.Counters
	for id := range m.workers {
		chunks.Add(m.ranges.Counters(id))
	}
	for _, law := range []struct {
		left  uint64
		are   string
		right uint64
		were  string
	}{
		{sum.Marked, "objects were marked", sum.Scanned, "were scanned"},
		{m.Before + sum.Marked, "objects were marked before and now", m.Marks.Count(), "bits are set"},
		{sum.BlocksOverflowed, "blocks overflowed", sum.BlocksRecovered, "were recovered"},
		{sum.PendingAdded, "references were pended", sum.RefsRecovered, "were recovered"},
		{sum.RefsForwarded, "references were forwarded", sum.RefsReceived + sum.RefsSpilt, "were received or spilt"},
		{sum.SpillAdded, "references were put into the spill bitmap", sum.SpillTaken, "were taken"},
		{chunks.Pushes, "chunks were offered", chunks.Pops + chunks.ItemsStolen, "were taken or stolen"},
		{0, "ranges may be open", uint64(m.ranges.Open()), "are open"},
	} {
		if law.left != law.right {
			return fmt.Errorf("mark: conservation law broken, an object was lost or scanned twice: %d %s, but %d %s", law.left, law.are, law.right, law.were)
		}
	}
	// To count free blocks takes a walk over all of them. A mark that used none does not.
	if sum.BlocksOverflowed > 0 && m.Pool.Free() != m.Pool.Blocks() {
		return fmt.Errorf("mark: conservation law broken: %d of %d overflow blocks are free", m.Pool.Free(), m.Pool.Blocks())
	}
	if sum.Deque.Pushes > 0 && m.Blocks.Free() != m.Blocks.Blocks() {
		return fmt.Errorf("mark: conservation law broken: %d of %d blocks of the deques are free", m.Blocks.Free(), m.Blocks.Blocks())
	}
	if err := cmp.Or(m.net.Conserved(), stealq.Check(m.Deques)); err != nil {
		return fmt.Errorf("mark: conservation law broken: %w", err)
	}
	return nil
}
