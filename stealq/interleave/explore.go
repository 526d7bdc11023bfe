package interleave

import (
	"fmt"
	"math/bits"
)

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

	// Bounded tries every schedule with at most Options.Preemptions preemptions,
	// switches away from a thread that could have gone on. It is not reduced.
	Bounded

	// Random tries Options.Executions schedules by random priorities that change
	// Options.Changes times (Burckhardt, Kothari, Musuvathi and Nagarakatte, ASPLOS
	// 2010). A bug that needs d particular changes among k steps of n threads comes
	// out with a chance of at least 1/(n*k^d) each time.
	Random
)

func (s Search) String() string {
	return [...]string{"reduced", "all", "bounded", "random"}[s]
}

// Options bound an exploration. The zero value explores the whole program.
type Options struct {
	Search      Search
	Preemptions int    // the bound of Bounded
	Executions  int    // at most so many; 0: no limit, for Random 1,000
	Changes     int    // of priorities in an execution of Random; 0: 3
	Seed        uint64 // of Random
	Steps       int    // an execution with more has failed; 0: 10,000
}

// Report is what an exploration found.
type Report struct {
	Executions int            // that came to their end
	Redundant  int            // given up half way: all that they could still do had been tried
	Steps      int            // of all together
	Longest    int            // steps of the longest execution
	Complete   bool           // every schedule within the bounds was tried, or one stands for it
	Outcomes   map[string]int // executions by World.Outcome
	Failure    *Failure       // nil if no execution failed
}

// Failure is the first execution that failed.
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
// been tried. Explorations in different goroutines wait for one another.
func Explore(p Program, o Options) Report {
	exploring.Lock()
	defer exploring.Unlock()
	if o.Steps == 0 {
		o.Steps = 10_000
	}
	w := &World{steps: o.Steps, chooser: newChooser(o)}
	defer w.release()
	rep := Report{Outcomes: map[string]int{}}
	for more := true; more; {
		done := w.run(p)
		rep.count(w, done)
		if w.failure != nil {
			rep.Failure = show(p, encode(w.events), o.Steps)
			return rep
		}
		if more = w.chooser.another(w, done); !more {
			rep.Complete = o.Search != Random
		} else if o.Executions > 0 && rep.Executions >= o.Executions {
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

// search is depth-first. Its path is the schedule of the execution under way, or
// to come; every node of it knows what is left to try.
type search struct {
	reduced bool
	bound   int // of preemptions; negative: none
	path    []node
	fresh   int // path[:fresh] was run before up to its last choice
	analysis
}

// node is a state in which there was a choice.
type node struct {
	open        uint32 // threads that could make a step
	todo        uint32 // threads to try here, those tried included
	tried       uint32
	asleep      uint32 // threads whose step here would repeat what was tried before
	chosen      int
	preemptions int // before this choice
	last        int

	// What each thread in tried or asleep does in this state.
	steps [maxThreads]access
}

// access is what a step touches.
type access struct {
	object int
	wrote  bool
	looked []look
}

func accessOf(e *event) access { return access{e.object, e.wrote, e.looked} }

// independent says whether neither of two steps can affect the other.
func (a access) independent(b access) bool {
	switch {
	case a.object < 0 && b.object < 0:
		return true // both only read
	case a.object < 0:
		return !b.wrote || !a.looksAt(b.object)
	case b.object < 0:
		return !a.wrote || !b.looksAt(a.object)
	}
	return a.object != b.object || !a.wrote && !b.wrote
}

func (a access) looksAt(object int) bool {
	for _, l := range a.looked {
		if l.object == object {
			return true
		}
	}
	return false
}

func (s *search) choose(w *World, open uint32, last int) int {
	i := len(w.events)
	if i < s.fresh {
		if open>>s.path[i].chosen&1 == 0 {
			panic("interleave: the program does not do the same in each execution: " +
				"no randomness, clock, map order or goroutines may decide what it does")
		}
		return s.path[i].chosen
	}
	s.path = append(s.path, node{})
	n := &s.path[i]
	n.open, n.last = open, last
	s.inherit(w, i)
	may := open &^ n.asleep
	if s.bound >= 0 && last >= 0 && open>>last&1 == 1 && n.preemptions == s.bound {
		may &= 1 << last
	}
	if may == 0 {
		s.path = s.path[:i]
		return -1
	}
	n.chosen = bits.TrailingZeros32(may)
	if last >= 0 && may>>last&1 == 1 {
		n.chosen = last
	}
	n.todo = may
	if s.reduced {
		n.todo = 1 << n.chosen
	}
	return n.chosen
}

// inherit gives node i what follows from the choice before it.
func (s *search) inherit(w *World, i int) {
	if i == 0 {
		return
	}
	n, before := &s.path[i], &s.path[i-1]
	n.preemptions = before.preemptions
	if before.last >= 0 && before.chosen != before.last && before.open>>before.last&1 == 1 {
		n.preemptions++
	}
	if !s.reduced {
		return
	}
	did := accessOf(&w.events[i-1])
	for set := (before.asleep | before.tried) &^ (1 << before.chosen); set != 0; set &= set - 1 {
		t := bits.TrailingZeros32(set)
		if before.steps[t].independent(did) {
			n.asleep |= 1 << t
			n.steps[t] = before.steps[t]
		}
	}
}

// another goes back to the last node with something left to try.
func (s *search) another(w *World, done bool) bool {
	if s.reduced {
		s.analyze(w, s.path, max(0, s.fresh-1))
	}
	for i := len(s.path) - 1; i >= 0; i-- {
		n := &s.path[i]
		n.tried |= 1 << n.chosen
		n.steps[n.chosen] = accessOf(&w.events[i])
		if left := n.todo &^ (n.tried | n.asleep); left != 0 {
			n.chosen = bits.TrailingZeros32(left)
			s.path = s.path[:i+1]
			s.fresh = i + 1
			return true
		}
	}
	return false
}

// release ends the coroutines.
func (w *World) release() {
	for _, c := range w.free {
		c.stop()
	}
}
