package interleave

import (
	"fmt"
	"iter"
	"runtime/debug"
	"strings"
	"sync"
)

// An object is what threads communicate through: the identity of a variable, a
// lock, a channel.
type object struct {
	world uint64 // the execution in which id was given
	id    int
	value *int64 // what blocking operations wait for; nil if none do
	limit int64  // capacity of a channel
}

type opcode uint8

const (
	opRead  opcode = iota
	opWrite        // or reads, as it may turn out
	opLock
	opSend
	opReceive
	opAwaitZero
	opSpin
)

// World is one execution of a program. Its methods are for the program's set-up,
// check and threads.
type World struct {
	spawning object // what it means to begin a thread
	chooser  chooser
	serial   uint64
	setUp    bool // the set-up runs: no choices
	cut      bool // the chooser has given the execution up
	over     bool // the execution is at its end: threads are unwound

	main    *thread // runs the set-up
	threads []*thread
	running *thread // nil while the check runs
	next    *thread
	free    []*coroutine

	objects []lastWrites
	events  []event
	clock   int // operations so far, those of the set-up included
	base    int // of which in the set-up

	failure error
	outcome string
	trace   *trace // nil unless a schedule is to be shown
	names   []namedRoot
	steps   int // bound of an execution
}

// lastWrites is when an object was last written, by whom, and when it was last
// written by somebody else than that.
type lastWrites struct {
	at, otherAt int
	by          int
}

// event is one step of an execution, or the step that a thread waits to make.
type event struct {
	thread int
	op     opcode
	object int
	wrote  bool
	before int64  // the blocking value before the step
	limit  int64  // a channel's capacity
	looked []look // what a spinning thread has read
}

// look is a read that a spinning thread relies on.
type look struct{ object, at int }

// thread is a coroutine that runs one function of the program.
type thread struct {
	id      int
	name    string
	co      *coroutine
	done    bool
	dying   bool
	begun   bool
	pending event
	target  *object
	looked  []look
	after   int // the event that began it, -1 for none
}

// coroutine runs bodies one after the other; executions reuse it.
type coroutine struct {
	resume func() (struct{}, bool)
	pause  func(struct{}) bool
	stop   func()
	body   func()
}

func newCoroutine() *coroutine {
	c := &coroutine{}
	c.resume, c.stop = iter.Pull(func(yield func(struct{}) bool) {
		c.pause = yield
		for {
			c.body()
			if !yield(struct{}{}) {
				return
			}
		}
	})
	return c
}

// current is the world of the exploration that runs. One runs at a time.
var (
	current   *World
	exploring sync.Mutex
)

// abandoned is what unwinds a thread whose execution is over.
type abandoned struct{}

// Go adds a thread. It begins at once and runs up to its first operation. In a
// thread, to begin another is a step that writes.
func (w *World) Go(name string, body func()) {
	if !w.setUp && arrive(&w.spawning, opWrite) != nil {
		w.did(true, "begins thread", uint64(len(w.threads)))
	}
	w.spawn(name, body)
}

// Go stands for a go statement in code that does not know its World.
func Go(name string, body func()) {
	if current == nil {
		panic("interleave: Go outside an exploration")
	}
	current.Go(name, body)
}

// spawn adds a thread and runs it up to its first operation.
func (w *World) spawn(name string, body func()) {
	if len(w.threads) == maxThreads {
		panic(fmt.Sprintf("interleave: more than %d threads", maxThreads))
	}
	t := w.newThread(len(w.threads), name, body)
	t.after = len(w.events) - 1
	w.threads = append(w.threads, t)
	was := w.running
	w.running = t
	t.co.resume()
	w.running = was
}

func (w *World) newThread(id int, name string, body func()) *thread {
	t := &thread{id: id, name: name}
	if n := len(w.free); n > 0 {
		t.co, w.free = w.free[n-1], w.free[:n-1]
	} else {
		t.co = newCoroutine()
	}
	t.co.body = func() { w.live(t, body) }
	return t
}

// live is the life of a thread.
func (w *World) live(t *thread, body func()) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(abandoned); !ok {
				w.fail(fmt.Errorf("%s panics: %v\n%s", t.name, r, debug.Stack()))
			}
		}
		t.done = true
		if t.begun && t != w.main && !w.over {
			w.next = w.choose(t)
		}
	}()
	body()
}

