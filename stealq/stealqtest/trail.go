package stealqtest

import (
	"fmt"
	"strings"
	"sync"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// trailLength is how many of the last calls a failure shows.
const trailLength = 32

// trail is the last calls of a check with one goroutine, since it last made deques. The
// watch reads it when a call does not return.
type trail struct {
	mu    sync.Mutex
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

func (t *trail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var b strings.Builder
	b.WriteString("\ncalls, the last one last; d0 is the first deque that New returned:")
	first := max(0, t.n-trailLength)
	if first > 0 {
		fmt.Fprintf(&b, "\n    (%d calls before)", first)
	}
	for i := first; i < t.n; i++ {
		b.WriteString("\n    " + t.calls[i%trailLength].String())
	}
	return b.String()
}

func (c call) String() string {
	s := ""
	switch c.what {
	case making:
		return fmt.Sprintf("New(%d, %d)", c.n, c.capacity)
	case resetting:
		return fmt.Sprintf("d%d.Reset()", c.on)
	case pushing:
		s = fmt.Sprintf("d%d.Push(%d)", c.on, c.item)
	case popping:
		s = fmt.Sprintf("d%d.Pop()", c.on)
	case stealing:
		s = fmt.Sprintf("d%d.Steal(d%d, %v)", c.on, c.victim, c.amount)
	}
	switch {
	case !c.back:
		return s + " does not return"
	case c.what == pushing:
		return fmt.Sprintf("%s = %v", s, c.ok)
	case c.what == popping:
		return fmt.Sprintf("%s = %d, %v", s, c.item, c.ok)
	}
	return fmt.Sprintf("%s = %d, %v", s, c.n, c.outcome)
}
