package interleave

import "fmt"

// Program sets up one execution: it makes the shared state, adds threads with
// World.Go, and returns a check for when all have ended, or nil. It is run anew for
// each execution and must do the same each time: no randomness, no clock, no map
// order in what leads to operations, no goroutines of its own.
//
// The set-up runs without choices: it may operate on the shared state, and if it
// has to wait, the threads that it has begun go on, in order, until it need not.
type Program func(w *World) (check func())

// Search says which schedules of a program are tried.
type Search int

const (
	// Reduced tries at least one of each class of schedules that differ only in
	// the order of steps that cannot affect one another: on different objects, or
	// reads. It finds every failure and every outcome that All finds.
	Reduced Search = iota

	// All tries every schedule.
	All

	// Bounded tries every fair schedule with at most Options.Preemptions preemptions,
	// switches away from a thread that may go on. It is not reduced. Fair means that a
	// thread that has spun twice does not go on before each other one that could have
	// done so since the first time, or that it has kept from it, has made a step (see
	// fair.go); with two threads all are fair.
	Bounded

	// Random tries Options.Executions fair schedules by random priorities that change
	// Options.Changes times (Burckhardt, Kothari, Musuvathi and Nagarakatte, ASPLOS
	// 2010). A bug that needs d particular changes among k steps of n threads comes
	// out with a chance of at least 1/(n*k^d) each time, once an execution was k long.
	Random
)

func (s Search) String() string {
	if names := [...]string{"reduced", "all", "bounded", "random"}; s >= 0 && int(s) < len(names) {
		return names[s]
	}
	return fmt.Sprintf("unknown(%d)", int(s))
}

// Options bound an exploration. The zero value explores the whole program.
type Options struct {
	Search      Search
	Preemptions int    // the bound of Bounded
	Executions  int    // at most so many, those given up included; 0: no limit, for Random 1,000
	Changes     int    // of priorities in an execution of Random; 0: 3
	Seed        uint64 // of Random
	Steps       int    // an execution with more has failed; 0: 10,000

	// Shortest goes on after a failure and gives up executions that are no shorter,
	// so that Report.Failure is the shortest of those met: with All, of all.
	Shortest bool
}

// Report is what an exploration found.
type Report struct {
	Executions int            // that came to their end
	Redundant  int            // given up half way: all that they could still do had been tried
	Steps      int            // of all together
	Longest    int            // steps of the longest execution
	Complete   bool           // every schedule within the bounds was tried, one stands for it, or a failure is shorter
	Outcomes   map[string]int // executions by World.Outcome
	Failure    *Failure       // nil if no execution failed
}

// Failure is the first execution that failed, or the shortest.
type Failure struct {
	Err      error
	Schedule string // for Replay
	Table    string // the steps, a column for each thread
}

func (f *Failure) Error() string {
	return fmt.Sprintf("%v\nschedule %s\n%s", f.Err, f.Schedule, f.Table)
}

// chooser decides whose turn it is.
type chooser interface {
	// choose picks one of the threads in open; last made the step before, or is -1.
	// A negative answer gives the execution up.
	choose(w *World, open uint32, last int) int
	// another prepares the next execution; false if there is none.
	another(w *World, done bool) bool
}

// Explore runs p in many schedules, until one fails or all within the bounds have
// been tried. Explorations in different goroutines wait for one another. It panics if
// an option is negative or there is no such search.
func Explore(p Program, o Options) Report {
	if o.Search < Reduced || o.Search > Random || min(o.Preemptions, o.Executions, o.Changes, o.Steps) < 0 {
		panic(fmt.Sprintf("interleave: options %+v: want one of the searches and no negative number", o))
	}
	exploring.Lock()
	defer exploring.Unlock()
	if o.Steps == 0 {
		o.Steps = 10_000
	}
	w := &World{steps: o.Steps, chooser: newChooser(o), fair: o.Search == Bounded || o.Search == Random}
	defer w.release()
	rep := Report{Outcomes: map[string]int{}}
	for more := true; more; {
		done := w.run(p)
		rep.count(w, done)
		if w.failure != nil {
			rep.Failure = show(p, encode(w.events), o.Steps)
			if w.limit = len(w.events) - 1; !o.Shortest || w.limit < 1 {
				return rep
			}
		}
		if more = w.chooser.another(w, done); !more {
			rep.Complete = o.Search != Random && (rep.Failure == nil || o.Shortest)
		} else if o.Executions > 0 && rep.Executions+rep.Redundant >= o.Executions {
			return rep
		}
	}
	return rep
}

func newChooser(o Options) chooser {
	if o.Search == Random {
		return newPriorities(o)
	}
	s := &search{reduced: o.Search == Reduced, bound: -1}
	if o.Search == Bounded {
		s.bound = o.Preemptions
	}
	return s
}

func (r *Report) count(w *World, done bool) {
	r.Steps += len(w.events)
	r.Longest = max(r.Longest, len(w.events))
	if !done {
		r.Redundant++
		return
	}
	r.Executions++
	if w.failure == nil {
		r.Outcomes[w.outcome]++
	}
}

// release ends the coroutines.
func (w *World) release() {
	for _, c := range w.free {
		c.stop()
	}
}
