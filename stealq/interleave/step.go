package interleave

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// This file has the steps: what threads communicate through, how a thread waits for its
// turn before it communicates, and which threads can go on.

// An object is what threads communicate through. It is the identity of a variable, a
// lock or a channel.
type object struct {
	world uint64 // the execution in which id was given
	id    int
	value *int64 // what operations wait for; nil if no operation on the object waits
	limit int64  // capacity of a channel
}

type opcode uint8

const (
	opRead  opcode = iota
	opWrite        // writes, or only reads, as a compare-and-swap that fails
	opLock
	opSend
	opReceive
	opAwaitZero
	opSpin
)

// lastWrites says when an object was last written and by which thread (by), and when
// another thread last wrote it (otherAt). Times are values of World.clock; -1 is never.
type lastWrites struct {
	at, otherAt int
	by          int
}

// event is one step of an execution, or the step that a thread is about to make.
type event struct {
	thread int
	op     opcode
	object int
	wrote  bool
	before int64  // the object's value before the step, if operations wait for it
	limit  int64  // a channel's capacity
	looked []look // of a step of Gosched: what the thread has read
}

// look is a read that a spinning thread relies on.
type look struct{ object, at int }

// arrive brings the running thread to an operation on o. It returns when the thread may
// make the operation. A nil World means that the operation is no step.
func arrive(o *object, op opcode) *World {
	w := current
	if w == nil {
		giveWay()
		return nil
	}
	if w.running == nil || w.running.dying {
		return nil
	}
	t := w.running
	t.target = o
	if w.Watched() {
		t.at = sites()
	}
	t.pending = event{thread: t.id, op: op, object: -1, limit: o.limit}
	if op == opSpin {
		t.pending.looked = append([]look(nil), t.looked...)
	} else {
		t.pending.object = w.identify(o)
	}
	if !t.begun {
		t.begun = true
		w.suspend(t)
	} else if next := w.choose(t); next != t {
		w.next = next
		w.suspend(t)
	}
	if o.value != nil {
		t.pending.before = *o.value
	}
	return w
}

// suspend lets other threads run until it is this thread's turn.
func (w *World) suspend(t *thread) {
	t.co.pause(struct{}{})
	if t.dying {
		panic(abandoned{})
	}
	w.running = t
}

// identify gives an object its number in this execution.
func (w *World) identify(o *object) int {
	if o.world != w.serial {
		o.world, o.id = w.serial, len(w.objects)
		w.objects = append(w.objects, lastWrites{-1, -1, -1})
	}
	return o.id
}

// enabled says whether a thread could make its step now.
func (w *World) enabled(t *thread) bool {
	if t.done {
		return false
	}
	switch e := &t.pending; e.op {
	case opLock, opAwaitZero:
		return *t.target.value == 0
	case opSend:
		return *t.target.value < e.limit
	case opReceive:
		return *t.target.value > 0
	case opSpin:
		for _, l := range e.looked {
			if w.objects[l.object].byOthers(t.id) > l.at {
				return true
			}
		}
		return false
	}
	return true
}

// byOthers returns when a thread other than this one last wrote the object.
func (l *lastWrites) byOthers(thread int) int {
	if l.by == thread {
		return l.otherAt
	}
	return l.at
}

// did records the step that the running thread makes: what it did, and the value that
// it read or wrote. An operation that arrive has taken for no step is not recorded: w
// is nil.
func (w *World) did(wrote bool, verb string, v uint64) {
	if w == nil {
		return
	}
	t := w.running
	e := &t.pending
	e.wrote = wrote
	switch {
	case e.op == opSpin:
		t.looked = t.looked[:0]
	case wrote:
		l := &w.objects[e.object]
		if l.by != t.id {
			l.otherAt, l.by = l.at, t.id
		}
		l.at = w.clock
	}
	if e.op == opRead || e.op == opWrite {
		t.looks(e.object, w.clock)
	}
	w.clock++
	w.digested(e, wrote, v)
	if w.setUp {
		return
	}
	w.events = append(w.events, *e)
	if w.trace != nil {
		w.trace.add(w, t, verb, v)
	}
}