// arrive brings the running thread to an operation on o and returns when it may
// make it; nil means that nobody counts it.
func arrive(o *object, op opcode) *World {
	w := current
	if w == nil || w.running == nil || w.running.dying {
		return nil
	}
	t := w.running
	t.target = o
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

// suspend lets others run until it is the thread's turn.
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

// byOthers is when a thread other than this one wrote last.
func (l *lastWrites) byOthers(thread int) int {
	if l.by == thread {
		return l.otherAt
	}
	return l.at
}

// did records the step that the running thread makes: what it did and the value
// that it read or wrote.
func (w *World) did(wrote bool, verb string, v uint64) {
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
	if w.trace != nil && !w.setUp {
		w.trace.old = &old
	}
	w.did(true, verb, v)
}

// looks notes what the thread has read since it last spun, and when first: if it was
// written between two reads of one turn of a loop, the next turn may be another.
func (t *thread) looks(object, at int) {
	for i := range t.looked {
		if t.looked[i].object == object {
			return
		}
	}
	t.looked = append(t.looked, look{object, at})
}

// choose is called by a thread that stands before a step or has ended. It
// returns whose turn it is, nil at the end of the execution.
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
	if len(w.events) >= w.steps {
		w.fail(fmt.Errorf("no end after %d steps", w.steps))
		return nil
	}
	last := -1
	if n := len(w.events); n > 0 {
		last = w.events[n-1].thread
	}
	if i := w.chooser.choose(w, open, last); i >= 0 {
		return w.threads[i]
	}
	w.cut = true
	return nil
}

// chooseInSetUp lets each thread go on until it has to wait. Spinning is waiting.
func (w *World) chooseInSetUp(t *thread) *thread {
	if w.enabled(t) {
		return t
	}
	if w.enabled(w.main) {
		return w.main
	}
	for _, t := range w.threads {
		if w.enabled(t) {
			return t
		}
	}
	w.fail(fmt.Errorf("nobody can go on: the set-up %s", waits[w.main.pending.op]))
	return nil
}

// requireAllDone fails the execution if some thread waits for ever.
func (w *World) requireAllDone() {
	var waiting []string
	for _, t := range w.threads {
		if !t.done {
			waiting = append(waiting, t.name+" "+waits[t.pending.op])
		}
	}
	if len(waiting) > 0 {
		w.fail(fmt.Errorf("nobody can go on: %s", strings.Join(waiting, ", ")))
	}
}

var waits = map[opcode]string{
	opLock: "waits for a lock", opSend: "waits for room in a channel", opReceive: "waits for a message",
	opAwaitZero: "waits for a count to be 0", opSpin: "spins",
}

// fail ends the execution: the program did what it must not. The first failure
// counts.
func (w *World) fail(err error) {
	if w.failure == nil && !w.over {
		w.failure = err
		if w.trace != nil && w.running != nil {
			w.trace.note(w.running, strings.SplitN(err.Error(), "\n", 2)[0])
		}
	}
}

// Failf says that the program has done what it must not. In a thread it does not
// return.
func (w *World) Failf(format string, args ...any) {
	w.fail(fmt.Errorf(format, args...))
	if t := w.running; t != nil && !t.dying {
		t.dying = true
		panic(abandoned{})
	}
}

// Outcome names the state that the execution has ended in; a Report counts how
// often each came out. It is for the check.
func (w *World) Outcome(name string) { w.outcome = name }

// Outcomef is Outcome with a format.
func (w *World) Outcomef(format string, args ...any) { w.Outcome(fmt.Sprintf(format, args...)) }

// run makes one execution, and reports whether it came to an end: its own or a
// failure.
func (w *World) run(p Program) bool {
	serials++
	w.serial, w.setUp, w.cut, w.over = serials, true, false, false
	w.threads, w.objects, w.events = w.threads[:0], w.objects[:0], w.events[:0]
	w.clock, w.failure, w.outcome, w.names = 0, nil, "", nil
	current = w
	defer func() { current = nil }()

	var check func()
	w.main = w.newThread(maxThreads, "set-up", func() { check = p(w) })
	w.main.begun = true
	w.drive(w.main)
	w.setUp, w.base = false, w.clock
	if w.failure == nil {
		w.drive(w.choose(nil))
	}
	if w.failure == nil && !w.cut && check != nil {
		w.finish(check)
	}
	w.unwind()
	return !w.cut
}

// drive lets threads run until it is nobody's turn.
func (w *World) drive(next *thread) {
	for w.next = next; w.next != nil; {
		t := w.next
		w.next, w.running = nil, t
		t.co.resume()
	}
	w.running = nil
}

// finish runs the check.
func (w *World) finish(check func()) {
	defer func() {
		if r := recover(); r != nil {
			w.fail(fmt.Errorf("the check panics: %v\n%s", r, debug.Stack()))
		}
	}()
	check()
}

// unwind ends all threads and keeps their coroutines.
func (w *World) unwind() {
	w.over = true
	for _, t := range append(w.threads, w.main) {
		if !t.done {
			t.dying, w.running = true, t
			t.co.resume()
		}
		w.free = append(w.free, t.co)
	}
	w.running = nil
}

// dying says whether the running thread is being unwound: it takes no steps.
func (w *World) dying() bool { return w.running != nil && w.running.dying }

// maxThreads is the most threads that a program can have.
const maxThreads = 8

// serials numbers executions.
var serials uint64
