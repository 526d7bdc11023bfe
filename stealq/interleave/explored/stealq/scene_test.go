package stealq

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// A scene is a small program over deques of one kind: what they hold at first, and
// what each thread does. Thread i owns deque i; thread 0 steals from deque 1, and
// all others from deque 0. In a thread's operations
//
//   - pushes    - pops    e is Expose    B is Balance    w is watch
//     b o h a steal Balance, One, Half, All
type scene struct {
	kind     Kind
	capacity int
	start    uint64    // the index where each deque's first item will lie
	fill     []int     // items in each deque at first; deques that are not named are empty
	ops      []string  // by thread
	tell     bool      // the outcome is all that operations returned
	others   int       // capacity of all deques but the first; 0: the same
	division *division // of split's first deque; nil: half of each deque's items are public, nobody has asked
}

// division is what thieves of a split deque find.
type division struct {
	public int
	asked  bool // the flag is up
}

func (s scene) String() string {
	more := ""
	if s.division != nil {
		more = fmt.Sprintf("/%+v", *s.division)
	}
	return fmt.Sprintf("%s/capacity=%d,%d/start=%d/fill=%v/ops=%q%s", s.kind.Name, s.capacity, s.others, s.start, s.fill, s.ops, more)
}

// amounts are the letters of steals.
var amounts = map[rune]Amount{'b': Balance, 'o': One, 'h': Half, 'a': All}

// ledger holds each item to its law: taken exactly once. An item's number tells who
// pushed it and as which one, so that numbers do not depend on the schedule.
type ledger struct {
	w      *interleave.World
	pushed []uint64        // by thread
	taken  map[uint64]bool // true: taken; false: in a deque
	stolen int             // items that changed deques
	told   [][]string      // by thread, what each operation returned; nil unless wanted

	deques   []Deque
	items    bool     // the first deque has one all the time
	room     bool     // and for one
	idle     []bool   // by thread: its last Pop found nothing, and it has gained nothing since
	shown    []uint64 // by deque: items of a split deque shown before its owner's operation
	official []uint64 // by deque: official of a split deque before that
	held     []int    // by thread: its own deque has no more items
	unmet    []uint64 // by thread: 0, or 1 + shown of the deque where its last steal found nothing
}

// run is the program.
func (s scene) run(w *interleave.World) func() {
	deques := s.kind.New(max(2, len(s.ops)), s.capacity)
	for i := 1; i < len(deques) && s.others > 0; i++ {
		deques[i] = s.kind.New(1, s.others)[0]
	}
	n := len(deques)
	l := &ledger{w: w, pushed: make([]uint64, n), taken: map[uint64]bool{}, deques: deques,
		idle: make([]bool, n), held: make([]int, n), shown: make([]uint64, n), official: make([]uint64, n), unmet: make([]uint64, n)}
	for i, d := range deques {
		startAt(d, s.start)
		w.Name(string(rune('A'+i)), d, showWord(d))
	}
	if s.tell {
		l.told = make([][]string, len(s.ops))
	}
	for i := range s.fill {
		s.set(i, l)
	}
	l.items, l.room = s.always()
	for i, ops := range s.ops {
		w.Go(fmt.Sprintf("owner of %c", 'A'+i), func() {
			for _, op := range ops {
				l.settles(i)
				l.do(op, i)
			}
			l.settles(i)
		})
	}
	return func() { l.close(s, deques) }
}

// set puts the items of deque i into it.
func (s scene) set(i int, l *ledger) {
	for range s.fill[i] {
		l.push(i, l.deques[i])
	}
	if d, ok := l.deques[i].(*split); ok {
		public, asked := s.fill[i]/2, false
		if s.division != nil {
			public, asked = s.division.public, s.division.asked
		}
		for range public {
			d.targeted.Store(1)
			d.Expose()
		}
		if asked {
			d.targeted.Store(1)
		}
	}
}

