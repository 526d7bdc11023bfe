package stealqtest

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
	"github.com/seed-3ccf4018/halfmark/stealq/stealqtest/internal/small"
)

// Explored counts the attempts of an exploration that found no fault.
type Explored struct {
	Programs   int // small programs, each in every schedule but for the next two
	Unfair     int // programs of which only fair schedules with few preemptions were tried
	Unfinished int // programs that have more schedules than were tried
	Executions int // executions of all programs
	Longest    int // steps of the longest execution
}

// String returns the counts in words.
func (e Explored) String() string {
	s := fmt.Sprintf("%d small programs in every schedule: %d executions, the longest of %d steps", e.Programs, e.Executions, e.Longest)
	if e.Unfair > 0 {
		s += fmt.Sprintf("; of %d programs the fair schedules with at most %d preemptions", e.Unfair, preemptions)
	}
	if e.Unfinished > 0 {
		s += fmt.Sprintf("; of %d programs only some schedules, because time ran out", e.Unfinished)
	}
	return s
}

const (
	maxExecutions = 50_000 // of one program
	preemptions   = 3      // where waiting loops have schedules without end
)

// Explore runs small programs over deques of kind in every schedule, and fails the test
// at the first schedule in which they break the contract. The failure shows the shortest
// such schedule, step by step.
//
// A program has two or three threads. An owner makes up to four calls. One or two thieves
// steal, or two owners steal from each other. The capacities are 2 and 4, and 256 with few
// items. The deques begin empty, full and all between.
//
// Explore needs a build with the tag interleave, in which the deque's atomic types are
// those of the explorer; see the package comment. A deque fails the test if its calls make
// no steps that the explorer sees. It also fails if a call loops without a Gosched or panics,
// and if all threads wait for ever.
func Explore(t *testing.T, kind *stealq.Kind) {
	t.Helper()
	done, f := Exploration(kind)
	if f != nil {
		f.Repeat = fmt.Sprintf("go test -tags interleave -run '%s'", pattern(t.Name()))
		t.Fatal(f.Error())
	}
	t.Log(done)
}

// Exploration is Explore for a program that is not a test. It returns the first fault that it
// finds, and nil if the deques keep the contract in every schedule that was tried. Any
// goroutine may call it; one exploration runs at a time, and the others wait.
func Exploration(kind *stealq.Kind) (Explored, *Fault) {
	return ExplorationBy(interleave.Explore, kind)
}

// ExplorationBy is Exploration with another function in the place of interleave.Explore. This
// function can observe the executions, or repeat some of them alone.
func ExplorationBy(explore func(interleave.Program, interleave.Options) interleave.Report, kind *stealq.Kind) (Explored, *Fault) {
	x := &exploration{patience: patience, explore: explore}
	if err := kind.Validate(); err != nil {
		return x.Explored, &Fault{Part: "the Kind", Says: err.Error()}
	}
	f := x.run(kind) // first: it counts
	return x.Explored, f
}

// Programs returns the programs that Explore runs. The programs with the fewest calls come first.
// gcbench play can show them if the kind is one of package stealq.
func Programs(kind *stealq.Kind) []scene.Scene {
	return small.Programs(kind, small.Form(kind, func(small.Call, int) {}))
}

// A deque may satisfy these interfaces beside the contract. Explore then shows or calls it in
// another way.
type (
	// Shower is a deque that has words for the values of its variables:
	//
	//	Show(name string, v uint64) string
	//
	// A table of a schedule shows the value v of the variable called name, such as "A.age", as
	// Show(name, v), and as a number if Show returns "". Show must not use the deque.
	Shower = small.Shower

	// Wrapper is a deque around another one:
	//
	//	Root() any
	//
	// Root returns a pointer to the inner deque. Tables then name its variables without the
	// wrapper's fields.
	Wrapper = small.Wrapper

	// Taker is a deque that a thief without a deque can rob of one item, if Takes returns true:
	//
	//	Takes() bool
	//	Take() (item uint64, outcome stealq.Outcome)
	//
	// Explore then lets thieves call Take. Schedules are shorter than with Steal.
	Taker = small.Taker

	// Speller is a deque around another one whose steals have other arguments or results:
	//
	//	SpellSteal(own, victim string) string
	//	SpellStolen(n int, o stealq.Outcome) string
	//
	// The story of a failure shows the calls that they return. SpellSteal writes the steal of the
	// owner of the deque called own, such as "B.Steal(A)". own is "" for a thief that has no deque.
	// SpellStolen writes the result of a steal that moved n items. They must not use the deque.
	Speller = small.Speller
)

