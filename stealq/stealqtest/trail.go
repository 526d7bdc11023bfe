package stealqtest

import (
	"fmt"
	"strings"
	"sync"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/stealqtest/internal/small"
)

// trailLength is how many of the last calls a failure shows.
const trailLength = 32

// trail is the last calls of a check with one goroutine, since it last made deques. The
// watch reads it when a call does not return.
type trail struct {
	mu    sync.Mutex
	words small.Speller // nil: the calls are those of the contract
	calls [trailLength]call
	n     int // since the last New
}

// call is a call and, once it is back, what it returned.
type call struct {
	what       doing
	on, victim int // numbers of deques
	item       uint64
	amount     stealq.Amount
	capacity   int

	back    bool
	ok      bool
	n       int
	outcome stealq.Outcome
}

// begin notes a call. New begins a new trail.
func (t *trail) begin(c call) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c.what == making {
		t.n = 0
	}
	t.calls[t.n%trailLength] = c
	t.n++
}

// end notes what the last call returned.
func (t *trail) end(c call) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c.back = true
	t.calls[(t.n-1)%trailLength] = c
}

// speak gives the calls other words.
func (t *trail) speak(words small.Speller) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.words = words
}

func (t *trail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var b strings.Builder
	b.WriteString("\ncalls, the last one last")
	if t.words == nil {
		b.WriteString("; d0 is the first deque that New returned")
	}
	b.WriteString(":")
	first := max(0, t.n-trailLength)
	if first > 0 {
		fmt.Fprintf(&b, "\n    (%d calls before)", first)
	}
	for i := first; i < t.n; i++ {
		b.WriteString("\n    " + t.calls[i%trailLength].in(t.words))
	}
	return b.String()
}

// in is the call and what it returned. Calls of deques that have words for their steals are in the
// words of these deques.
func (c call) in(words small.Speller) string {
	s := c.called(words)
	switch {
	case c.what == making || c.what == resetting:
		return s
	case !c.back:
		return s + " does not return"
	case c.what == pushing:
		return fmt.Sprintf("%s = %v", s, c.ok)
	case c.what == popping:
		return fmt.Sprintf("%s = %d, %v", s, c.item, c.ok)
	case words != nil:
		return s + " = " + words.SpellStolen(c.n, c.outcome)
	}
	return fmt.Sprintf("%s = %d, %v", s, c.n, c.outcome)
}

func (c call) called(words small.Speller) string {
	own, victim := fmt.Sprint("d", c.on), fmt.Sprint("d", c.victim)
	switch c.what {
	case making:
		if words != nil {
			return fmt.Sprintf("deques d0 to d%d are made, with a capacity of %d", c.n-1, c.capacity)
		}
		return fmt.Sprintf("New(%d, %d)", c.n, c.capacity)
	case resetting:
		if words != nil {
			return own + " is emptied"
		}
		return own + ".Reset()"
	case pushing:
		return fmt.Sprintf("%s.Push(%d)", own, c.item)
	case popping:
		return own + ".Pop()"
	}
	if words != nil {
		return words.SpellSteal(own, victim)
	}
	return fmt.Sprintf("%s.Steal(%s, %v)", own, victim, c.amount)
}
