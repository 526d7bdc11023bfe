package scene

// What operations may answer and owners must do, beyond that no item is lost or doubled.

// always says whether the first deque has items for all that could take some, and
// room for all that is pushed: then no pop and no steal may find it empty, and no
// push full, not even for an instant. Items that are not shown are none for a thief.
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

// onFirst says whether thread i pushes and pops where the first deque's items are.
func (l *ledger) onFirst(i int) bool { return i == 0 || l.Form.Shared }

// atMost is what a steal of a deque may move.
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

// requireRest holds the deques to their laws when all threads have ended.
func (l *ledger) requireRest() {
	if l.Form.AtRest != nil {
		if err := l.Form.AtRest(l.deques); err != nil {
			l.law("%v", err)
		}
	}
	l.requireAnswers()
	for i, d := range l.deques {
		if l.idle[i] && d.Len() > 0 && !l.Form.Shared {
			l.law("the owner of %c has found nothing, and was given %d items behind its back", 'A'+i, d.Len())
		}
	}
}

// requireAnswers lets the owners of divided deques have a turn. Then every thief that
// found nothing when it looked last has been answered by an item that was shown
// after its request, unless there was nothing to show.
func (l *ledger) requireAnswers() {
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
			l.law("thread %d asked and was forgotten", i)
		}
	}
}