func (l *ledger) do(op rune, i int) {
	of := 0
	if i == 0 {
		of = 1
	}
	switch op {
	case '+':
		if l.push(i, l.deques[i]) {
			l.idle[i] = false
		} else if l.onFirst(i) && l.room {
			l.w.Failf("a push is refused, though there is room all the while")
		}
	case '-':
		l.pop(i)
	case 'e':
		l.deques[i].(Exposer).Expose()
	case 'w':
		l.watch()
	case 'B':
		l.balance(i, l.deques[of])
	default:
		l.steal(op, i, of)
	}
}

// onFirst says whether thread i pushes and pops where the first deque's items are.
func (l *ledger) onFirst(i int) bool { return i == 0 || countedBefore(l.deques[:1], l.deques[i]) }

func (l *ledger) pop(i int) {
	item, ok := l.deques[i].Pop()
	if ok {
		l.take(item)
		l.held[i]--
	} else if l.onFirst(i) && l.items {
		l.w.Failf("a pop finds nothing, though there is an item all the while")
	}
	l.idle[i] = !ok
	l.tell(i, item, ok)
}

func (l *ledger) balance(i int, victim Deque) {
	d := l.deques[i]
	n, o := d.(Balancer).Balance(victim)
	if (o == Took) != (n != 0) || max(n, -n) > max(d.Cap(), victim.Cap())/2 && max(n, -n) > 1 {
		l.w.Failf("balancing moves %d of a capacity of %d: %v", n, d.Cap(), o)
	}
	l.idle[i] = l.idle[i] && n <= 0
	l.held[i] += max(0, n)
	l.stolen += max(n, -n)
	l.tell(i, n, o)
}

func (l *ledger) steal(op rune, i, of int) {
	d, victim := l.deques[i], l.deques[of]
	room := l.held[i] < d.Cap()
	n, o := d.Steal(victim, amounts[op])
	if most := atMost(op, victim.Cap()); (o == Took) != (n > 0) || n < 0 || n > most {
		l.w.Failf("stealing %v moves %d, at most %d are allowed: %v", amounts[op], n, most, o)
	}
	if o == Empty && l.items && of == 0 {
		l.w.Failf("a thief finds nothing, though there is an item all the while")
	}
	l.unmet[i] = 0
	if o == Empty && room {
		l.unmet[i] = 1 + l.showing(of)
	}
	l.held[i] += n
	l.idle[i] = l.idle[i] && n == 0
	l.stolen += n
	l.tell(i, n, o)
}

func (l *ledger) push(i int, d Deque) bool {
	l.pushed[i]++
	item := uint64(10*i) + l.pushed[i]
	l.taken[item] = false
	ok := d.Push(item)
	if ok {
		l.held[i]++
	} else {
		delete(l.taken, item)
	}
	l.tell(i, ok)
	return ok
}

func (l *ledger) take(item uint64) {
	switch taken, ok := l.taken[item]; {
	case !ok:
		l.w.Failf("takes %d, which was never pushed", item)
	case taken:
		l.w.Failf("takes item %d, which was taken before", item)
	}
	l.taken[item] = true
}

func (l *ledger) tell(i int, results ...any) {
	if l.told != nil {
		l.told[i] = append(l.told[i], fmt.Sprint(results...))
	}
}

// close checks the deques at rest, pops what is left, and closes the ledger.
func (l *ledger) close(s scene, deques []Deque) {
	if err := Check(deques); err != nil {
		l.w.Failf("%v", err)
	}
	l.requireAnswers()
	for i, d := range deques {
		if l.idle[i] && d.Len() > 0 && !s.kind.Shared {
			l.w.Failf("the owner of %c has found nothing, and was given %d items behind its back", 'A'+i, d.Len())
		}
		l.tell(i%len(s.ops), d.Len())
		for item, ok := d.Pop(); ok; item, ok = d.Pop() {
			l.take(item)
			l.tell(i%len(s.ops), item)
		}
	}
	for item, taken := range l.taken {
		if !taken {
			l.w.Failf("item %d is lost", item)
		}
	}
	if l.w.Outcomef("%d stolen", l.stolen); s.tell {
		l.w.Outcomef("%v", l.told)
	}
}
