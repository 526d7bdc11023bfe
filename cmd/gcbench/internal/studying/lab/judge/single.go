package judge

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Inner is a deque whose thieves take one item and keep it.
type Inner interface {
	Push(item uint64) bool
	Pop() (item uint64, ok bool)
	Steal() (item uint64, outcome stealq.Outcome)
	Len() int
	Root() any // a pointer to the student's deque, whose variables tables of schedules show
}

// Single returns the checks of such deques. loses says whether a steal may be Lost.
func Single(name string, loses bool, inner func(capacity int) Inner) []Check {
	return after(takings(inner), Deque(singleKind(name, loses, inner)))
}

// after puts a check with one worker before those of a deque.
func after(first Check, checks []Check) []Check {
	if underRace {
		return checks
	}
	checks[0].Name, checks[0].Asks = "edge cases", "all sizes, long histories, indices that wrap, memory: with one worker"
	return append([]Check{first}, checks...)
}

// singleKind is a kind of deques around such inner ones: a thief pushes what it has taken on
// its own deque.
func singleKind(name string, loses bool, inner func(capacity int) Inner) *stealq.Kind {
	return moverKind(name, loses, stealq.One, func(capacity int) Mover {
		return &single{Inner: inner(capacity), capacity: capacity}
	})
}

// single moves one item.
type single struct {
	Inner
	capacity int
}

func (s *single) Steal(victim Mover) (int, stealq.Outcome) {
	v := victim.(*single)
	if v == s || s.Len() >= s.capacity { // only the owner adds to s, so there will be room
		return 0, stealq.Empty
	}
	item, outcome := v.Inner.Steal()
	if outcome != stealq.Took {
		return 0, outcome
	}
	if !s.Push(item) {
		panic(fmt.Sprintf("Push refused a stolen item, though Len was below %d", s.capacity))
	}
	return 1, stealq.Took
}
