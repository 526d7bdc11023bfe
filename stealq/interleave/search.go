package interleave

import (
	"fmt"
	"math/bits"
	"slices"
)

// search is the chooser of Reduced, All and Bounded. It searches depth-first. Its path
// is the schedule of the execution that runs, or that comes next. Every node of the
// path knows what is left to try.
type search struct {
	reduced bool  // try what races ask for, not all
	sleeps  bool  // leave out what would only repeat a class
	bound   int   // the most preemptions; negative: no bound
	fixed   []int // the threads of the first steps, which are not explored
	path    []node
	fresh   int // path[:fresh] is like the execution before, but for its last choice
	analysis
}

// node is a state in which there was a choice.
type node struct {
	open        uint32 // threads that could make a step
	todo        uint32 // threads to try here, with those that were tried
	tried       uint32
	asleep      uint32 // threads whose step here would only repeat what was tried before
	chosen      int
	preemptions int // before this choice
	last        int // the thread that made the step before; -1 for none

	// The access of each thread in tried or asleep in this state.
	steps [maxThreads]access
}

// access is what a step touches.
type access struct {
	object int
	wrote  bool
	looked []look
}

func accessOf(e *event) access { return access{e.object, e.wrote, e.looked} }

// independent says whether the order of two steps makes no difference.
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
	return slices.ContainsFunc(a.looked, func(l look) bool { return l.object == object })
}

func (s *search) choose(w *World, open uint32, last int) int {
	i := len(w.events)
	if i < s.fresh {
		if open>>s.path[i].chosen&1 == 0 {
			panic(fmt.Errorf("interleave: %w", ErrNotTheSame))
		}
		return s.path[i].chosen
	}
	if i == len(s.fixed) {
		last = -1 // who made the last fixed step is not interrupted
	}
	s.path = append(s.path, node{})
	n := &s.path[i]
	n.open, n.last = open, last
	if i < len(s.fixed) {
		if n.chosen = s.fixed[i]; open>>n.chosen&1 == 0 {
			panic(fmt.Sprintf("interleave: step %d of Options.Prefix: %s", i+1, w.whyNot(n.chosen)))
		}
		n.todo = 1 << n.chosen
		return n.chosen
	}
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
	if i > len(s.fixed) && before.last >= 0 && before.chosen != before.last && before.open>>before.last&1 == 1 {
		n.preemptions++
	}
	if !s.sleeps {
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

// another goes back to the last node that has something left to try.
func (s *search) another(w *World, done bool) bool {
	if n := len(w.events); n < len(s.path) { // a panic kept the last step from being made
		w.events = append(w.events, w.threads[s.path[n].chosen].pending)
	}
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
