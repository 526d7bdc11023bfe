package scene

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// Scene is a small program over deques of one form. It says what the deques hold at
// first, and what each thread does. Thread i owns deque i. Thread 0 steals from deque
// 1, and every other thread steals from deque 0. Each operation of a thread is a
// letter:
//
//	'+'  push
//	'-'  pop
//	'b'  steal with amount balance
//	'o'  steal one
//	'h'  steal half
//	'a'  steal all
//	'B'  balance both ways (Balancer)
//	'e'  expose an item (Exposer)
//	'r'  ask, as a thief elsewhere would: raise the flag of the thread's own deque (Divided)
//	'w'  look at the lengths of deques 0 and 1 for an item (Watched)
type Scene struct {
	Form     Form
	Capacity int
	Others   int       // capacity of all deques but the first; 0: Capacity
	Start    uint64    // the index where each deque's first item will lie
	Fill     []int     // number of items in each deque at first; other deques are empty
	Division *Division // of deques that are Divided; nil: half of the items are shown, and no thief has asked
	Ops      []string  // the letters of each thread

	Bare      bool // only the deques in Fill exist; every other thread keeps what it takes
	ItemsOnly bool // check only the law of items, not answers and not deques at rest
	Tell      bool // the outcome of an execution is all that its operations returned
}

// Division is the state of a Divided deque at first.
type Division struct {
	Shown int  // number of items that thieves can see
	Asked bool // a thief has asked: the flag is up
}

// String returns all that the scene consists of.
func (s Scene) String() string {
	more := ""
	if s.Division != nil {
		more = fmt.Sprintf("/%+v", *s.Division)
	}
	return fmt.Sprintf("%s/capacity=%d,%d/start=%d/fill=%v/ops=%q%s", s.Form.Name, s.Capacity, s.Others, s.Start, s.Fill, s.Ops, more)
}

// Run is the scene as an [interleave.Program]. The first broken law ends the execution.
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
	w.Link(s.Link())
	w.Depict(func() any { return l.state() })
	for i, ops := range s.Ops {
		w.Go(s.thread(i), func() {
			for _, op := range ops {
				l.do(op, i)
				l.requireLawful(i)
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

// capacity returns the capacity of deque i.
func (s Scene) capacity(i int) int {
	if i > 0 && s.Others > 0 {
		return s.Others
	}
	return s.Capacity
}

// victim returns the number of the deque that thread i steals from.
func victim(i int) int {
	if i == 0 {
		return 1
	}
	return 0
}
