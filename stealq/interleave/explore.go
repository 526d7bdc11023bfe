package interleave

import "fmt"

// Program sets up one execution. It makes the shared state, adds threads with [World.Go], and
// returns a check, or nil. The check runs when all threads have ended.
//
// Explore calls the Program for each execution, and the Program must do the same each time.
// Randomness, a clock or the order of a map must not decide which operations it makes. It
// must not start goroutines.
//
// The set-up may operate on the shared state. Its operations are not steps. If it has to
// wait, the threads that it has begun go on, in order, until it need not wait.
type Program func(w *World) (check func())

// Search selects the schedules of a program that Explore tries.
type Search int

const (
	// Reduced tries at least one schedule of each class. Two schedules are in one class
	// if they differ only in the order of steps that cannot affect one another: steps on
	// different objects, or reads. Reduced finds every failure and every outcome that
	// All finds.
	Reduced Search = iota

	// All tries every schedule.
	All

	// Bounded tries every fair schedule that has at most Options.Preemptions preemptions.
	// A preemption is a switch away from a thread that could go on. Bounded does not
	// leave out schedules of one class. A schedule is fair if a thread that has spun twice
	// gives way to the others; fair.go has the rule. With two threads all schedules are
	// fair.
	Bounded

	// Random tries Options.Executions fair schedules. Threads have random priorities that
	// change Options.Changes times (Burckhardt, Kothari, Musuvathi and Nagarakatte,
	// ASPLOS 2010). Suppose that a bug needs d certain changes among k steps of n
	// threads. Each execution then finds it with a probability of at least 1/(n*k^d), if
	// an earlier one was k steps long.
	Random
)

// String returns "reduced", "all", "bounded" or "random".
func (s Search) String() string {
	if names := [...]string{"reduced", "all", "bounded", "random"}; s >= 0 && int(s) < len(names) {
		return names[s]
	}
	return fmt.Sprintf("unknown(%d)", int(s))
}

// Options bound an exploration. The zero value explores the whole program.
type Options struct {
	Search      Search
	Preemptions int    // for Bounded: the most preemptions of a schedule
	Executions  int    // the most executions, with those that are given up; 0: no limit, for Random 1,000
	Changes     int    // for Random: changes of priorities in an execution; 0: 3
	Seed        uint64 // for Random
	Steps       int    // an execution with more steps has failed; 0: MostSteps, which is the most

	// Shortest makes Explore go on after a failure. Explore then gives up executions that
	// are not shorter, and Report.Failure is the shortest of the failures met. With All it
	// is the shortest of all failures.
	Shortest bool

	// Within, if it is not 0, gives up executions with more steps. Reduced then tries at
	// least one schedule of each class of schedules with so many steps, whether their
	// threads have ended or not. If the search is complete and nothing fails, no failure
	// is so short. The search takes many more executions than without Within.
	Within int

	// Prefix is the schedule of the first steps of every execution. Only the steps after
	// it are explored, and only preemptions after it count. It is not for Random. Explore
	// panics if Prefix is no schedule, or if the program cannot make its steps.
	Prefix string

	// Progress, if it is not nil, is called after each execution. It gets the number of
	// executions so far, with those that were given up.
	Progress func(executions int)

	// Observe, if it is not nil, is called with each execution that came to its end. It
	// must not keep the Execution.
	Observe func(*Execution)
}

// Report is the result of an exploration.
type Report struct {
	Executions int            // executions that came to their end
	Redundant  int            // executions given up half way, because all that they could still do had been tried
	Steps      int            // steps of all executions together
	Longest    int            // steps of the longest execution
	Complete   bool           // every schedule within the bounds was tried, or one of its class, or a failure is shorter
	Outcomes   map[string]int // number of executions by World.Outcome
	Failure    *Failure       // nil if no execution failed
}

// Failure is an execution that failed: the first one, or with Options.Shortest the shortest.
type Failure struct {
	Err      error  // why it failed
	Schedule string // for Replay, such as "a3ba"
	Table    string // the steps as text, with a column for each thread
	Link     string // the name given to World.Link; "" if none

	Steps       int // of the schedule, with those of Options.Prefix
	Preemptions int // of the schedule, after the prefix
}

// Error returns the error, the table, the schedule, and how to play it.
func (f *Failure) Error() string {
	return fmt.Sprintf("%v\n%sschedule %s%s", f.Err, f.Table, f.Schedule, PlayLine(f.Link, f.Schedule))
}

// Err returns Failure as an error, and nil if no execution failed.
func (r Report) Err() error {
	if r.Failure == nil {
		return nil
	}
	return r.Failure
}

// chooser decides whose turn it is.
type chooser interface {
	// choose picks one of the threads in the set open. The thread last made the step
	// before; it is -1 at the first step. A negative answer gives the execution up.
	choose(w *World, open uint32, last int) int
	// another prepares the next execution. It returns false if there is none.
	another(w *World, done bool) bool
}

// Explore runs p in many schedules. It ends when an execution fails, or when all
// schedules within the bounds have been tried. Any goroutine may call Explore; one
// exploration runs at a time, and the others wait. Explore panics if an option is
// negative or too large, if there is no such search, and with [ErrNotTheSame].
func Explore(p Program, o Options) Report {
	if o.Search < Reduced || o.Search > Random || min(o.Preemptions, o.Executions, o.Changes, o.Steps, o.Within) < 0 || o.Steps > MostSteps {
		panic(fmt.Sprintf("interleave: options %+v: want one of the searches, no negative number, and at most %d steps", o, MostSteps))
	}
	exploring.Lock()
	defer exploring.Unlock()
	if o.Steps == 0 {
		o.Steps = MostSteps
	}
	fixed, err := Steps(o.Prefix)
	if err != nil || len(fixed) > 0 && o.Search == Random {
		panic(fmt.Sprintf("interleave: options %+v: want a schedule as Prefix, and none for Random", o))
	}
	w := &World{steps: o.Steps, fixed: len(fixed), limit: o.Within, chooser: newChooser(o, fixed), fair: o.Search == Bounded || o.Search == Random}
	defer w.release()
	rep := Report{Outcomes: map[string]int{}}
	for more := true; more; {
		done := w.run(p)
		rep.count(w, done)
		if done && o.Observe != nil {
			o.Observe(w.execution())
		}
		if w.failure != nil {
			threads, _ := Steps(encode(w.events)) // no text of encode is wrong
			rep.Failure = play(p, threads, len(fixed), o.Steps)
			if rep.Failure.Err == nil {
				rep.Failure.Err = fmt.Errorf("%w; the same schedule does not fail again: %w", w.failure, ErrNotTheSame)
			}
			if w.limit = len(w.events) - 1; !o.Shortest || w.limit < 1 {
				return rep
			}
		}
		if more = w.chooser.another(w, done); !more {
			rep.Complete = o.Search != Random && (rep.Failure == nil || o.Shortest)
		} else if o.Executions > 0 && rep.Executions+rep.Redundant >= o.Executions {
			return rep
		}
		if o.Progress != nil {
			o.Progress(rep.Executions + rep.Redundant)
		}
	}
	return rep
}

func newChooser(o Options, fixed []int) chooser {
	if o.Search == Random {
		return newPriorities(o)
	}
	s := &search{fixed: fixed, reduced: o.Search == Reduced && o.Within == 0, sleeps: o.Search == Reduced, bound: -1}
	s.first = len(fixed)
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

// release ends the coroutines of the threads.
func (w *World) release() {
	for _, c := range w.free {
		c.stop()
	}
}
