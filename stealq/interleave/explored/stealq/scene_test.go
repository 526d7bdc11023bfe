package stealq

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// A scene is a small program over deques of one kind: what they hold at first, and
// what each thread does. Thread i owns deque i; thread 0 steals from deque 1, and
// all others from deque 0. In a thread's operations
//
//   - pushes    - pops    e is Expose    B is Balance
//     b o h a steal Balance, One, Half, All
type scene struct {
	kind     Kind
	capacity int
	start    uint64   // the index where each deque's first item will lie
	fill     []int    // items in each deque at first; deques that are not named are empty
	ops      []string // by thread
	tell     bool     // the outcome is all that operations returned
}

func (s scene) String() string {
	return fmt.Sprintf("%s/capacity=%d/start=%d/fill=%v/ops=%q", s.kind.Name, s.capacity, s.start, s.fill, s.ops)
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
}

// run is the program.
func (s scene) run(w *interleave.World) func() {
	deques := s.kind.New(max(2, len(s.ops)), s.capacity)
	l := &ledger{w: w, pushed: make([]uint64, len(s.ops)), taken: map[uint64]bool{}}
	for i, d := range deques {
		startAt(d, s.start)
		w.Name(string(rune('A'+i)), d, showWord(d))
	}
	if s.tell {
		l.told = make([][]string, len(s.ops))
	}
	for i, n := range s.fill {
		for range n {
			l.push(i, deques[i])
		}
		if e, ok := deques[i].(*split); ok { // half of the items public
			for range n / 2 {
				e.targeted.Store(1)
				e.Expose()
			}
		}
	}
	for i, ops := range s.ops {
		victim := deques[0]
		if i == 0 {
			victim = deques[1]
		}
		w.Go(fmt.Sprintf("owner of %c", 'A'+i), func() {
			for _, op := range ops {
				l.do(op, i, deques[i], victim)
			}
		})
	}
	return func() { l.close(s, deques) }
}

func (l *ledger) do(op rune, i int, d, victim Deque) {
	switch op {
	case '+':
		l.push(i, d)
	case '-':
		item, ok := d.Pop()
		if ok {
			l.take(item)
		}
		l.tell(i, item, ok)
	case 'e':
		d.(Exposer).Expose()
	case 'B':
		n, o := d.(Balancer).Balance(victim)
		if (o == Took) != (n != 0) || max(n, -n) > d.Cap()/2 && max(n, -n) > 1 {
			l.w.Failf("balancing moves %d of a capacity of %d: %v", n, d.Cap(), o)
		}
		l.stolen += max(n, -n)
		l.tell(i, n, o)
	default:
		n, o := d.Steal(victim, amounts[op])
		l.bounds(op, n, o, d.Cap())
		l.stolen += n
		l.tell(i, n, o)
	}
}

// bounds holds a steal to what its amount allows.
func (l *ledger) bounds(op rune, n int, o Outcome, capacity int) {
	most := map[rune]int{'o': 1, 'h': max(1, capacity/2), 'b': max(1, capacity/2), 'a': capacity}[op]
	if (o == Took) != (n > 0) || n < 0 || n > most {
		l.w.Failf("stealing %v moves %d, at most %d are allowed: %v", amounts[op], n, most, o)
	}
}

func (l *ledger) push(i int, d Deque) {
	l.pushed[i]++
	item := uint64(10*i) + l.pushed[i]
	l.taken[item] = false
	ok := d.Push(item)
	if !ok {
		delete(l.taken, item)
	}
	l.tell(i, ok)
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
	for i, d := range deques {
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

// startAt lets the first item of an empty deque lie at an index. Indices of a kind
// that takes them modulo something wrap there; those that are 64 bits long do not.
func startAt(d Deque, index uint64) {
	switch d := d.(type) {
	case *stealHalf:
		r := stealRange((index & d.wrap) << topShift)
		d.packed.Store(uint64(r))
		d.bottom.Store(r.top())
		d.own.bottom, d.own.prev = r.top(), r
	case *abp:
		d.age.Store(index & d.wrap)
		d.bottom.Store(index & d.wrap)
		d.own.bottom = index & d.wrap
	case *chaseLev:
		d.top.Store(index)
		d.bottom.Store(index)
		d.own.bottom = index
	case *split:
		d.top.Store(index)
		d.official.Store(index)
		d.own.bottom, d.own.official = index, index
	case *rudolph:
		d.state.Store(uint64(rudolphState(0).with(d.at(int(index)), 0)))
	case *locked:
		d.top = d.at(int(index))
	}
}

// showWord shows the packed words of schedules in their parts.
func showWord(d Deque) func(name string, v uint64) string {
	return func(name string, v uint64) string {
		switch d.(type) {
		case *stealHalf:
			if r := stealRange(v); strings.HasSuffix(name, "packed") {
				return fmt.Sprintf("[%d+%d] tag %d", r.top(), r.length(), v>>tagShift)
			}
		case *abp:
			if strings.HasSuffix(name, "age") {
				return fmt.Sprintf("top %d tag %d", age(v).top(), v>>topBits)
			}
		case *rudolph:
			if s := rudolphState(v); strings.HasSuffix(name, "state") {
				return fmt.Sprintf("top %d length %d busy %v open %v", s.top(), s.length(), s&busy != 0, s&open != 0)
			}
		}
		return ""
	}
}
