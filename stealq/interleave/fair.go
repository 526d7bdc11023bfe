package interleave

// Fairness makes Bounded and Random end. A thread that spins can go on when
// another thread has written what it waits for. Two such threads, which write whenever
// they look, can take turns for ever. A third thread, which both wait for, could go on
// and never does. No scheduler of a machine does this for long, and no search of all
// schedules would end.
//
// Madanlal Musuvathi and Shaz Qadeer, "Fair stateless model checking", PLDI 2008,
// algorithm 1. A thread that has spun must wait for two sorts of threads until they
// have made a step: those that could have gone on ever since it spun before, and those
// that it has kept from going on. A thread's first turn of a loop is free. Everything
// is therefore reached that needs each thread to spin only once before the others
// catch up.
//
// Invariants.
//
//	(1) "goes after" has no cycle. Only a thread's own step puts the thread after
//	    others, and this step takes the thread out of every after. If some thread can
//	    go on, then some thread may.
//	(2) Of two threads alone neither is ever kept back. Between two of its turns a
//	    spinning thread has waited for the other.

// fairness is what a thread has seen since it last spun.
type fairness struct {
	after   uint32 // threads that must make a step first
	stepped uint32 // threads that have made a step
	open    uint32 // threads that could have made a step all the time
	closed  uint32 // threads that it has kept from making a step
}

// fairly returns the threads of open that may go on. choose calls it once after each step.
func (w *World) fairly(open uint32, last int) uint32 {
	if last >= 0 {
		for _, t := range w.threads {
			t.fair.after &^= 1 << last
			t.fair.stepped |= 1 << last
			t.fair.open &= open
		}
		f := &w.threads[last].fair
		f.closed |= w.wasOpen &^ open
		if w.events[len(w.events)-1].op == opSpin {
			f.after |= (f.open | f.closed) &^ f.stepped
			f.open, f.closed, f.stepped = open, 0, 0
		}
	}
	w.wasOpen = open
	may := open
	for _, t := range w.threads {
		if t.fair.after&open != 0 {
			may &^= 1 << t.id
		}
	}
	if may == 0 && open != 0 {
		panic("interleave: every thread goes after another")
	}
	return may
}
