package stealq

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// splitScript is an owner and its thieves. The owner's '+' pushes, '-' pops, 'e' is
// Expose, and 'a' is a request from elsewhere that sets the flag; each letter of a
// thief is a steal.
type splitScript struct {
	capacity uint64
	start    uint64 // first index
	setup    string // what the owner has done before
	owner    string
	thieves  []string
	faults   splitFault
}

func (s splitScript) String() string {
	return fmt.Sprintf("capacity=%d/start=%d/setup=%q/owner=%q/thieves=%q", s.capacity, s.start, s.setup, s.owner, s.thieves)
}

func (s splitScript) program(w *world) (atEnd func()) {
	b := newBook(w)
	d := newSplitCopy(w, s.capacity, s.start, len(s.thieves), s.faults)
	own := func(ops string) {
		for _, op := range ops {
			switch op {
			case '+':
				b.push(0, d.push)
			case '-':
				if item, ok := d.pop(); ok {
					b.take(item)
				}
			case 'e':
				d.expose()
			case 'a':
				d.targeted.v = 1
			}
		}
	}
	own(s.setup)
	w.spawn("owner", func() { own(s.owner) })
	for i, ops := range s.thieves {
		w.spawn(fmt.Sprintf("thief %d", i+1), func() {
			for range ops {
				if item, ok := d.steal(i); ok {
					b.take(item)
				}
			}
		})
	}
	return func() {
		d.atRest()
		b.popAll(d.pop)
		b.close()
	}
}

// with is the same script with faults.
func (s splitScript) with(name string, faults splitFault) wrong {
	right := s
	s.faults = faults
	return wrong{name, s, right}
}

// TestSplitWrongFormsAreCaught: each wrong form of the split deque fails in its
// script, and the right one does not. The shortest failing schedule is in the log
// (go test -v -run SplitWrongForms).
func TestSplitWrongFormsAreCaught(t *testing.T) {
	requireCaught(t, []wrong{
		splitScript{capacity: 2, setup: "a+a+", owner: "--"}.with("a: privateBottom stays behind", bottomStays),
		splitScript{capacity: 2, setup: "a+", owner: "-a+-a+-a+-a+", thieves: []string{"s"}}.with("c: top without a tag", untaggedTop),
		splitScript{capacity: 2, setup: "++a", owner: "e", thieves: []string{"s", "s"}}.with("e: flag cleared last", clearLate),
		splitScript{capacity: 2, setup: "a+a+", owner: "-", thieves: []string{"ss"}}.with("top is not read again", topFirst),
		splitScript{capacity: 2, setup: "a+", owner: "-", thieves: []string{"s"}}.with("last item without a swap", lastUnswapped),
		splitScript{capacity: 2, setup: "a+", owner: "-", thieves: []string{"s"}}.with("public items taken for private", publicAsOwn),
		splitScript{capacity: 2, setup: "a+a+", owner: "--", thieves: []string{"s"}}.with("official read before top", officialFirst),
		splitScript{capacity: 2, setup: "a++a", owner: "e+ae", thieves: []string{"s"}}.with("slot read after the swap", lateSlot),
		splitScript{capacity: 2, setup: "+a", owner: "e", thieves: []string{"s"}}.with("announced before it is there", officialBefore),
	})
}

// splitScripts is every owner program of a length, over every number of public and
// private items, with the flag up and down.
func splitScripts(capacity, start uint64, length int, thieves ...string) (all []script) {
	for public := range int(capacity) + 1 {
		for private := range int(capacity) + 1 - public {
			for _, flag := range []string{"", "a"} {
				setup := strings.Repeat("a+", public) + strings.Repeat("+", private) + flag
				for _, owner := range words("+-", length) {
					all = append(all, splitScript{capacity: capacity, start: start, setup: setup, owner: owner, thieves: thieves})
				}
			}
		}
	}
	return all
}

// TestSplitEverySchedule: in every schedule of small scripts every item is taken
// exactly once and nothing else is, and no request is forgotten.
func TestSplitEverySchedule(t *testing.T) {
	requireRight(t, []scripts{
		{"one thief", false, splitScripts(2, 0, 4, "s")},
		{"one thief twice", false, splitScripts(2, 1, 2, "ss")},
		{"one thief twice, longer", true, splitScripts(2, 1, 3, "ss")},
		{"one thief, capacity 4", true, splitScripts(4, 3, 3, "ss")},
		{"one thief thrice", true, splitScripts(2, 1, 3, "sss")},
		{"two thieves", false, splitScripts(2, 1, 2, "s", "s")},
		{"two thieves, longer", true, splitScripts(2, 1, 3, "s", "s")},
		{"three thieves", true, splitScripts(2, 1, 1, "s", "s", "s")},
	})
}

// TestSplitTranscriptAgrees drives the production deque and its transcript through
// the same long random history and compares every index after each operation. The
// explorer's results are about the transcript; this ties it to the source.
func TestSplitTranscriptAgrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	stolen, shown := 0, uint64(0)
	for _, capacity := range []int{2, 4, 8, 32} {
		w := &world{}
		real, thief := newSplit(capacity), newSplit(MaxCapacity)
		copied := newSplitCopy(w, uint64(capacity), 0, 1, 0)
		for step := range 5000 {
			w.free = 0
			switch op := rng.IntN(8); {
			case op < 3:
				item := rng.Uint64()
				if real.Push(item) != copied.push(item) {
					t.Fatalf("capacity %d, step %d: pushes differ", capacity, step)
				}
			case op < 5:
				a, ok := real.Pop()
				b, ok2 := copied.pop()
				if a != b || ok != ok2 {
					t.Fatalf("capacity %d, step %d: pops differ", capacity, step)
				}
			case op < 6:
				if real.Expose() != copied.expose() {
					t.Fatalf("capacity %d, step %d: only one showed an item", capacity, step)
				}
			default:
				n, _ := thief.Steal(real, One)
				if item, took := copied.steal(0); took != (n == 1) {
					t.Fatalf("capacity %d, step %d: steals differ", capacity, step)
				} else if took {
					stolen++
					if got, _ := thief.Pop(); got != item {
						t.Fatalf("capacity %d, step %d: stole %d, want %d", capacity, step, got, item)
					}
				}
			}
			a := []uint64{real.top.Load(), real.official.Load(), real.targeted.Load(), real.own.bottom, real.own.official}
			b := []uint64{copied.top.v, copied.official.v, copied.targeted.v, copied.bottom, copied.own}
			if fmt.Sprint(a) != fmt.Sprint(b) {
				t.Fatalf("capacity %d, step %d: %v, want %v", capacity, step, a, b)
			}
		}
		shown += copied.shown.v
	}
	if stolen == 0 || shown == 0 {
		t.Fatalf("%d items shown, %d stolen", shown, stolen)
	}
}
