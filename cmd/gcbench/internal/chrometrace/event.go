package chrometrace

import (
	"encoding/json"
	"math"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// event is any event of a file. What is not there is below 0.
type event struct {
	Phase string          `json:"ph"`
	PID   json.RawMessage `json:"pid"` // whole numbers in a mark's events
	TID   json.RawMessage `json:"tid"`
	TS    float64         `json:"ts"` // in microseconds
	Dur   float64         `json:"dur"`
	Name  string          `json:"name"`
	ID    json.RawMessage `json:"id"`
	Args  json.RawMessage `json:"args"`
}

// mostNS is the longest time that a file may have, in nanoseconds. Microseconds with three
// decimals are exact up to it in a float64.
const mostNS = 1e15

// event reads an event.
func (r *reader) event() error {
	e := event{TS: -1, Dur: -1}
	at, err := r.value("an event", &e)
	if err != nil {
		return err
	}
	switch e.Phase {
	case phaseSlice:
		return r.slice(at, &e)
	case phaseSend, phaseArrive:
		return r.flow(at, &e)
	}
	return nil // names and counters follow from the rest
}

// lane returns the place of an event: its mark and its worker, both counted from 0.
func (r *reader) lane(at int64, e *event) (pid, worker int, err error) {
	if json.Unmarshal(e.PID, &pid) != nil || pid < 1 || pid > len(r.result.Marks) {
		return 0, 0, wrong(at, "an event: pid is %s, and must be from 1 to %d: field marks has so many", shown(e.PID), len(r.result.Marks))
	}
	lanes := len(r.result.Marks[pid-1].Timeline.Lanes)
	if json.Unmarshal(e.TID, &worker) != nil || worker < 1 || worker > lanes {
		return 0, 0, wrong(at, "an event: tid is %s, and must be from 1 to %d: mark %d has so many workers", shown(e.TID), lanes, pid)
	}
	return pid - 1, worker - 1, nil
}

// shown is a value for an error.
func shown(text json.RawMessage) string {
	switch {
	case text == nil:
		return "missing"
	case len(text) > 20:
		return string(text[:20]) + "..."
	}
	return string(text)
}

// nanoseconds returns a time that a field has in microseconds.
func nanoseconds(at int64, field string, us float64) (time.Duration, error) {
	if !(us >= 0 && us <= mostNS/1000) {
		return 0, wrong(at, "an event: %s is %v or missing: it must be from 0 to %v", field, us, mostNS/1000)
	}
	return time.Duration(math.Round(us * 1000)), nil
}

// args decodes what an event has besides, if it has something.
func (r *reader) args(at int64, what string, text json.RawMessage, a *args) error {
	if text == nil {
		return nil
	}
	if err := json.Unmarshal(text, a); err != nil {
		return r.why(at, what, err)
	}
	return nil
}

// slice enters a slice.
func (r *reader) slice(at int64, e *event) error {
	pid, worker, err := r.lane(at, e)
	if err != nil {
		return err
	}
	s, err := r.sliceOf(at, e)
	if err != nil {
		return err
	}
	t := r.result.Marks[pid].Timeline
	lane := &t.Lanes[worker]
	after := time.Duration(0)
	if n := len(lane.Slices); n > 0 {
		after = lane.Slices[n-1].End
	}
	if err := checkSlice(s, after, t.Duration); err != nil {
		return wrong(at, "mark %d, worker %d: a slice: %v", pid+1, worker, err)
	}
	lane.Slices = append(lane.Slices, s)
	return nil
}

func (r *reader) sliceOf(at int64, e *event) (s timeline.Slice, err error) {
	if s.Begin, err = nanoseconds(at, "ts", e.TS); err != nil {
		return s, err
	}
	took, err := nanoseconds(at, "dur", e.Dur)
	if err != nil {
		return s, err
	}
	var a args
	if err := r.args(at, "args of a slice", e.Args, &a); err != nil {
		return s, err
	}
	var known bool
	if s.Activity, known = activities[e.Name]; !known {
		return s, wrong(at, "a slice: name is %.20q, which is no activity", e.Name)
	}
	if s.Outcome, known = outcomes[a.Outcome]; !known && a.Outcome != "" {
		return s, wrong(at, "a slice: args.outcome is %.20q, which is no outcome of a steal", a.Outcome)
	}
	s.End, s.Victim = s.Begin+took, noVictim
	if a.Victim != nil {
		s.Victim = *a.Victim
	}
	s.Attempts, s.Objects, s.Items, s.Harvested = a.Attempts, a.Objects, a.Items, a.Harvested
	s.Overflowed, s.Forwarded, s.Private, s.Deque = a.Overflowed, a.Forwarded, a.Private, a.Deque
	return s, nil
}

// flow enters one end of an arrow.
func (r *reader) flow(at int64, e *event) error {
	pid, worker, err := r.lane(at, e)
	if err != nil {
		return err
	}
	var a args
	if err := r.args(at, "args of an arrow", e.Args, &a); err != nil {
		return err
	}
	if a.At != nil {
		e.TS = *a.At
	}
	when, err := nanoseconds(at, "ts", e.TS)
	if err != nil {
		return err
	}
	kind, known := kinds[e.Name]
	switch {
	case e.ID == nil:
		return wrong(at, "an arrow has no id")
	case !known:
		return wrong(at, "an arrow: name is %.20q, which is no kind of arrow", e.Name)
	case e.Phase == phaseSend:
		return r.sent(at, e.ID, begun{pid, timeline.Arrow{Kind: kind, From: int32(worker), Sent: when, Count: a.Count}, at})
	}
	return r.arrived(at, e.ID, pid, timeline.Arrow{Kind: kind, To: int32(worker), Arrived: when})
}

// sent keeps the beginning of an arrow until its end comes.
func (r *reader) sent(at int64, id json.RawMessage, b begun) error {
	if known, seen := r.pending[string(id)]; seen {
		return wrong(at, "an arrow: id %s is that of the arrow at offset %d", shown(id), known.at)
	}
	r.pending[string(id)] = b
	return nil
}

// arrived enters an arrow of which the beginning is known.
func (r *reader) arrived(at int64, id json.RawMessage, pid int, end timeline.Arrow) error {
	b, seen := r.pending[string(id)]
	if !seen || b.mark != pid || b.arrow.Kind != end.Kind {
		return wrong(at, "an arrow arrives, and none of id %s and name %v was sent in this mark", shown(id), end.Kind)
	}
	delete(r.pending, string(id))
	b.arrow.To, b.arrow.Arrived = end.To, end.Arrived
	t := r.result.Marks[pid].Timeline
	t.Arrows = append(t.Arrows, b.arrow)
	return nil
}
