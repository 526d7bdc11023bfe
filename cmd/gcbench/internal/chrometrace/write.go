package chrometrace

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// Write writes the file as Chrome trace JSON, an event a line. It keeps no more than a line
// in memory. A timeline that Check refuses is an error.
func (f *File) Write(w io.Writer) error {
	for i := range f.Marks {
		if err := Check(f.Marks[i].Timeline); err != nil {
			return fmt.Errorf("mark %d, %s: %w", i+1, f.Marks[i].Title(), err)
		}
	}
	out := &writer{Writer: bufio.NewWriterSize(w, 64<<10)}
	if err := out.head(f); err != nil {
		return err
	}
	for i := range f.Marks {
		if err := out.mark(i+1, &f.Marks[i]); err != nil {
			return err
		}
	}
	out.WriteString("\n]}\n")
	return out.Flush()
}

// writer writes events. bufio.Writer keeps the first error for Flush.
type writer struct {
	*bufio.Writer
	line   line
	events int
	flows  uint64 // flows that have a number
}

func (w *writer) head(f *File) error {
	w.WriteString(`{"displayTimeUnit":"ns",` + "\n" + `"otherData":`)
	text, err := json.Marshal(head{Schema, f.Env, f.Command})
	if err != nil {
		return err
	}
	w.Write(text[:len(text)-1]) // the marks are one field more
	w.WriteString(`,"marks":[`)
	for i := range f.Marks {
		if i > 0 {
			w.WriteString(",")
		}
		if text, err = json.Marshal(describe(&f.Marks[i])); err != nil {
			return err
		}
		w.WriteString("\n")
		w.Write(text)
	}
	_, err = w.WriteString("]},\n" + `"traceEvents":[`)
	return err
}

// event begins the line of an event. The line ends with end.
func (w *writer) event(phase string, pid int) *line {
	w.line = w.line[:0]
	if w.events > 0 {
		w.line = append(w.line, ',')
	}
	w.events++
	w.line = append(w.line, "\n{"...)
	return w.line.text("ph", phase).number("pid", uint64(pid))
}

// end writes the line.
func (w *writer) end(l *line) error {
	_, err := w.Write(append(*l, '}'))
	return err
}

// mark writes the events of a mark.
func (w *writer) mark(pid int, m *Mark) error {
	if err := w.named(pid, -1, "process", m.Title()); err != nil {
		return err
	}
	for worker := range m.Timeline.Lanes {
		if err := w.named(pid, worker, "thread", fmt.Sprintf("worker %d", worker)); err != nil {
			return err
		}
	}
	for worker := range m.Timeline.Lanes {
		for i := range m.Timeline.Lanes[worker].Slices {
			if err := w.slice(pid, worker, &m.Timeline.Lanes[worker].Slices[i]); err != nil {
				return err
			}
		}
	}
	if err := w.counters(pid, m.Timeline); err != nil {
		return err
	}
	for _, a := range m.Timeline.Arrows {
		if err := w.arrow(pid, m.Timeline, a); err != nil {
			return err
		}
	}
	return nil
}

// named gives a process a name and a place, or its thread for a worker that is not below 0.
func (w *writer) named(pid, worker int, what, name string) error {
	for _, property := range []string{"name", "sort_index"} {
		l := w.event(phaseMetadata, pid)
		at := pid
		if worker >= 0 {
			l.number("tid", uint64(worker)+1)
			at = worker
		}
		l.text("name", what+"_"+property).open("args")
		if property == "name" {
			l.text("name", name)
		} else {
			l.number("sort_index", uint64(at))
		}
		if err := w.end(l.close()); err != nil {
			return err
		}
	}
	return nil
}

// slice writes a slice of a worker.
func (w *writer) slice(pid, worker int, s *timeline.Slice) error {
	l := w.event(phaseSlice, pid).number("tid", uint64(worker)+1).time("ts", s.Begin).time("dur", s.End-s.Begin)
	l.text("name", s.Activity.String()).text("cname", colours[s.Activity])
	before := len(*l)
	l.open("args")
	if s.Victim != noVictim {
		l.field("victim")
		*l = strconv.AppendInt(*l, int64(s.Victim), 10)
	}
	if s.Activity == timeline.ActivitySteal || s.Outcome != 0 {
		l.text("outcome", s.Outcome.String())
	}
	for _, c := range []struct {
		name  string
		count uint32
	}{
		{"objects", s.Objects}, {"attempts", s.Attempts}, {"items", s.Items}, {"harvested", s.Harvested},
		{"overflowed", s.Overflowed}, {"forwarded", s.Forwarded}, {"private", s.Private}, {"deque", s.Deque},
	} {
		if c.count > 0 {
			l.number(c.name, uint64(c.count))
		}
	}
	if l.close(); bytes.HasSuffix(*l, []byte("{}")) {
		*l = (*l)[:before]
	}
	return w.end(l)
}

// noVictim is the victim of a slice in which nobody was asked.
const noVictim = -1

// colours are names that chrome://tracing knows. Other viewers choose a colour by the
// slice's name.
var colours = map[timeline.Activity]string{
	timeline.ActivityScan: "thread_state_running", timeline.ActivityAlone: "rail_response",
	timeline.ActivitySteal: "bad", timeline.ActivityOverflow: "terrible", timeline.ActivityPending: "terrible",
	timeline.ActivityLook: "grey", timeline.ActivityAwait: "grey", timeline.ActivitySleep: "thread_state_sleeping", timeline.ActivitySpeculate: "startup",
}

// arrow writes both ends of an arrow.
func (w *writer) arrow(pid int, t *timeline.Timeline, a timeline.Arrow) error {
	w.flows++
	for _, end := range []struct {
		phase  string
		worker int32
		at     time.Duration
		left   bool
	}{{phaseSend, a.From, a.Sent, false}, {phaseArrive, a.To, a.Arrived, true}} {
		at := within(t.Lanes[end.worker].Slices, end.at, end.left)
		l := w.event(end.phase, pid).number("tid", uint64(end.worker)+1).time("ts", at).number("id", w.flows)
		l.text("name", a.Kind.String()).text("cat", a.Kind.String())
		if !end.left {
			l.open("args").number("count", uint64(a.Count))
		} else {
			l.text("bp", "e").open("args")
		}
		if at != end.at {
			l.time("at", end.at)
		}
		if err := w.end(l.close()); err != nil {
			return err
		}
	}
	return nil
}

// within returns the time of an arrow's end as an event has it. A viewer draws the end at
// the slice that contains the event, and a slice does not contain its own end. So an end there is written
// a nanosecond earlier. Where one slice ends and the next one begins, left says which of them
// it is: an arrow leaves the slice that begins, and arrives in the slice that ends. A thief's
// steal ends when the items are there.
func within(slices []timeline.Slice, at time.Duration, left bool) time.Duration {
	best := at
	for i := sliceAt(slices, at); i < len(slices) && slices[i].Begin <= at; i++ {
		s := slices[i]
		if s.Begin == s.End {
			continue // it contains nothing
		}
		best = min(at, s.End-1)
		if left || best == at {
			break
		}
	}
	return best
}