// changed records a step that read one value and wrote another.
func (w *World) changed(verb string, old, v uint64) {
	if w != nil && w.trace != nil && !w.setUp {
		was := old // moves to the heap, and nothing does where no schedule is shown
		w.trace.old = &was
	}
	w.did(true, verb, v)
}

// looks notes what the thread has read since it last spun, and when it read it first.
// The first time counts. If another thread writes between two reads of one turn of a
// loop, the next turn may be different.
func (t *thread) looks(object, at int) {
	if !slices.ContainsFunc(t.looked, func(l look) bool { return l.object == object }) {
		t.looked = append(t.looked, look{object, at})
	}
}

// choose returns the thread whose turn it is, or nil at the end of the execution. A
// thread calls it before a step, and when it has ended.
func (w *World) choose(t *thread) *thread {
	if w.setUp {
		return w.chooseInSetUp(t)
	}
	if w.failure != nil {
		return nil
	}
	var open uint32
	for _, t := range w.threads {
		if w.enabled(t) {
			open |= 1 << t.id
		}
	}
	if open == 0 {
		w.requireAllDone()
		return nil
	}
	if w.limit > 0 && len(w.events) >= w.limit {
		w.cut = true
		return nil
	}
	if len(w.events) >= w.steps {
		w.fail(fmt.Errorf("no end after %d steps (%w)", w.steps, ErrNoEnd))
		return nil
	}
	last := -1
	if n := len(w.events); n > 0 {
		last = w.events[n-1].thread
	}
	if w.fair {
		if may := w.fairly(open, last); len(w.events) >= w.fixed {
			open = may
		}
	}
	if i := w.chooser.choose(w, open, last); i >= 0 {
		return w.threads[i]
	}
	w.cut = true
	return nil
}

// ErrNoEnd is in Failure.Err if an execution made more steps than Options.Steps.
var ErrNoEnd = errors.New("a loop that waits must call Gosched")

// chooseInSetUp lets each thread go on until it has to wait. A thread that spins waits.
func (w *World) chooseInSetUp(t *thread) *thread {
	if w.clock >= w.steps {
		w.fail(fmt.Errorf("no end of the set-up after %d steps (%w)", w.steps, ErrNoEnd))
		return nil
	}
	if w.enabled(t) {
		return t
	}
	for _, t := range append([]*thread{w.main}, w.threads...) {
		if w.enabled(t) {
			return t
		}
	}
	w.fail(fmt.Errorf("every thread waits for ever: the set-up %s", waits[w.main.pending.op]))
	return nil
}

// nameOf is the name of a thread, with its letter in schedules if another has this name, too.
func (w *World) nameOf(t *thread) string {
	for _, other := range w.threads {
		if other != t && other.name == t.name {
			return fmt.Sprintf("%s %c", t.name, 'a'+t.id)
		}
	}
	return t.name
}

// requireAllDone makes the execution fail if some thread waits for ever.
func (w *World) requireAllDone() {
	var waiting []string
	for _, t := range w.threads {
		if !t.done {
			waiting = append(waiting, w.nameOf(t)+" "+w.waitsFor(t))
		}
	}
	if len(waiting) > 0 {
		w.fail(fmt.Errorf("every thread waits for ever: %s", strings.Join(waiting, ", ")))
	}
}

// waitsFor says what a thread waits for. Where a schedule is shown, a lock has a name.
func (w *World) waitsFor(t *thread) string {
	if w.trace != nil && t.pending.op == opLock {
		if at, named := w.labels()[reflect.ValueOf(t.target).Pointer()]; named {
			return "waits for the lock " + at.name
		}
	}
	return waits[t.pending.op]
}

var waits = map[opcode]string{
	opLock: "waits for a lock", opSend: "waits for room in a channel", opReceive: "waits for a message",
	opAwaitZero: "waits for a count to be 0", opSpin: "waits in a loop",
}
