package stealq

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// rudolphScript is owners of deques of one kind. '+' pushes, '-' pops, 'o' and 'h'
// and 'b' steal One, Half and Balance, and 'e' is the method Balance, which evens
// out. Owner 0 turns to deque 1 for that, all others to deque 0. With a watcher,
// another thread adds up all lengths, twice.
type rudolphScript struct {
	capacity []int    // by deque
	setup    []string // what each owner has done before, in turn
	ops      []string
	watcher  bool
	faults   rudolphFault
}

func (s rudolphScript) String() string {
	return fmt.Sprintf("capacity=%v/setup=%q/ops=%q", s.capacity, s.setup, s.ops)
}

func (s rudolphScript) with(name string, faults rudolphFault) wrong {
	right := s
	s.faults = faults
	return wrong{name, s, right}
}

// rudolphRun is a run of a script.
type rudolphRun struct {
	w      *world
	book   *book
	deques []*rudolphCopy
	idle   []bool // by owner: its last pop found nothing, and it has gained nothing since
}

func (s rudolphScript) program(w *world) (atEnd func()) {
	r := &rudolphRun{w: w, book: newBook(w), idle: make([]bool, len(s.capacity))}
	queue := newWaits(w)
	for i, capacity := range s.capacity {
		r.deques = append(r.deques, newRudolphCopy(w, queue, fmt.Sprintf("%c's ", 'A'+i), capacity, s.faults))
	}
	for i, ops := range s.setup {
		r.own(i, ops)
	}
	for i, ops := range s.ops {
		w.spawn(fmt.Sprintf("owner %c", 'A'+i), func() { r.own(i, ops) })
	}
	if s.watcher {
		w.spawn("watcher", r.watch)
	}
	return r.drain
}

func (r *rudolphRun) own(i int, ops string) {
	d, other := r.deques[i], r.deques[0]
	if i == 0 && len(r.deques) > 1 {
		other = r.deques[1]
	}
	for _, op := range ops {
		n := 0
		switch op {
		case '+':
			r.book.push(i, d.push)
			n = 1
		case '-':
			item, ok := d.pop()
			if ok {
				r.book.take(item)
			}
			r.idle[i] = !ok
		case 'e':
			n = d.balance(other)
		default:
			n = d.steal(other, amountOf(op))
		}
		if n > 0 {
			r.idle[i] = false
		}
	}
}

// watch is a termination detector's look at lengths, where nobody pops: an item on
// its way must show somewhere, or both lengths must have changed since.
func (r *rudolphRun) watch() {
	before := r.deques[0].load()
	seen := before.length() + r.deques[1].load().length()
	if seen == 0 && r.deques[0].load() == before {
		r.w.fail("no item in sight")
	}
}

// drain checks what holds at the end: nobody is busy, owners that have found nothing
// have been given nothing, and each item was taken once.
func (r *rudolphRun) drain() {
	for i, d := range r.deques {
		s := d.load()
		if s&busy != 0 {
			r.w.fail("a claim was not released")
		}
		if r.idle[i] && s.length() > 0 {
			r.w.fail("owner %c has found nothing, and was given %d items behind its back", 'A'+i, s.length())
		}
	}
	for _, d := range r.deques {
		r.book.popAll(d.pop)
	}
	r.book.close()
}

// TestRudolphWrongFormsAreCaught: each wrong form of the Rudolph deque fails in its
// script, and the right one does not. The shortest failing schedule is in the log
// (go test -v -run RudolphWrongForms).
func TestRudolphWrongFormsAreCaught(t *testing.T) {
	pair := []int{2, 2}
	requireCaught(t, []wrong{
		rudolphScript{capacity: pair, setup: []string{"+", "+"}, ops: []string{"-", "oe"}}.with("pop reads before its swap", popReadsFirst),
		rudolphScript{capacity: pair, ops: []string{"+", "o-"}}.with("push swaps before it writes", pushSwapsFirst),
		rudolphScript{capacity: pair, setup: []string{"+"}, ops: []string{"-+", "o"}}.with("a thief without a claim", unclaimedSteal),
		rudolphScript{capacity: []int{4, 4}, setup: []string{"+", "+++"}, ops: []string{"+", "e"}}.with("gifts at the bottom", giftAtBottom),
		rudolphScript{capacity: []int{2, 8}, setup: []string{"+", "+++o"}, ops: []string{"+", "e"}}.with("gifts fill the slot at bottom", giftFillsAll),
		rudolphScript{capacity: pair, setup: []string{"+", "++"}, ops: []string{"--", "e"}}.with("gifts to who has found nothing", giftToClosed),
		rudolphScript{capacity: pair, setup: []string{"+", "+"}, ops: []string{"h", "h"}}.with("a claim that waits", claimWaits),
		rudolphScript{capacity: pair, setup: []string{"+"}, ops: []string{"", "o"}, watcher: true}.with("giver released first", giverFirst),
	})
}