// hangs says that a goroutine was left behind in an exploration, which never ends. From then
// on the explorer's types wait for it, wherever they are used.
var hangs atomic.Bool

// hanging is what all later judgements say.
const hanging = "an exploration of this process hangs, and nothing else can be judged: begin a new process"

// exploration goes through the programs of one kind.
type exploration struct {
	Explored
	pulse
	patience time.Duration
	explore  func(interleave.Program, interleave.Options) interleave.Report
}

// doing is the call that began last, of a deque that has a letter in tables.
func (x *exploration) doing() string {
	return x.last("no call of a deque", func(deque int) string { return string(rune('A' + deque)) })
}

func (x *exploration) run(k *stealq.Kind) (f *Fault) {
	const part = "every schedule of small programs"
	if hangs.Load() {
		return &Fault{Part: part, Says: hanging}
	}
	done, ended := make(chan struct{}), false
	go func() {
		defer close(done)
		defer func() {
			if r := recover(); r != nil {
				f, ended = &Fault{Part: part, Says: fmt.Sprint(r)}, true
			}
		}()
		f = x.all(k)
		ended = true
	}()
	tick := time.NewTicker(x.patience / looks)
	defer tick.Stop()
	switch {
	case !x.beats(done, tick.C): // the goroutine is left behind
		hangs.Store(true)
		return &Fault{Part: part, Says: fmt.Sprintf("a call has not returned for %v and makes no step (%s began last): it loops, "+
			"or waits for a lock or a channel that atomics.go does not name", x.patience, x.doing())}
	case !ended:
		return &Fault{Part: part, Says: x.doing() + " ended its goroutine with runtime.Goexit"}
	}
	return f
}

// all tries one program after the other.
func (x *exploration) all(k *stealq.Kind) *Fault {
	began := func(call small.Call, deque int) { x.begins(doing(call), deque) }
	form := small.Form(k, began)
	if u := small.RequireFit(k, form, began); u != nil {
		return &Fault{Part: u.Part, Says: u.Says, Story: u.Story, Schedule: u.Schedule, Table: u.Table}
	}
	for _, s := range small.Programs(k, form) {
		if f := x.try(s); f != nil {
			return f
		}
		x.Programs++
	}
	return nil
}

// try runs one program in every schedule. Loops that wait and write while they wait can
// wake one another for ever, where no thread is fair. An execution without an end
// therefore counts only if a fair one has no end either.
func (x *exploration) try(s scene.Scene) *Fault {
	o := interleave.Options{Steps: small.MaxSteps, Executions: maxExecutions}
	rep := x.explored(s, o)
	if rep.Failure != nil && errors.Is(rep.Failure.Err, interleave.ErrNoEnd) {
		o.Search, o.Preemptions = interleave.Bounded, preemptions
		if rep = x.explored(s, o); rep.Failure == nil {
			x.Unfair++
		}
	}
	switch {
	case rep.Failure != nil:
		return x.fault(s, rep.Failure)
	case !rep.Complete:
		x.Unfinished++
	}
	return nil
}

func (x *exploration) explored(s scene.Scene, o interleave.Options) interleave.Report {
	rep := x.explore(s.Run, o)
	x.Executions += rep.Executions
	x.Longest = max(x.Longest, rep.Longest)
	return rep
}

// fault shows the shortest schedule in which the scene fails.
func (x *exploration) fault(s scene.Scene, found *interleave.Failure) *Fault {
	if !errors.Is(found.Err, interleave.ErrNoEnd) {
		if shortest := s.ShortestOf(maxExecutions); shortest.Failure != nil {
			found = shortest.Failure
		}
	}
	return &Fault{
		Part: "every schedule of small programs", Says: small.Sentence(found),
		Program: s.Story(), Schedule: found.Schedule, Table: found.Table, Scene: s,
	}
}
