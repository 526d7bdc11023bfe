package stealq

// What operations may answer and owners must do, beyond that no item is lost or doubled.

// always says whether the first deque has items for all that could take some, and
// room for all that is pushed: then no pop and no steal may find it empty, and no
// push full, not even for an instant. Private items are none for a thief.
func (s scene) always() (items, room bool) {
	if len(s.fill) != 1 || s.kind.OnRequest {
		return false, false
	}
	taken, pushed := 0, 0
	for i, ops := range s.ops {
		for _, op := range ops {
			switch {
			case op == '+' && (i == 0 || s.kind.Shared):
				pushed++
			case op == '-' && (i == 0 || s.kind.Shared):
				taken++
			case op != '+' && op != '-' && i > 0:
				taken += atMost(op, s.capacity)
			}
		}
	}
	return s.fill[0] >= taken, s.fill[0]+pushed <= s.capacity
}

// atMost is what a steal of a deque may move.
func atMost(op rune, capacity int) int {
	return map[rune]int{'o': 1, 'h': max(1, capacity/2), 'b': max(1, capacity/2), 'a': capacity}[op]
}

// showing is the number of items that deque of has shown so far, that of its owner's
// present operation included.
func (l *ledger) showing(of int) uint64 {
	if d, ok := l.deques[of].(*split); ok && d.own.official > l.official[of] {
		return l.shown[of] + 1
	}
	return l.shown[of]
}

// settles begins or ends an operation of the owner of deque i, which shows one item at
// most.
func (l *ledger) settles(i int) {
	if d, ok := l.deques[i].(*split); ok {
		l.shown[i] = l.showing(i)
		l.official[i] = d.own.official
	}
}

// requireAnswers lets the owners of split deques have a turn. Then every thief that
// found nothing when it looked last has been answered by an item that was shown
// after its request, unless there was nothing to show: invariant (5) of split.
func (l *ledger) requireAnswers() {
	for i := range l.unmet {
		of := 0
		if i == 0 {
			of = 1
		}
		d, ok := l.deques[of].(*split)
		if !ok || d.own.official == d.own.bottom {
			continue
		}
		d.Expose()
		if l.unmet[i] > l.showing(of) {
			l.w.Failf("the owner of %c asked and was forgotten", 'A'+i)
		}
	}
}

// watch is a look at the lengths of two deques that have items, where nobody pops:
// an item on its way shows in one of them, or the first has changed meanwhile.
func (l *ledger) watch() {
	a, b := l.deques[0].(*rudolph), l.deques[1].(*rudolph)
	before := a.load()
	if before.length()+b.load().length() == 0 && a.load() == before {
		l.w.Failf("no item in sight")
	}
}
