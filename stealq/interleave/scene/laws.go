package scene

import "fmt"

// This file has the laws beside the law of items: what operations may answer, and what
// owners must do.

// always says two things about the first deque. items: it has items for all operations
// that could take some, so no pop and no steal may find it empty at any moment. room:
// it has room for all that is pushed, so no push may find it full. For a thief, items
// that are not shown do not count.
func (s Scene) always() (items, room bool) {
	if len(s.Fill) != 1 || s.Form.OnRequest {
		return false, false
	}
	taken, pushed := 0, 0
	for i, ops := range s.Ops {
		for _, op := range ops {
			switch {
			case op == '+' && (i == 0 || s.Form.Shared):
				pushed++
			case op == '-' && (i == 0 || s.Form.Shared):
				taken++
			case op != '+' && op != '-' && i > 0:
				taken += atMost(op, s.Capacity)
			}
		}
	}
	return s.Fill[0] >= taken, s.Fill[0]+pushed <= s.Capacity
}

// requireLawful checks what the last operation of deque i answered.
func (l *ledger) requireLawful(i int) {
	if i >= len(l.deques) {
		return
	}
	if d, ok := l.deques[i].(Strict); ok && d.Wrong() != nil {
		l.law("%v", d.Wrong())
	}
}

// onFirst says whether thread i pushes and pops where the first deque's items are.
func (l *ledger) onFirst(i int) bool { return i == 0 || l.Form.Shared }

// atMost returns how many items a steal from a deque of this capacity may move.
func atMost(amount rune, capacity int) int {
	switch amount {
	case 'o':
		return 1
	case 'h', 'b', 'B':
		return max(1, capacity/2)
	case 'a':
		return capacity
	}
	return 0
}

// atRest returns what is wrong with the deques at rest. All threads have ended.
func (l *ledger) atRest() error {
	if l.Form.AtRest != nil {
		if err := l.Form.AtRest(l.deques); err != nil {
			return err
		}
	}
	if err := l.unanswered(); err != nil {
		return err
	}
	for i, d := range l.deques {
		if l.idle[i] && d.Len() > 0 && !l.Form.Shared {
			return fmt.Errorf("the owner of %c has found nothing, and was given %d items behind its back", 'A'+i, d.Len())
		}
	}
	return nil
}

// unanswered lets the owners of divided deques have one more turn. Then every thief must
// have been answered whose last look found nothing: an item was shown after its request,
// unless there was nothing to show.
func (l *ledger) unanswered() error {
	for i := range l.Ops {
		of := victim(i)
		if of >= len(l.deques) {
			continue
		}
		d, ok := l.deques[of].(Divided)
		if !ok || d.Private() == 0 {
			continue
		}
		d.Expose()
		if l.unmet[i] > d.Shown() {
			return fmt.Errorf("thread %d asked and was forgotten", i)
		}
	}
	return nil
}
