package timing

import (
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/chrometrace"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/thin"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

const (
	// slicesPerWorker is the most that a worker keeps of a mark: a second of work or more.
	slicesPerWorker = 1 << 16
	// ringBytes is the most that all workers of a mark take together for what they keep.
	ringBytes = 256 << 20
	// slicesPerRun is the most that a run keeps of all its marks: more make a file that
	// viewers cannot open.
	slicesPerRun = 1 << 20
)

// timelines are what --timeline has so far.
type timelines struct {
	each    int // slices that are kept of a mark
	marks   []chrometrace.Mark
	dropped int   // marks of which the beginning is missing
	thinned int   // marks of which small slices were joined
	err     error // why there are no more
}

// recording returns the options of marks with a timeline, and the memory of these, in bytes.
func recording(o mark.Options) (with mark.Options, bytes uint64) {
	with, one := o, o
	one.Timeline = 1
	entries := one.MarkerBytes() - o.MarkerBytes() // one of each worker
	with.Timeline = int(min(slicesPerWorker, ringBytes/entries))
	ring := with.MarkerBytes() - o.MarkerBytes()
	kept := slicesPerRun * entries / int64(o.WithDefaults().Workers)
	return with, uint64(with.MarkerBytes() + ring + kept) // a timeline is a copy of the ring
}

// markers are those that exist at a time: all setups while they are measured, and one with a timeline
// after that.
func (c *Run) markers(setups []flags.Setup) (flags.Markers, error) {
	m := flags.MarkersOf(setups)
	if c.Timeline == "" {
		return m, nil
	}
	for i := range setups {
		o, bytes := recording(setups[i].Options)
		if err := flags.Validate(o); err != nil {
			return m, err
		}
		m.Bytes = max(m.Bytes, bytes)
	}
	return m, nil
}

// record marks a heap once more with each setup, and enters what the workers did. Its times are
// no results: to write them down takes time. After an error nothing more is recorded.
func (c *Run) record(s *session.Session, h *source.Heap, from flags.Source, setups []flags.Setup, title string) error {
	if c.Timeline == "" || c.timelines.err != nil {
		return nil
	}
	var oracle *heap.Reached
	if !c.NoVerify {
		s.Progress.Show("%s: asking the oracle", title)
		var err error
		oracle, err = session.Await(s, func() (*heap.Reached, error) { return heap.Reachable(h.Heap) })
		if err != nil {
			return fmt.Errorf("%s: %w", from.Name, err)
		}
	}
	for i := range setups {
		s.Progress.Show("%s: recording timeline %d of %d", title, i+1, len(setups))
		if err := c.recordOne(s, h, from, &setups[i], oracle); err != nil {
			return err
		}
	}
	return nil
}

// fail ends the recording, unless err is nil.
func (t *timelines) fail(err error) {
	if t.err == nil && err != nil {
		t.err = fmt.Errorf("--timeline is not written: %w", err)
	}
}

func (c *Run) recordOne(s *session.Session, h *source.Heap, from flags.Source, how *flags.Setup, oracle *heap.Reached) error {
	o, bytes := recording(how.Of(from))
	if err := flags.CheckMarking(from.Name, h.Heap, flags.Markers{Number: 1, Bytes: bytes}, 0); err != nil {
		return err
	}
	line, stats, err := measure.Record(s, h.Heap, oracle, o)
	if err != nil {
		return fmt.Errorf("%s: %w", from.Name, err)
	}
	if slices.ContainsFunc(line.Lanes, func(l timeline.Lane) bool { return l.Dropped > 0 }) {
		c.timelines.dropped++
	}
	kept := thin.Timeline(line, c.timelines.each)
	if kept != line {
		c.timelines.thinned++
	}
	m := chrometrace.Mark{
		Facts: h.Facts(from.Seed, stats.Marked), Workers: len(stats.Workers), Choices: setting.ChoicesOf(o), Preset: how.Preset,
		StarvedNS: stats.Starved.Nanoseconds(), HoardedNS: stats.Hoarded.Nanoseconds(), Timeline: kept,
	}
	for i := range stats.Workers {
		m.IdleNS = append(m.IdleNS, stats.Workers[i].Idle.Nanoseconds())
	}
	c.timelines.marks = append(c.timelines.marks, m)
	return nil
}

// writeTimeline writes what was recorded, if all of it was.
func (c *Run) writeTimeline(s *session.Session, out *session.Outputs, env schema.Env) error {
	if c.Timeline == "" {
		return nil
	}
	if c.timelines.err != nil {
		return c.timelines.err
	}
	if n := c.timelines.dropped; n > 0 {
		s.Warn("--timeline lacks the beginning of %s: there is room for the last slices of each worker, at most %s",
			numeral.Plural(uint64(n), "mark"), numeral.Count(slicesPerWorker))
	}
	if n := c.timelines.thinned; n > 0 {
		s.Warn("--timeline has short slices of %s joined, because it keeps at most %s slices of all marks together: give fewer combinations for more detail",
			numeral.Plural(uint64(n), "mark"), numeral.Count(slicesPerRun))
	}
	f := chrometrace.File{Env: env, Command: s.Args, Marks: c.timelines.marks}
	if err := out.Write("timeline", f.Write); err != nil {
		return err
	}
	return out.Commit("timeline")
}