// rudolphScripts is every fill of two deques before every pair of programs.
func rudolphScripts(capacity []int, first, second []string) (all []script) {
	for a := range capacity[0] + 1 {
		for b := range capacity[1] + 1 {
			setup := []string{"++++"[:a], "++++"[:b]}
			for _, p := range first {
				for _, q := range second {
					all = append(all, rudolphScript{capacity: capacity, setup: setup, ops: []string{p, q}})
				}
			}
		}
	}
	return all
}

// TestRudolphEverySchedule: in every schedule of small scripts every item is taken
// exactly once and nothing else is, no claim is left, nobody waits for ever, and
// nobody who has found nothing is given anything.
func TestRudolphEverySchedule(t *testing.T) {
	var three, watched []script
	for _, ops := range [][]string{{"-", "e", "o"}, {"-+", "e", "e"}, {"e", "h", "e"}} {
		for _, setup := range [][]string{{"+", "++", ""}, {"", "++", "++"}, {"++", "", "+"}} {
			three = append(three, rudolphScript{capacity: []int{2, 2, 2}, setup: setup, ops: ops})
		}
	}
	for _, op := range []string{"o", "h", "e"} {
		watched = append(watched, rudolphScript{capacity: []int{4, 4}, setup: []string{"++", ""}, ops: []string{"", op}, watcher: true})
		watched = append(watched, rudolphScript{capacity: []int{4, 4}, setup: []string{"+++", "+"}, ops: []string{"e", op}, watcher: true})
	}
	pair := []int{2, 2}
	requireRight(t, []scripts{
		{"an owner and a balancer", false, rudolphScripts(pair, words("+-", 2), []string{"e", "oe"})},
		{"an owner and a balancer, longer", true, rudolphScripts(pair, words("+-", 3), []string{"e", "oe"})},
		{"an owner and a thief", false, rudolphScripts(pair, words("+-", 3), []string{"h", "b"})},
		{"small and large", false, rudolphScripts([]int{2, 4}, words("+-", 2), []string{"e", "he"})},
		{"from each other", true, rudolphScripts(pair, words("-oe", 2), []string{"e", "h-"})},
		{"from each other, longer", true, rudolphScripts(pair, words("+-e", 2), words("-e", 2))},
		{"watched", false, watched},
		{"three", true, three},
	})
}

// TestRudolphTranscriptAgrees drives production deques and their transcripts through
// the same long random history and compares states after each operation. The
// explorer's results are about the transcript; this ties it to the source.
func TestRudolphTranscriptAgrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	came, went := 0, 0
	for _, capacity := range []int{2, 4, 8, 32} {
		w := &world{}
		queue := newWaits(w)
		var real [2]*rudolph
		var copied [2]*rudolphCopy
		for i := range real {
			real[i] = newRudolph(capacity << i)
			copied[i] = newRudolphCopy(w, queue, "", capacity<<i, 0)
		}
		for step := range 5000 {
			w.free = 0
			i := rng.IntN(2)
			same := true
			switch op := rng.IntN(8); {
			case op < 3:
				item := rng.Uint64()
				same = real[i].Push(item) == copied[i].push(item)
			case op < 5:
				a, ok := real[i].Pop()
				b, ok2 := copied[i].pop()
				same = a == b && ok == ok2
			case op < 6:
				amount := rudolphKind.Amounts[rng.IntN(3)]
				n, _ := real[i].Steal(real[1-i], amount)
				same = n == copied[i].steal(copied[1-i], amount)
				came += n
			default:
				n, _ := real[i].Balance(real[1-i])
				same = n == copied[i].balance(copied[1-i])
				came, went = came+max(0, n), went+max(0, -n)
			}
			for i := range real {
				same = same && real[i].state.Load() == copied[i].state.v
			}
			if !same {
				t.Fatalf("capacity %d, step %d: %s and %s, want %s and %s", capacity, step, showState(copied[0].state.v),
					showState(copied[1].state.v), showState(real[0].state.Load()), showState(real[1].state.Load()))
			}
		}
	}
	if came == 0 || went == 0 {
		t.Fatalf("%d items came, %d went", came, went)
	}
}
