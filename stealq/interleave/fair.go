package interleave

// Fairness, so that Bounded and Random come to an end. A spinning thread can go on when
// another one has written what it waits for; so two of them that write whenever they
// look can take turns for ever, while a third, which both wait for, could go on and
// never does. No scheduler of a machine keeps that up, and no search ends in it.
//
// Madanlal Musuvathi and Shaz Qadeer, "Fair stateless model checking", PLDI 2008,
// algorithm 1: a thread that has spun goes after all those that could have gone on ever
// since it spun before, or that it has kept from it, and that have not made a step. A
// thread's first turn of a loop is free, so what can be reached with every thread
// spinning once before the others catch up is reached.
//
// Invariants.
//
//	(1) "goes after" has no cycle: a thread is put after others only by a step of
//	    its own, which takes it out of every after. So if somebody can go on,
//	    somebody may.
//	(2) Of two threads alone neither is ever kept back: between two of its turns a
//	    spinning thread has waited for the other.

// fairness is what a thread has seen since it last spun.
type fairness struct {
	after   uint32 // threads that go first
	stepped uint32 // threads that have made a step
	open    uint32 // threads that could have made one all the time
	closed  uint32 // threads that it has kept from theirs
}

// fairly returns those of open that may go on. It is called once after each step.
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
		panic("interleave: everybody goes after somebody")
	}
	return may
}
