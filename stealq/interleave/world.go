package interleave

import (
	"fmt"
	"iter"
	"strings"
	"sync"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/panicked"
)

// World is one execution of a program. Its methods are for the program's set-up, check and
// threads. A World must not be used after its execution.
type World struct {
	spawning object // the object of the step that begins a thread
	chooser  chooser
	serial   uint64 // number of the execution
	setUp    bool   // the set-up runs, and there are no choices
	cut      bool   // the chooser has given the execution up
	over     bool   // the execution has ended, and threads are unwound

	main    *thread // runs the set-up
	threads []*thread
	running *thread // nil while the check runs
	next    *thread
	free    []*coroutine

	objects []lastWrites
	events  []event
	clock   int    // operations so far, with those of the set-up
	digest  uint64 // of these operations
	base    int    // operations in the set-up

	failure  error
	outcome  string
	trace    *trace // nil unless a schedule is to be shown
	names    []namedRoot
	pictures []func() any
	link     string // of the program, for those who show schedules
	fair     bool   // threads that spin give way; see fair.go
	wasOpen  uint32 // the threads that could go on before the last step
	steps    int    // an execution with more steps has failed
	fixed    int    // so many first steps are given
	limit    int    // an execution with more steps is given up; 0: no limit
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
	doing   string // in its own words
	at      []Site // the lines that lead to pending, if a schedule is watched
}

// coroutine runs bodies one after the other. Later executions use it again.
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

// current is the world of the exploration that runs. One exploration runs at a time.
var (
	current   *World
	exploring sync.Mutex
)

// abandoned is the value of the panic that unwinds a thread whose execution is over.
type abandoned struct{}

// Go adds a thread. The thread begins at once and runs up to its first operation. If a
// thread calls Go, this is a step that writes. Go panics if the program has more than 8
// threads.
func (w *World) Go(name string, body func()) {
	if !w.setUp {
		arrive(&w.spawning, opWrite).did(true, "begins thread", uint64(len(w.threads)))
	}
	w.spawn(name, body)
}

// Go takes the place of a go statement in code that does not know its World.
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

// live runs the body of a thread and ends the thread.
func (w *World) live(t *thread, body func()) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(abandoned); !ok {
				w.fail(fmt.Errorf("%s panicked: %v%s", t.name, r, panicked.At()))
			}
		}
		t.done = true
		if t.begun && t != w.main && !w.over {
			w.next = w.choose(t)
		}
	}()
	body()
}

// fail ends the execution, because the program has done what it must not do. The first
// failure counts.
func (w *World) fail(err error) {
	if w.failure == nil && !w.over {
		w.failure = err
		if w.trace != nil {
			w.trace.noted, _, _ = strings.Cut(err.Error(), "\n")
		}
	}
}

// Failf ends the execution as failed. The message is that of fmt.Errorf, and stands in
// Failure.Err. Threads and the check may call Failf. In a thread it does not return.
func (w *World) Failf(format string, args ...any) {
	first := w.failure == nil
	w.fail(fmt.Errorf(format, args...))
	t := w.running
	if t == nil || t.dying {
		return
	}
	if w.trace != nil && first {
		w.trace.noted = t.name + ": " + w.trace.noted
	}
	t.dying = true
	panic(abandoned{})
}

// Steps is the number of steps so far, without those of the set-up.
func (w *World) Steps() int { return len(w.events) }

// Outcome names the state in which the execution has ended. Report.Outcomes counts the
// executions of each name. Call Outcome in the check.
func (w *World) Outcome(name string) { w.outcome = name }

// Outcomef is Outcome with a format.
func (w *World) Outcomef(format string, args ...any) { w.Outcome(fmt.Sprintf(format, args...)) }

// run makes one execution. It returns false if the chooser gave the execution up.
func (w *World) run(p Program) bool {
	serials++
	w.serial, w.setUp, w.cut, w.over = serials, true, false, false
	w.threads, w.objects, w.events = w.threads[:0], w.objects[:0], w.events[:0]
	w.clock, w.digest, w.failure, w.outcome, w.names, w.pictures, w.link = 0, 0, nil, "", nil, nil, ""
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
	w.stop()
	if w.failure == nil && !w.cut && check != nil {
		w.finish(check)
	}
	w.unwind()
	return !w.cut
}

// drive lets threads run until no thread has a turn.
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
			w.fail(fmt.Errorf("the check panicked: %v%s", r, panicked.At()))
		}
	}()
	check()
}

// unwind ends all threads. It keeps their coroutines for the next execution.
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

// dying says whether the running thread is being unwound. Such a thread takes no steps.
func (w *World) dying() bool { return w.running != nil && w.running.dying }

// maxThreads is the most threads that a program can have.
const maxThreads = 8

// serials numbers executions.
var serials uint64
