package judge

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// longestSequence is how many calls the longest sequences of one worker have.
const longestSequence = 8

// Sequences is a check with one worker, who calls Push, Pop and Steal of one deque in every
// order, the shortest sequences first. What is wrong is shown with the calls as a student
// writes them.
func Sequences(inner func(capacity int) Inner) Check {
	return Check{Name: "one worker", Asks: "the owner gets the newest item, a thief the oldest, each once", Run: func() (string, *verdict.Fault) {
		tried := 0
		for calls := 1; calls <= longestSequence; calls++ {
			for _, capacity := range []int{2, 4} {
				for _, letters := range scene.Words("+-o", calls) {
					s := &sequence{deque: inner(capacity), capacity: capacity}
					Trying(s.fault)
					if f := s.run(letters); f != nil {
						return "", f
					}
					tried++
				}
			}
		}
		return fmt.Sprintf("%d sequences of up to %d calls", tried, longestSequence), nil
	}}
}

// sequence is a deque, and what must be in it.
type sequence struct {
	deque    Inner
	capacity int
	items    []uint64 // the oldest first
	pushed   uint64
	calls    []string
}

// run makes the calls: '+' is a push, '-' a pop, and 'o' a steal.
func (s *sequence) run(letters string) (f *verdict.Fault) {
	defer func() {
		if r := recover(); r != nil {
			f = s.fault(fmt.Sprintf("it panicked: %v%s", r, place()))
		}
	}()
	calls := map[rune]func() string{'+': s.push, '-': s.pop, 'o': s.steal}
	for _, letter := range letters {
		wrong := calls[letter]()
		if n := s.deque.Len(); wrong == "" && n != len(s.items) {
			s.called("d.Len()")
			s.returned("%d", n)
			wrong = fmt.Sprintf("Len of a deque with %d items returned %d", len(s.items), n)
		}
		if wrong != "" {
			return s.fault(wrong)
		}
	}
	return nil
}

func (s *sequence) push() string {
	s.pushed++
	s.called("d.Push(%d)", s.pushed)
	full := len(s.items) == s.capacity
	ok := s.deque.Push(s.pushed)
	s.returned("%v", ok)
	if full == ok {
		return fmt.Sprintf("Push returned %v, and the deque had %d items and a capacity of %d", ok, len(s.items), s.capacity)
	}
	if ok {
		s.items = append(s.items, s.pushed)
	}
	return ""
}

func (s *sequence) pop() string {
	s.called("d.Pop()")
	item, ok := s.deque.Pop()
	s.returned("%d, %v", item, ok)
	last := len(s.items) - 1
	switch {
	case last < 0 && ok:
		return fmt.Sprintf("Pop returned item %d, and the deque was empty", item)
	case last >= 0 && (!ok || item != s.items[last]):
		return fmt.Sprintf("Pop returned %d, %v: want the newest item: %d, true", item, ok, s.items[last])
	case last >= 0:
		s.items = s.items[:last]
	}
	return ""
}

func (s *sequence) steal() string {
	s.called("d.Steal()")
	item, outcome := s.deque.Steal()
	says := map[stealq.Outcome]string{stealq.Took: "Took", stealq.Empty: "Empty", stealq.Lost: "Lost"}[outcome]
	s.returned("%d, %s", item, says)
	switch {
	case len(s.items) == 0 && outcome != stealq.Empty:
		return fmt.Sprintf("Steal returned %d, %s, and the deque was empty: want Empty", item, says)
	case len(s.items) > 0 && (outcome != stealq.Took || item != s.items[0]):
		return fmt.Sprintf("Steal returned %d, %s: want the oldest item: %d, Took", item, says, s.items[0])
	case len(s.items) > 0:
		s.items = s.items[1:]
	}
	return ""
}

// called notes a call, and returned what it returned.
func (s *sequence) called(format string, args ...any) {
	s.calls = append(s.calls, fmt.Sprintf(format, args...))
}

func (s *sequence) returned(format string, values ...any) {
	s.calls[len(s.calls)-1] += " = " + fmt.Sprintf(format, values...)
}

// fault shows the calls that led there.
func (s *sequence) fault(says string) *verdict.Fault {
	return &verdict.Fault{Says: says, Story: fmt.Sprintf("calls of one worker, the last one last:\n    d := New(%d)\n    %s", s.capacity, strings.Join(s.calls, "\n    "))}
}
