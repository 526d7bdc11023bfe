package interleave

import (
	"fmt"
	"iter"
	"runtime/debug"
	"strings"
	"sync"
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
	fair    bool   // threads that spin give way; see fair.go
	wasOpen uint32 // before the last step
	steps   int    // bound of an execution
	limit   int    // executions that are longer are given up; 0: none
}

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
	fair    fairness
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

// Go stands for a go statement in code that does not know its World. A thread that is
// being ended begins no other.
func Go(name string, body func()) {
	switch {
	case current == nil:
		go body()
	case !current.dying():
		current.Go(name, body)
	}
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
	t := &thread{id: id, name: name, fair: fairness{stepped: 1<<maxThreads - 1}}
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

// Steps is the number of steps so far, those of the set-up left out.
func (w *World) Steps() int { return len(w.events) }

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
