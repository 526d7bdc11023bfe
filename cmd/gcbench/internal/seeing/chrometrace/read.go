package chrometrace

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// Read reads what Write wrote. name is the file's, for errors. Fields that are not known are
// ignored, and so are phases of events. The memory that Read takes grows with the length of the
// file, and not with numbers in the file.
func Read(r io.Reader, name string) (*File, error) {
	in := &reader{pending: map[uint64]begun{}}
	if err := in.file(r); err != nil {
		return nil, fmt.Errorf("%s: %w: give a timeline that gcbench run --timeline wrote", name, err)
	}
	return in.result, nil
}

// reader is a file that is being read.
type reader struct {
	result  *File
	pending map[uint64]begun
}

// begun is an arrow of which one end has been read, and the mark that it is in.
type begun struct {
	mark  int
	arrow timeline.Arrow
	event int
}

func (r *reader) file(from io.Reader) error {
	text, err := io.ReadAll(from)
	if err != nil {
		return err
	}
	var f struct {
		OtherData   *File             `json:"otherData"`
		TraceEvents []json.RawMessage `json:"traceEvents"`
	}
	if err := decode(text, &f); err != nil {
		return err
	}
	switch {
	case f.OtherData == nil:
		return errors.New("it has no otherData")
	case f.OtherData.Schema != Schema:
		return fmt.Errorf("its schema is %q, and must be %q", f.OtherData.Schema, Schema)
	case f.TraceEvents == nil:
		return errors.New("it has no traceEvents")
	}
	r.result = f.OtherData
	for i := range r.result.Marks {
		if err := r.result.Marks[i].makeRoom(); err != nil {
			return fmt.Errorf("mark %d: %w", i+1, err)
		}
	}
	for i, text := range f.TraceEvents {
		if err := r.event(i+1, text); err != nil {
			return fmt.Errorf("event %d: %w", i+1, err)
		}
	}
	for _, p := range r.pending {
		return fmt.Errorf("event %d: an arrow has one end, and must have two", p.event)
	}
	return r.check()
}

// decode decodes JSON, and says in plain words what is wrong with it.
func decode(text []byte, v any) error {
	if err := json.Unmarshal(text, v); err != nil {
		return schema.Explain(err, len(text))
	}
	return nil
}

// makeRoom makes room for the events of a mark that is described.
func (m *Mark) makeRoom() error {
	d, lanes := &m.Measured, len(m.Measured.Dropped)
	switch {
	case lanes < 1 || lanes > mark.MaxWorkers || len(d.Slices) != lanes:
		return fmt.Errorf("dropped has %d workers and slices has %d: both must have as many, from 1 to %d", lanes, len(d.Slices), mark.MaxWorkers)
	case d.DurationNS < 0 || d.DurationNS > mostNS:
		return fmt.Errorf("duration_ns is %d: it must be from 0 to %d", d.DurationNS, int64(mostNS))
	}
	m.Timeline = &timeline.Timeline{Duration: time.Duration(d.DurationNS), Lanes: make([]timeline.Lane, lanes)}
	for worker, dropped := range d.Dropped {
		m.Timeline.Lanes[worker].Dropped = dropped
	}
	return nil
}

// event enters the event of a number. Names and counters follow from the rest.
func (r *reader) event(number int, text json.RawMessage) error {
	var phase struct {
		Phase string `json:"ph"`
	}
	if err := decode(text, &phase); err != nil {
		return err
	}
	switch phase.Phase {
	case phaseSlice, phaseSend, phaseArrive:
	default:
		return nil // other programs may write what they like there
	}
	var a args
	e := event{Args: &a}
	if err := decode(text, &e); err != nil {
		return err
	}
	marks := r.result.Marks
	if e.PID < 1 || e.PID > len(marks) {
		return fmt.Errorf("pid is %d, and must be from 1 to %d: field marks has so many", e.PID, len(marks))
	}
	t := marks[e.PID-1].Timeline
	if e.TID < 1 || e.TID > len(t.Lanes) {
		return fmt.Errorf("tid is %d, and must be from 1 to %d: mark %d has so many workers", e.TID, len(t.Lanes), e.PID)
	}
	if e.TS == nil {
		return errors.New("ts is missing")
	}
	if e.Phase == phaseSlice {
		return enterSlice(&t.Lanes[e.TID-1], &e, &a)
	}
	return r.flow(number, &e, &a)
}

func enterSlice(lane *timeline.Lane, e *event, a *args) error {
	activity, known := activities[e.Name]
	outcome, named := outcomes[a.Outcome]
	switch {
	case e.Dur == nil:
		return errors.New("dur is missing")
	case !known:
		return fmt.Errorf("a slice: name is %.20q, which is not an activity", e.Name)
	case !named && a.Outcome != "":
		return fmt.Errorf("a slice: args.outcome is %.20q, which is not an outcome of a steal", a.Outcome)
	}
	s := timeline.Slice{Begin: time.Duration(*e.TS), End: time.Duration(*e.TS + *e.Dur), Activity: activity, Outcome: outcome, Victim: noVictim,
		Attempts: a.Attempts, Objects: a.Objects, Items: a.Items, Harvested: a.Harvested,
		Overflowed: a.Overflowed, Forwarded: a.Forwarded, Private: a.Private, Deque: a.Deque}
	if a.Victim != nil {
		s.Victim = *a.Victim
	}
	lane.Slices = append(lane.Slices, s)
	return nil
}

// flow enters one end of an arrow.
func (r *reader) flow(number int, e *event, a *args) error {
	when, worker := time.Duration(*e.TS), int32(e.TID-1)
	if a.At != nil {
		when = time.Duration(*a.At)
	}
	kind, known := kinds[e.Name]
	b, seen := r.pending[e.ID]
	switch {
	case e.ID == 0:
		return errors.New("an arrow has no id")
	case !known:
		return fmt.Errorf("an arrow: name is %.20q, which is not a kind of arrow", e.Name)
	case e.Phase == phaseSend && seen:
		return fmt.Errorf("an arrow: id %d is that of the arrow at event %d", e.ID, b.event)
	case e.Phase == phaseSend:
		r.pending[e.ID] = begun{e.PID, timeline.Arrow{Kind: kind, From: worker, Sent: when, Count: a.Count}, number}
		return nil
	case !seen || b.mark != e.PID || b.arrow.Kind != kind:
		return fmt.Errorf("an arrow of id %d and name %v arrives, and was not sent in this mark", e.ID, kind)
	}
	delete(r.pending, e.ID)
	b.arrow.To, b.arrow.Arrived = worker, when
	t := r.result.Marks[e.PID-1].Timeline
	t.Arrows = append(t.Arrows, b.arrow)
	return nil
}

// check complains about events that are missing or doubled, and about what Check refuses.
func (r *reader) check() error {
	for i := range r.result.Marks {
		m := &r.result.Marks[i]
		err := Check(m.Timeline)
		for worker, n := range m.Measured.Slices {
			if have := len(m.Timeline.Lanes[worker].Slices); have != n {
				err = fmt.Errorf("worker %d has %s, and %d were written", worker, numeral.Plural(uint64(have), "slice"), n)
			}
		}
		if have := len(m.Timeline.Arrows); have != m.Measured.Arrows {
			err = fmt.Errorf("it has %s, and %d were written", numeral.Plural(uint64(have), "arrow"), m.Measured.Arrows)
		}
		if err != nil {
			return fmt.Errorf("mark %d, %s: %w", i+1, m.Title(), err)
		}
	}
	return nil
}
