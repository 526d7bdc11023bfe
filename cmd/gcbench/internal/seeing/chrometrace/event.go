package chrometrace

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// A file is the object form of Chrome's trace events. The field otherData comes first and has
// what no event says. Events follow, one in a line. A mark is a process, numbered from 1, and
// a worker is the thread of the next number after its own.

// The phases of events.
const (
	phaseSlice    = "X"
	phaseCounter  = "C"
	phaseMetadata = "M"
	phaseSend     = "s"
	phaseArrive   = "f"
)

// event is any event of a file. An event has no field that means nothing for its phase.
type event struct {
	Phase    string        `json:"ph"`
	PID      int           `json:"pid"`
	TID      int           `json:"tid,omitempty"`
	TS       *microseconds `json:"ts,omitempty"`
	Dur      *microseconds `json:"dur,omitempty"`
	ID       uint64        `json:"id,omitempty"`
	Name     string        `json:"name"`
	Colour   string        `json:"cname,omitempty"`
	Category string        `json:"cat,omitempty"`
	Bind     string        `json:"bp,omitempty"`
	Args     any           `json:"args,omitempty"` // *args if it is a slice or an arrow
}

// args are what a slice or an arrow has besides its time. The time of an arrow's end is At if
// the event lies elsewhere: see within.
type args struct {
	Victim     *int32        `json:"victim,omitempty"`
	Outcome    string        `json:"outcome,omitempty"`
	Objects    uint32        `json:"objects,omitempty"`
	Attempts   uint32        `json:"attempts,omitempty"`
	Items      uint32        `json:"items,omitempty"`
	Harvested  uint32        `json:"harvested,omitempty"`
	Overflowed uint32        `json:"overflowed,omitempty"`
	Forwarded  uint32        `json:"forwarded,omitempty"`
	Private    uint32        `json:"private,omitempty"`
	Deque      uint32        `json:"deque,omitempty"`
	Count      uint32        `json:"count,omitempty"`
	At         *microseconds `json:"at,omitempty"`
}

// microseconds is a time that a file has in that unit, with three decimals.
type microseconds time.Duration

// mostNS is the longest time that a file may have, in nanoseconds. Microseconds with three
// decimals are exact up to it in a float64.
const mostNS = 1e15

// MarshalJSON writes a time that is not negative.
func (m microseconds) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, "%d.%03d", m/1000, m%1000), nil
}

// UnmarshalJSON reads a time.
func (m *microseconds) UnmarshalJSON(text []byte) error {
	us, err := strconv.ParseFloat(string(text), 64)
	if err != nil || !(us >= 0 && us <= mostNS/1000) {
		return fmt.Errorf("a time is %.20s: it must be from 0 to %v microseconds", text, mostNS/1000)
	}
	*m = microseconds(math.Round(us * 1000))
	return nil
}

// at is the time as a field of an event.
func at(t time.Duration) *microseconds { return (*microseconds)(&t) }

// noVictim is the victim of a slice in which no worker was asked.
const noVictim = -1

// argsOf are those of a slice. A field that is 0 is left out, and so is noVictim.
func argsOf(s *timeline.Slice) *args {
	a := args{Objects: s.Objects, Attempts: s.Attempts, Items: s.Items, Harvested: s.Harvested,
		Overflowed: s.Overflowed, Forwarded: s.Forwarded, Private: s.Private, Deque: s.Deque}
	if s.Victim != noVictim {
		a.Victim = &s.Victim
	}
	if s.Activity == timeline.ActivitySteal || s.Outcome != stealq.Took {
		a.Outcome = s.Outcome.String()
	}
	return &a
}
