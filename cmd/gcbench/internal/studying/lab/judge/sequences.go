package judge

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// takings is a check with one worker, who calls Push, Pop and Steal of one deque in every
// order, the shortest sequences first. A failure is shown with the calls as a student
// writes them.
func takings(inner func(capacity int) Inner) Check {
	return sequences("+-o", 8, func(capacity int) *sequence {
		d := inner(capacity)
		s := &sequence{d: list{name: "d", deque: d}, capacity: capacity}
		s.steal = func() string { return s.take(d) }
		return s
	})
}

// movings is such a check of two deques, of which the second steals from the first. wants says
// how many items that must move. At the end it steals from up to roomy items: a third and a quarter
// of five items or fewer are the same number.
func movings(inner func(capacity int) Mover, outcomes bool, wants func(victim Mover, has, room int) int) Check {
	return sequences("+-h.", 7, func(capacity int) *sequence {
		d, thief := inner(capacity), inner(capacity)
		s := &sequence{d: list{name: "d", deque: d}, thief: list{name: "thief", deque: thief}, capacity: capacity, outcomes: outcomes}
		s.steal = func() string { return s.move(d, thief, wants) }
		return s
	}, fillings()...)
}

// roomy is the capacity of the deques from which thieves take many items.
const roomy = 16

// fillings are sequences that push 1 to roomy items, and then steal.
func fillings() (words []string) {
	for items := range roomy {
		words = append(words, strings.Repeat("+", items+1)+"h")
	}
	return words
}

// sequences is a check of all sequences of these calls, the shortest first, and then of the last
// ones, with more room.
func sequences(letters string, longest int, begin func(capacity int) *sequence, last ...string) Check {
	return Check{Name: "one worker", Asks: "the owner gets the newest item, a thief the oldest, each once", Run: func() (string, *verdict.Fault) {
		tried := 0
		try := func(capacity int, words ...string) *verdict.Fault {
			for _, word := range words {
				s := begin(capacity)
				Trying(s.fault)
				if f := s.run(word); f != nil {
					return f
				}
				tried++
			}
			return nil
		}
		for calls := 1; calls <= longest; calls++ {
			for _, capacity := range []int{2, 4} {
				if f := try(capacity, scene.Words(letters, calls)...); f != nil {
					return "", f
				}
			}
		}
		said := fmt.Sprintf("%d sequences of up to %d calls", tried, longest)
		if f := try(roomy, last...); f != nil {
			return "", f
		}
		if len(last) > 0 {
			said += fmt.Sprintf(", and thefts from up to %d items", roomy)
		}
		return said, nil
	}}
}

// sequence is the calls of one worker.
type sequence struct {
	d, thief list // without a deque there is no such list
	capacity int
	pushed   uint64
	calls    []string
	steal    func() string
	outcomes bool // the answer's Steal returns one beside the number of items
}

// list is a deque, and what must be in it.
type list struct {
	name  string
	deque interface {
		Push(item uint64) bool
		Pop() (item uint64, ok bool)
		Len() int
	}
	items []uint64 // the oldest first
}

// fitting is a deque with a law of its lab for each moment between two calls of one worker.
type fitting interface {
	Unfit(items int) (says string) // "" if the law holds
}

// run makes the calls: '+' is a push, '-' a pop, 'o' and 'h' are steals, and '.' is a pop of
// the thief.
func (s *sequence) run(letters string) (f *verdict.Fault) {
	defer func() {
		if r := recover(); r != nil {
			f = s.fault(Panicked(r).Says)
		}
	}()
	calls := map[rune]func() string{'+': s.push, '-': func() string { return s.pop(&s.d) },
		'o': s.steal, 'h': s.steal, '.': func() string { return s.pop(&s.thief) }}
	for _, letter := range letters {
		wrong := calls[letter]()
		for _, l := range []*list{&s.d, &s.thief} {
			if wrong == "" && l.deque != nil {
				wrong = s.length(l)
			}
		}
		if wrong != "" {
			return s.fault(wrong)
		}
	}
	return nil
}

func (s *sequence) length(l *list) string {
	n := l.deque.Len()
	if n == len(l.items) {
		if d, ok := l.deque.(fitting); ok {
			return d.Unfit(n)
		}
		return ""
	}
	s.called("%s.Len()", l.name)
	s.returned("%d", n)
	return fmt.Sprintf("Len of a deque with %s returned %d", itemsOf(len(l.items)), n)
}

func (s *sequence) push() string {
	s.pushed++
	s.called("d.Push(%d)", s.pushed)
	had := len(s.d.items)
	ok := s.d.deque.Push(s.pushed)
	s.returned("%v", ok)
	if ok != (had < s.capacity) {
		return fmt.Sprintf("Push returned %v, and the deque had %s and a capacity of %d", ok, itemsOf(had), s.capacity)
	}
	if ok {
		s.d.items = append(s.d.items, s.pushed)
	}
	return ""
}

func (s *sequence) pop(l *list) string {
	s.called("%s.Pop()", l.name)
	item, ok := l.deque.Pop()
	s.returned("%d, %v", item, ok)
	last := len(l.items) - 1
	switch {
	case last < 0 && ok:
		return fmt.Sprintf("Pop returned item %d, and the deque was empty", item)
	case last >= 0 && (!ok || item != l.items[last]):
		return fmt.Sprintf("Pop returned %d, %v: want the newest item: %d, true", item, ok, l.items[last])
	case last >= 0:
		l.items = l.items[:last]
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
	deques := fmt.Sprintf("d := New(%d)", s.capacity)
	if s.thief.deque != nil {
		deques = fmt.Sprintf("d, thief := New(%d), New(%d)", s.capacity, s.capacity)
	}
	return &verdict.Fault{Says: says, Story: fmt.Sprintf("calls of one worker, the last one last:\n    %s\n    %s", deques, strings.Join(s.calls, "\n    "))}
}
