package chrometrace

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/numeral"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// Read reads what Write wrote. name is the file's, for errors. Fields that are not known are
// ignored, and so are phases of events. The memory that Read takes grows with the length of the
// file, and not with numbers in the file.
func Read(r io.Reader, name string) (*File, error) {
	in := &reader{stream: newStream(r), pending: map[string]begun{}}
	if err := in.file(); err != nil {
		return nil, fmt.Errorf("%s: %w: give a timeline that gcbench run --timeline wrote", name, err)
	}
	return &in.result, nil
}

// reader is a file that is being read.
type reader struct {
	*stream
	result   File
	expected []measured // of each mark
	head     head
	knows    bool // otherData has been read
	complete bool // traceEvents has been read
	pending  map[string]begun
}

// begun is an arrow of which one end has been read, and the mark that it is in.
type begun struct {
	mark  int
	arrow timeline.Arrow
	at    int64 // the event's offset
}

func (r *reader) file() error {
	if !r.More() && r.from.read == 0 {
		return errors.New("it is empty")
	}
	err := r.object("the file", func(name string) error {
		switch name {
		case "otherData":
			return r.otherData()
		case "traceEvents":
			return r.traceEvents()
		}
		_, err := r.skip("field " + name)
		return err
	})
	if err != nil {
		return err
	}
	end := r.InputOffset()
	if _, err := r.Token(); !errors.Is(err, io.EOF) {
		return wrong(end, "something follows the timeline")
	}
	switch {
	case !r.knows:
		return errors.New("it has no otherData")
	case !r.complete:
		return errors.New("it has no traceEvents")
	}
	return r.check()
}

// otherData reads what no event says.
func (r *reader) otherData() error {
	if r.knows {
		return wrong(r.InputOffset(), "field otherData is there twice")
	}
	r.knows = true
	err := r.object("field otherData", func(name string) (err error) {
		what := "field " + name
		switch name {
		case "schema":
			_, err = r.value(what, &r.head.Schema)
		case "env":
			_, err = r.value(what, &r.result.Env)
		case "command":
			_, err = r.value(what, &r.result.Command)
		case "marks":
			err = r.list(what, r.mark)
		default:
			_, err = r.skip(what)
		}
		return err
	})
	if err == nil && r.head.Schema != Schema {
		return fmt.Errorf("its schema is %q, and must be %q", r.head.Schema, Schema)
	}
	return err
}

// mark reads the description of a mark.
func (r *reader) mark() error {
	what := fmt.Sprintf("mark %d", len(r.result.Marks)+1)
	var d described
	at, err := r.value(what, &d)
	if err != nil {
		return err
	}
	m := d.Measured
	lanes := len(m.Dropped)
	switch {
	case lanes < 1 || lanes > mark.MaxWorkers || len(m.Slices) != lanes:
		return wrong(at, "%s: dropped has %d workers and slices has %d: both must have as many, from 1 to %d", what, lanes, len(m.Slices), mark.MaxWorkers)
	case m.DurationNS < 0 || m.DurationNS > mostNS:
		return wrong(at, "%s: duration_ns is %d: it must be from 0 to %d", what, m.DurationNS, int64(mostNS))
	}
	d.Timeline = &timeline.Timeline{Duration: time.Duration(m.DurationNS), Lanes: make([]timeline.Lane, lanes)}
	for worker, dropped := range m.Dropped {
		d.Timeline.Lanes[worker].Dropped = dropped
	}
	r.result.Marks = append(r.result.Marks, d.Mark)
	r.expected = append(r.expected, m)
	return nil
}

func (r *reader) traceEvents() error {
	if !r.knows {
		return wrong(r.InputOffset(), "there is no otherData before traceEvents")
	}
	if r.complete {
		return wrong(r.InputOffset(), "field traceEvents is there twice")
	}
	r.complete = true
	return r.list("field traceEvents", r.event)
}

// check complains about events that are missing or doubled, and about what Check refuses.
func (r *reader) check() error {
	for _, p := range r.pending {
		return wrong(p.at, "an arrow has one end, and must have two")
	}
	for i := range r.result.Marks {
		m := &r.result.Marks[i]
		about := func(err error) error { return fmt.Errorf("mark %d, %s: %w", i+1, m.Title(), err) }
		for worker, want := range r.expected[i].Slices {
			if have := len(m.Timeline.Lanes[worker].Slices); have != want {
				return about(fmt.Errorf("worker %d has %s, and %d were written", worker, numeral.Plural(uint64(have), "slice"), want))
			}
		}
		if have := len(m.Timeline.Arrows); have != r.expected[i].Arrows {
			return about(fmt.Errorf("it has %s, and %d were written", numeral.Plural(uint64(have), "arrow"), r.expected[i].Arrows))
		}
		if err := Check(m.Timeline); err != nil {
			return about(err)
		}
	}
	return nil
}
