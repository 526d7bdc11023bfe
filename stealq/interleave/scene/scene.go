package scene

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// Scene is a small program over deques of one form: what they hold at first, and what
// each thread does. Thread i owns deque i. Thread 0 steals from deque 1, and all others
// from deque 0. The letters of a thread's operations:
//
//	push     +      steal balance, one, half, all      b o h a
//	pop      -      balance, both ways                 B
//	expose   e      watch deques 0 and 1               w
//	ask      r      (the flag of the thread's own deque goes up, as if a thief elsewhere had asked)
type Scene struct {
	Form     Form
	Capacity int
	Others   int       // capacity of all deques but the first; 0: the same
	Start    uint64    // the index where each deque's first item will lie
	Fill     []int     // items in each deque at first; deques that are not named are empty
	Division *Division // of deques that are Divided; nil: half of the items are shown, nobody has asked
	Ops      []string  // by thread

	Bare      bool // only deques in Fill exist; all other threads keep what they take
	ItemsOnly bool // hold only items to their law, neither answers nor deques at rest
	Tell      bool // the outcome is all that operations returned
}

// Division is what thieves of a divided deque find.
type Division struct {
	Shown int
	Asked bool // the flag is up
}

func (s Scene) String() string {
	more := ""
	if s.Division != nil {
		more = fmt.Sprintf("/%+v", *s.Division)
	}
	return fmt.Sprintf("%s/capacity=%d,%d/start=%d/fill=%v/ops=%q%s", s.Form.Name, s.Capacity, s.Others, s.Start, s.Fill, s.Ops, more)
}

// Run is the scene as a program. What is wrong ends the execution at once.
func (s Scene) Run(w *interleave.World) func() {
	l := s.begin(w)
	return l.close
}

// begin makes the deques and begins the threads.
func (s Scene) begin(w *interleave.World) *ledger {
	l := newLedger(s, w)
	for i, d := range l.deques {
		if n, ok := d.(Named); ok {
			w.Name(string(rune('A'+i)), n.Root(), n.Show)
		}
	}
	for i := range s.Fill {
		l.fill(i)
	}
	l.items, l.room = s.always()
	for i, ops := range s.Ops {
		name := fmt.Sprintf("thief %d", i)
		if i < len(l.deques) {
			name = fmt.Sprintf("owner of %c", 'A'+i)
		}
		w.Go(name, func() {
			for _, op := range ops {
				l.do(op, i)
			}
		})
	}
	return l
}

// deques makes the scene's deques.
func (s Scene) deques() []Deque {
	n := max(2, len(s.Ops))
	if s.Bare {
		n = len(s.Fill)
	}
	all := s.Form.Make(n, s.Capacity, s.Start)
	for i := 1; i < n && s.Others > 0; i++ {
		all[i] = s.Form.Make(1, s.Others, s.Start)[0]
	}
	return all
}

// capacity is that of deque i.
func (s Scene) capacity(i int) int {
	if i > 0 && s.Others > 0 {
		return s.Others
	}
	return s.Capacity
}

// victim is the deque that thread i steals from.
func victim(i int) int {
	if i == 0 {
		return 1
	}
	return 0
}
