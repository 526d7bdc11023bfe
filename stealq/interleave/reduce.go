package interleave

import "math/bits"

// Dynamic partial-order reduction. After each execution, it looks at pairs of steps
// that raced. For each it arranges that an execution in the other order will be tried.
//
// The sources are three. The idea is from Cormac Flanagan and Patrice Godefroid,
// "Dynamic partial-order reduction for model checking software", POPL 2005. Source
// sets, which say which thread to try, are from Parosh Abdulla, Stavros Aronis, Bengt
// Jonsson and Konstantinos Sagonas, "Optimal dynamic partial order reduction", POPL
// 2014, section 4. Godefroid's sleep sets (LNCS 1032, chapter 5) are in search.go.
//
//	path     n0 --e0--> n1 --e1--> n2 ... --ej--> ...
//	                 ^ei                   ^ej races with ei: at ni, try a thread
//	                                        that leads to ej without ei
//
// Differences, and why.
//
//	a  The papers look for races during an execution. Here this is done once, when the
//	   execution has ended. Only then is it known of each compare-and-swap whether it
//	   was a read or a write.
//	b  Other steps enable the steps that wait (locks, channels, spinning). A race counts
//	   only if the later step could have been made in place of the earlier one.
//	   If not, the search goes on to the step before on the same object, for example
//	   from an Unlock to the Lock that it belongs to. (Flanagan and Godefroid: "may be
//	   co-enabled".) A thread that waits for ever is a failure and ends the
//	   exploration. Steps that were never made therefore need not be looked at.
//
// Invariants.
//
//	(1) Two steps are dependent if they are on one object and one of them writes. A
//	    step of Gosched reads all that its thread has looked at.
//	(2) clock[j] says, for each thread, which of its steps among 0..j happened before j
//	    or are j. A step happened before another if it comes first in their thread, or
//	    if they are dependent. The beginning of a thread happened before its first step.

// analysis is the memory that the reduction works in. It is kept from execution to
// execution.
type analysis struct {
	first   int // steps before this one are not explored
	clocks  []clock
	objects [][]int32 // for each object the steps that accessed it, in order
}

// clock holds a number for each thread: the index of the thread's last known step, plus
// one.
type clock [maxThreads]int32

func (c *clock) join(d *clock, threads int) {
	for i := range threads {
		c[i] = max(c[i], d[i])
	}
}

// knows says whether c has step i of thread t.
func (c *clock) knows(i, t int) bool { return int(c[t]) > i }

// analyze looks for races. The later step of each is step from, or comes after it.
func (s *analysis) analyze(w *World, path []node, from int) {
	s.objects = s.objects[:min(len(s.objects), len(w.objects))]
	for i := range s.objects {
		s.objects[i] = s.objects[i][:0]
	}
	for len(s.objects) < len(w.objects) {
		s.objects = append(s.objects, nil)
	}
	for len(s.clocks) < len(w.events)+1 {
		s.clocks = append(s.clocks, clock{})
	}
	var latest [maxThreads]int // step of each thread, -1 for none
	for i, t := range w.threads {
		latest[i] = t.after
	}
	for j := range w.events {
		e := &w.events[j]
		s.step(w, path, e, j, latest[e.thread], j >= from)
		s.clocks[j][e.thread] = int32(j + 1)
		latest[e.thread] = j
		for object := range e.touched {
			s.objects[object] = append(s.objects[object], int32(j))
		}
	}
}

// touched are the objects that a step touches.
func (e *event) touched(yield func(object int) bool) {
	if e.object >= 0 {
		yield(e.object)
		return
	}
	for _, l := range e.looked {
		if !yield(l.object) {
			return
		}
	}
}

// step computes the clock of step j and handles its races.
func (s *analysis) step(w *World, path []node, e *event, j, previous int, races bool) {
	threads := len(w.threads)
	before := clock{}
	if previous >= 0 {
		before = s.clocks[previous]
	}
	s.clocks[j] = before
	for object := range e.touched {
		s.joinDependent(w, &s.clocks[j], e, object, threads)
	}
	for object := range e.touched {
		if races {
			s.races(w, path, e, j, object, &before)
		}
	}
}

// joinDependent joins into c the clocks of earlier steps on object that e depends on.
func (s *analysis) joinDependent(w *World, c *clock, e *event, object, threads int) {
	steps := s.objects[object]
	for k := len(steps) - 1; k >= 0; k-- {
		i := int(steps[k])
		if f := &w.events[i]; f.wrote || e.wrote {
			c.join(&s.clocks[i], threads)
			if f.wrote {
				return // its clock has all steps before it
			}
		}
	}
}

// races finds the steps on object that e, at j, could have come before. The clock
// before is what e's thread knew.
func (s *analysis) races(w *World, path []node, e *event, j, object int, before *clock) {
	steps, found := s.objects[object], false
	for k := len(steps) - 1; k >= 0; k-- {
		i := int(steps[k])
		f := &w.events[i]
		if !f.wrote && !e.wrote {
			continue
		}
		if f.wrote && found {
			return // the two steps are not next to each other
		}
		if before.knows(i, f.thread) {
			if f.wrote {
				return // e knows all older steps too
			}
			continue
		}
		if !s.couldPrecede(w, e, i) {
			continue
		}
		s.reverse(w, path, e, i, j)
		found = true
		if f.wrote {
			return
		}
	}
}

// couldPrecede says whether e could have come before step i, and need not have waited
// for it.
func (s *analysis) couldPrecede(w *World, e *event, i int) bool {
	f := &w.events[i]
	switch e.op {
	case opLock, opAwaitZero:
		return f.before == 0
	case opSend:
		return f.before < e.limit
	case opReceive:
		return f.before > 0
	case opSpin:
		return s.changedWithout(w, e, i)
	}
	return true
}

// changedWithout says whether a spinning step could have gone on without step i. It
// could if something that it has looked at was written before i, or after i but not
// because of i.
func (s *analysis) changedWithout(w *World, e *event, i int) bool {
	f := &w.events[i]
	for _, l := range e.looked {
		for _, k := range s.objects[l.object] {
			k := int(k)
			g := &w.events[k]
			if g.wrote && g.thread != e.thread && w.base+k > l.at &&
				(k < i || k != i && !s.clocks[k].knows(i, f.thread)) {
				return true
			}
		}
	}
	return false
}

// reverse arranges that the search tries some thread at node i that leads to e, at j,
// without step i. The candidates are the initials. An initial is a thread that has a
// step after i which does not depend on i, and which does not depend on an earlier step
// of this sort either.
func (s *analysis) reverse(w *World, path []node, e *event, i, j int) {
	if i < s.first {
		return
	}
	f := &w.events[i]
	var seen, initials uint32
	var first [maxThreads]int
	consider := func(k, thread int) {
		if seen>>thread&1 == 1 {
			return
		}
		initial := true
		for set := seen; set != 0; set &= set - 1 {
			t := bits.TrailingZeros32(set)
			if s.clocks[k].knows(first[t], t) {
				initial = false
				break
			}
		}
		seen |= 1 << thread
		first[thread] = k
		if initial {
			initials |= 1 << thread
		}
	}
	for k := i + 1; k < j; k++ {
		if !s.clocks[k].knows(i, f.thread) {
			consider(k, w.events[k].thread)
		}
	}
	consider(j, e.thread)

	n := &path[i]
	if initials&(n.todo|n.tried|n.asleep) != 0 {
		return
	}
	if may := initials & n.open; may != 0 {
		n.todo |= may & -may
	} else {
		n.todo = n.open
	}
}
