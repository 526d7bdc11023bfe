package stealqtest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/stealqtest/internal/small"
)

var seedFlag = flag.Uint64("stealqtest.seed", 0, "seed of the random checks of package stealqtest; 0 draws one")

// Run compares the deques of kind with the contract of [stealq.Deque], in one subtest
// for each part of the contract. Each subtest makes its deques with the kind's New, of
// capacities from 2 to 65,536. A panic and a call that does not return are failures like
// others.
//
// With -short, and under the race detector, there are fewer and shorter rounds, and
// capacities up to 4,096.
func Run(t *testing.T, kind *stealq.Kind) {
	t.Helper()
	if err := kind.Validate(); err != nil {
		t.Fatal(err)
	}
	j := newJudge(kind)
	for _, c := range battery {
		if c.of(kind) {
			t.Run(c.name, func(t *testing.T) {
				t.Helper()
				j.try(t, c)
			})
		}
	}
}

// Parts selects parts of the contract.
type Parts int

// Parts for [Conformance].
const (
	Whole    Parts = iota
	Alone          // the parts in which a single goroutine calls the deques
	Together       // the parts in which owners and thieves meet
)

// Conformance is Run for a program that is not a test. It returns the first fault that it
// finds in these parts, and nil if the deques keep the contract. An error of
// kind.Validate is a fault, too. Goroutines that hang in the deque are left behind. Any
// goroutine may call it. Other goroutines should allocate little meanwhile, because
// Conformance counts allocations.
func Conformance(kind *stealq.Kind, parts Parts) *Fault {
	if err := kind.Validate(); err != nil {
		return &Fault{Part: "the Kind", Says: err.Error()}
	}
	return newJudge(kind).first(parts)
}

// first returns the first fault in these parts.
func (j *judge) first(parts Parts) *Fault {
	for i, c := range battery {
		meets := i >= meetings
		if c.of(j.kind) && (parts == Whole || meets == (parts == Together)) {
			if f := j.judge(c); f != nil {
				return f
			}
		}
	}
	return nil
}

// check judges one part of the contract.
type check struct {
	name string
	part string // of the contract, in words
	of   func(k *stealq.Kind) bool
	test func(t *trial)
}

// meetings is where the checks begin in which owners and thieves meet.
var meetings = slices.IndexFunc(battery, func(c check) bool { return c.name == "spsc" })

// battery is the whole contract. A check knows nothing of a deque but its Kind. First
// come those that use the deques from one goroutine.
var battery = []check{
	{"smoke", "New, Push, Pop and Steal, each for the first time", all, alone(smoke)},
	{"empty", "an empty deque gives nothing to its owner and to thieves", robbed, alone(empty)},
	{"full", "a deque holds exactly the capacity that New was given", all, alone(full)},
	{"order", "the owner pops the newest item, a thief takes the oldest, and stolen items keep their order", robbed, alone(order)},
	{"leftovers", "steals move no more than was asked for, and leave nothing that nobody can reach", robbed, alone(leftovers)},
	{"amounts", "every amount from every fill level, at every index", robbed, alone(amounts)},
	{"request", "an owner shows one item for a thief's request (Kind.OnRequest)", onRequest, alone(request)},
	{"handles", "all deques of one New are handles on one queue (Kind.Shared)", shared, alone(handles)},
	{"reset", "Reset empties a deque and zeroes its counters", robbed, alone(reset)},
	{"own deque", "a steal from the thief's own deque is Empty", all, alone(ownDeque)},
	{"sizes differ", "deques of different capacities steal from each other", robbed, alone(sizesDiffer)},
	{"misuse", "New and Steal panic for what they cannot do, and change nothing", all, alone(misuse)},
	{"no allocation", "a deque allocates nothing after New, or after it was full once if its Kind Grows", all, noAllocation},
	{"short", "every sequence of up to four calls of two deques, compared with lists", robbed, alone(short)},
	{"walk", "random calls of three deques, compared with lists", all, alone(walk)},

	{"spsc", "one thief gets every item once, in the order of their pushes", robbed, spsc},
	{"stampede", "several thieves get rising items, the owner falling ones, nobody an item that another has", robbed, stampede},
	{"stress", "each item is taken exactly once, by an owner or by one of three thieves", robbed, stress},
	{"procession", "each item is taken exactly once where an owner and thieves go from deque to deque", all, func(t *trial) { procession(t, max(20, t.scale(50))) }},
	{"no false empty", "a steal is Empty only if there is nothing to take", offersUnasked, noFalseEmpty},
	{"no starvation", "every thief gets something from an owner that goes on pushing", all, noStarvation},
	{"from each other", "each item is taken exactly once where all steal from all", all, fromEachOther},
}

func all(*stealq.Kind) bool         { return true }
func robbed(k *stealq.Kind) bool    { return !k.Shared }
func shared(k *stealq.Kind) bool    { return k.Shared }
func onRequest(k *stealq.Kind) bool { return k.OnRequest }

// offersUnasked says whether thieves that take a few items find them without the owner's help.
func offersUnasked(k *stealq.Kind) bool {
	return !k.Shared && !k.OnRequest && few(k) != stealq.All
}

// judge goes through the checks of one kind.
type judge struct {
	kind     *stealq.Kind
	seed     uint64
	patience time.Duration // how long a call may take
	limit    time.Duration // how long a check may take
	hurried  bool          // time is short
}

// patience is how long a call may take, here and in an exploration. Right deques need a small
// part of it.
const patience = 10 * time.Second

func newJudge(k *stealq.Kind) *judge {
	j := &judge{kind: k, seed: *seedFlag, patience: patience, limit: time.Minute,
		hurried: testing.Testing() && testing.Short() || underRace}
	for j.seed == 0 {
		j.seed = rand.Uint64()
	}
	return j
}

// try runs a check and reports what it finds.
func (j *judge) try(r testing.TB, c check) {
	r.Helper()
	f := j.judge(c)
	if f == nil {
		return
	}
	f.Repeat = fmt.Sprintf("go test -run '%s'", pattern(r.Name()))
	if f.Seed != 0 {
		f.Repeat += fmt.Sprintf(" -stealqtest.seed %d", f.Seed)
	}
	r.Error(f.Error())
}

// judge runs a check. It returns nil if nothing is wrong.
func (j *judge) judge(c check) *Fault {
	if hangs.Load() {
		return &Fault{Part: c.part, Says: hanging}
	}
	t := newTrial(j)
	if !t.run(c.test) {
		j.patience = min(j.patience, 2*time.Second) // all has failed already: do not wait long again
	}
	return t.fault(c)
}

// scale shrinks a count where time is short.
func (j *judge) scale(n int) int {
	if j.hurried {
		return n / 10
	}
	return n
}

// capacities are the small ones, where every path is near, and a usual one.
var capacities = []int{2, 4, 8, 256}

// few and most are the amounts of the smallest steals that a kind offers, and of the largest short of All.
var few, most = small.Few, small.Most
