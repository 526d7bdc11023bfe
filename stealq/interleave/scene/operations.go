package scene

import (
	"fmt"
	"strings"
)

// do makes one operation of thread i.
func (l *ledger) do(op rune, i int) {
	if l.w.Watched() {
		l.w.Doing(l.operation(op, i, itemOf(i, l.pushed[i]+1)))
	}
	switch op {
	case '+':
		pushed := l.push(i)
		l.note("push", count(pushed), "refused, the deque is full", l.last(i))
		if pushed {
			l.idle[i] = false
		} else if l.onFirst(i) && l.room {
			l.law("a push is refused, though there is room all the while")
		}
	case '-':
		l.pop(i)
	case 'e':
		l.deques[i].(Exposer).Expose()
	case 'r':
		l.deques[i].(Divided).Ask()
	case 'w':
		if !l.deques[0].(Watched).InSight(l.deques[1]) {
			l.law("no item in sight")
		}
	case 'B':
		l.balance(i)
	default:
		if i < len(l.deques) {
			l.steal(op, i)
		} else {
			l.rob(op, i)
		}
	}
}

func (l *ledger) pop(i int) {
	item, ok := l.deques[i].Pop()
	l.note("pop", count(ok), "nothing", item)
	if ok {
		l.hands[i] = append(l.hands[i], item)
		l.take(item)
		l.held[i]--
	} else if l.onFirst(i) && l.items {
		l.law("a pop finds nothing, though there is an item all the while")
	}
	if l.idle[i] = !ok; !ok {
		item = 0
	}
	l.tell(i, item, ok)
}

func (l *ledger) balance(i int) {
	of := victim(i)
	n, empty := l.deques[i].(Balancer).Balance(l.deques[of])
	l.note("balance", max(n, -n), missed(empty))
	if size, most := max(n, -n), max(l.capacity(i), l.capacity(of))/2; empty && n != 0 || size > most && size > 1 {
		l.law("balancing moves %d of a capacity of %d, empty: %v", n, l.capacity(i), empty)
	}
	l.idle[i] = l.idle[i] && n <= 0
	l.held[i] += max(0, n)
	l.stolen += max(n, -n)
	l.tell(i, n, empty)
}

// steal makes a steal of a thief that has a deque.
func (l *ledger) steal(amount rune, i int) {
	of := victim(i)
	room := l.held[i] < l.capacity(i)
	n, empty := l.deques[i].Steal(l.deques[of], amount)
	l.note("steal", n, missed(empty))
	l.stole(amount, i, of, n, empty, room)
	l.held[i] += n
	l.idle[i] = l.idle[i] && n == 0
	l.tell(i, n, empty)
}

// rob makes a steal of a thief that has no deque. The thief keeps the items.
func (l *ledger) rob(amount rune, i int) {
	items, empty := l.deques[0].(Robbed).Take(amount)
	l.note("steal", len(items), missed(empty), items...)
	l.hands[i] = append(l.hands[i], items...)
	l.stole(amount, i, 0, len(items), empty, true)
	for _, item := range items {
		l.take(item)
	}
	l.tell(i, items, empty)
}

// stole checks the answer of a steal that moved n items. room says that the thief had
// room for an item.
func (l *ledger) stole(amount rune, i, of, n int, empty, room bool) {
	switch most := atMost(amount, l.capacity(of)); {
	case empty && n != 0:
		l.law("%s moved %d items, and answered that there were none", l.operation(amount, i, 0), n)
	case n < 0 || n > most:
		l.law("%s moved %d items: it may move %d at most", l.operation(amount, i, 0), n, most)
	}
	if empty && l.items && of == 0 {
		l.law("a thief finds nothing, though there is an item all the while")
	}
	l.unmet[i] = 0
	if d, ok := l.deques[of].(Divided); ok && empty && room {
		l.unmet[i] = 1 + d.Shown()
	}
	l.stolen += n
}

// note notes what an operation has answered: n items, which are listed if they are known, or
// why there is none.
func (l *ledger) note(operation string, n int, no string, known ...uint64) {
	if !l.w.Watched() {
		return
	}
	answer := no
	if n > 0 {
		answer = items(n)
	}
	if n > 0 && len(known) > 0 {
		answer = "item " + strings.Trim(strings.ReplaceAll(fmt.Sprint(known), " ", ", "), "[]")
	}
	l.w.Notef("%s: %s", operation, answer)
}

func count(ok bool) int {
	if ok {
		return 1
	}
	return 0
}

// missed says why a steal has moved nothing.
func missed(empty bool) string {
	if empty {
		return "nothing to take"
	}
	return "another worker was faster"
}
