package chrometrace

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// Write writes the file as Chrome trace JSON, an event a line. It keeps no more than a line
// in memory. A timeline that Check refuses is an error.
func (f *File) Write(w io.Writer) error {
	head := File{Schema, f.Env, f.Command, append([]Mark{}, f.Marks...)}
	for i := range head.Marks {
		m := &head.Marks[i]
		if err := Check(m.Timeline); err != nil {
			return fmt.Errorf("mark %d, %s: %w", i+1, m.Title(), err)
		}
		m.Measured = measuredOf(m.Timeline)
	}
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	out := &writer{Writer: bufio.NewWriterSize(w, 64<<10)}
	fmt.Fprintf(out, "{\"displayTimeUnit\":\"ns\",\n\"otherData\":%s,\n\"traceEvents\":[", text)
	for i := range f.Marks {
		out.mark(i+1, &f.Marks[i])
	}
	out.WriteString("\n]}\n")
	return out.Flush()
}

func measuredOf(t *timeline.Timeline) Measured {
	m := Measured{DurationNS: t.Duration.Nanoseconds(), Arrows: len(t.Arrows)}
	for _, lane := range t.Lanes {
		m.Dropped, m.Slices = append(m.Dropped, lane.Dropped), append(m.Slices, len(lane.Slices))
	}
	return m
}

// writer writes events. bufio.Writer keeps the first error for Flush.
type writer struct {
	*bufio.Writer
	events bool   // there is one
	flows  uint64 // flows that have a number
}

func (w *writer) event(e event) {
	text, _ := json.Marshal(e) // numbers and strings have no error
	if w.events {
		w.WriteByte(',')
	}
	w.events = true
	w.WriteByte('\n')
	w.Write(text)
}

// mark writes the events of a mark.
func (w *writer) mark(pid int, m *Mark) {
	w.named(event{PID: pid}, "process", m.Title(), pid)
	for worker := range m.Timeline.Lanes {
		w.named(event{PID: pid, TID: worker + 1}, "thread", fmt.Sprintf("worker %d", worker), worker)
	}
	for worker := range m.Timeline.Lanes {
		for i := range m.Timeline.Lanes[worker].Slices {
			w.slice(pid, worker, &m.Timeline.Lanes[worker].Slices[i])
		}
	}
	w.counters(pid, m.Timeline)
	for _, a := range m.Timeline.Arrows {
		w.flows++
		w.end(event{PID: pid, Phase: phaseSend}, args{Count: a.Count}, m.Timeline, a.From, a.Sent, a.Kind)
		w.end(event{PID: pid, Phase: phaseArrive, Bind: "e"}, args{}, m.Timeline, a.To, a.Arrived, a.Kind)
	}
}

// named gives a process or a thread a name and a place.
func (w *writer) named(e event, what, name string, place int) {
	e.Phase, e.Name = phaseMetadata, what+"_name"
	e.Args = struct {
		Name string `json:"name"`
	}{name}
	w.event(e)
	e.Name = what + "_sort_index"
	e.Args = struct {
		Index int `json:"sort_index"`
	}{place}
	w.event(e)
}

// slice writes a slice of a worker.
func (w *writer) slice(pid, worker int, s *timeline.Slice) {
	e := event{Phase: phaseSlice, PID: pid, TID: worker + 1, TS: at(s.Begin), Dur: at(s.End - s.Begin), Name: s.Activity.String(), Colour: colours[s.Activity]}
	if a := argsOf(s); *a != (args{}) {
		e.Args = a
	}
	w.event(e)
}

// colours are names that chrome://tracing knows. Other viewers choose a colour by the
// slice's name.
var colours = map[timeline.Activity]string{
	timeline.ActivityScan: "thread_state_running", timeline.ActivityAlone: "rail_response",
	timeline.ActivitySteal: "bad", timeline.ActivityOverflow: "terrible", timeline.ActivityPending: "terrible",
	timeline.ActivityLook: "grey", timeline.ActivityAwait: "grey", timeline.ActivitySleep: "thread_state_sleeping", timeline.ActivitySpeculate: "startup",
}

// end writes one end of an arrow.
func (w *writer) end(e event, more args, t *timeline.Timeline, worker int32, when time.Duration, kind timeline.ArrowKind) {
	drawn := within(t.Lanes[worker].Slices, when, e.Phase == phaseArrive)
	if drawn != when {
		more.At = at(when)
	}
	e.TID, e.TS, e.ID, e.Name, e.Category, e.Args = int(worker)+1, at(drawn), w.flows, kind.String(), kind.String(), &more
	w.event(e)
}

// within returns the time of an arrow's end as an event has it. A viewer draws the end at
// the slice that contains the event, and a slice does not contain its own end. An end there is therefore
// written a nanosecond earlier. Where one slice ends and the next one begins, left says which of them it
// is: an arrow leaves the slice that begins, and arrives in the slice that ends. A thief's steal ends
// when the items are there.
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
