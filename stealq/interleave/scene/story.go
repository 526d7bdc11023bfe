package scene

import (
	"fmt"
	"strings"
)

// Story returns the scene in words: the items in the deques at first, and the operations of each
// thread. The names of the threads are those of the table of a schedule.
func (s Scene) Story() string {
	var b strings.Builder
	switch {
	case s.Others > 0:
		fmt.Fprintf(&b, "The capacity of A is %d, and that of the others %d.", s.Capacity, s.Others)
	case s.Form.Shared:
		fmt.Fprintf(&b, "All deques are handles on one queue with a capacity of %d.", s.Capacity)
	default:
		fmt.Fprintf(&b, "Each deque has a capacity of %d.", s.Capacity)
	}
	for i, n := range s.Fill {
		fmt.Fprintf(&b, " %c holds %s.", 'A'+i, s.held(i, n))
	}
	if s.Division != nil {
		fmt.Fprintf(&b, " Thieves can see %s of A.", items(s.Division.Shown))
		if s.Division.Asked {
			b.WriteString(" A thief has asked for more.")
		}
	}
	for i := range s.Ops {
		fmt.Fprintf(&b, " %s.", s.part(i))
	}
	return b.String()
}

// held is the items that deque i holds at first. Where calls are shown, their items are, too.
func (s Scene) held(i, n int) string {
	if s.Form.Steals == nil || n == 0 {
		return items(n)
	}
	var all []string
	for k := range n {
		all = append(all, fmt.Sprint(itemOf(i, uint64(k+1))))
	}
	if n == 1 {
		return "item " + all[0]
	}
	return "items " + strings.Join(all[:n-1], ", ") + " and " + all[n-1]
}

// itemOf is the item of the n-th push of thread i, from 1. Those that fill its deque count.
func itemOf(i int, n uint64) uint64 { return uint64(10*i) + n }

// items counts items: "no item", "1 item", "2 items".
func items(n int) string {
	switch n {
	case 0:
		return "no item"
	case 1:
		return "1 item"
	}
	return fmt.Sprintf("%d items", n)
}

// part is what thread i does.
func (s Scene) part(i int) string {
	var does []string
	pushes := uint64(0)
	if i < len(s.Fill) {
		pushes = uint64(s.Fill[i])
	}
	for _, op := range s.Ops[i] {
		does = append(does, s.operation(op, i, itemOf(i, pushes+1)))
		if op == '+' {
			pushes++
		}
	}
	if does == nil {
		return s.thread(i) + ": nothing"
	}
	return s.thread(i) + ": " + strings.Join(does, ", ")
}

// thread is the name of thread i. No thread owns a queue that all share.
func (s Scene) thread(i int) string {
	if s.Form.Shared {
		return fmt.Sprintf("worker %c", 'a'+i)
	}
	if s.Bare && i >= len(s.Fill) {
		return fmt.Sprintf("thief %d", i)
	}
	return fmt.Sprintf("owner of %c", 'A'+i)
}

// operations are the operations in words, with % for the deque that a thread steals from.
var operations = map[rune]string{
	'+': "push", '-': "pop",
	'b': "steal from % with balance", 'o': "steal one of %", 'h': "steal half of %", 'a': "steal all of %",
	'B': "balance with %", 'e': "show an item to thieves that have asked", 'r': "ask as a thief does",
	'w': "look at the lengths of A and B",
}

// operation is an operation of thread i in words. A push is of that item.
func (s Scene) operation(op rune, i int, item uint64) string {
	own, victim := string(rune('A'+i)), string(rune('A'+victim(i)))
	words, known := operations[op]
	switch {
	case !known:
		return fmt.Sprintf("%q", op)
	case s.Form.Steals == nil:
	case op == '+':
		return fmt.Sprintf("%s.Push(%d)", own, item)
	case op == '-':
		return own + ".Pop()"
	case strings.ContainsRune(s.Form.Amounts, op):
		if s.Bare && i >= len(s.Fill) {
			own = ""
		}
		return s.Form.Steals(own, victim)
	}
	return strings.Replace(words, "%", victim, 1)
}
