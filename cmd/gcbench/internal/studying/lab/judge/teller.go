package judge

import (
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// This file tells gcbench what the judge finds.

// teller writes events. Each is a line, written at once.
type teller struct {
	lock  sync.Mutex
	to    *json.Encoder
	token string
	now   verdict.Check // what the last event was about
	of    Check         // which check that is
}

func (t *teller) tell(e verdict.Event) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.write(e)
}

// write writes an event. A fault that cannot be played says why.
func (t *teller) write(e verdict.Event) {
	e.Check.Printable() // a panic may have a gigabyte to say
	if f := e.Check.Fault; f != nil {
		f.Unplayed = t.of.unplayed(f)
	}
	t.now, e.Token = e.Check, t.token
	if err := t.to.Encode(e); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// judge runs a check, and tells how it ended.
func (t *teller) judge(c Check, last bool) {
	Trying(nil)
	t.lock.Lock()
	t.of = c
	t.lock.Unlock()
	now := verdict.Check{Name: c.Name, Asks: c.Asks, State: verdict.Begun}
	t.tell(verdict.Event{Check: now})
	began := time.Now()
	detail, fault, why := guarded(c)
	now.Detail, now.Fault, now.Seconds = detail, fault, time.Since(began).Seconds()
	end := verdict.Event{Unjudged: why}
	switch {
	case why != "":
		now.State = verdict.Skipped
	case fault == nil:
		now.State = verdict.Held
		end.Holds = &verdict.Holds{Last: last, Explored: explores.Explored}
	default:
		now.State = verdict.Broken
	}
	end.Check = now
	t.tell(end)
}
