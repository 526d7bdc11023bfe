package interleave

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
)

// This file runs a part of a schedule, stops there, and says where each thread stands. A
// person can take the scheduler's place, one step after the other.

// Watched is an execution that [Watch] has stopped. Its parts can be written as JSON, for a page.
type Watched struct {
	Schedule string     // the steps that were made, as for Replay
	Made     []Made     // the same, step by step
	Threads  []Standing // in the order of their letters
	Pictures []any      // the results of the functions given to World.Depict, in their order
	Ended    bool       // no thread can go on, or the program has failed
	Err      error      // why the program failed; nil if it did not, or not yet
}

// Made is a step that was made.
type Made struct {
	Thread int      `json:"thread"` // 0 is a
	Text   string   `json:"text"`   // as in Failure.Table, "A.bottom writes: 0"
	Says   string   `json:"says"`   // the same with the thread as its subject, "writes A.bottom: 0"
	Object string   `json:"object"` // the name of the variable; "" for a step of Gosched
	Verb   string   `json:"verb"`   // "reads", "writes", "swaps in", "fails to swap" ...
	Wrote  bool     `json:"wrote,omitempty"`
	At     []Site   `json:"at"`              // the line of the step; then the line that called this function, and so on
	Notes  []string `json:"notes,omitempty"` // texts of World.Notef between this step and the next
}

// Standing is the state of one thread.
type Standing struct {
	Name   string   `json:"name"`
	Begun  int      `json:"-"`                // number of steps before the thread began
	Done   bool     `json:"done,omitempty"`   // it has returned
	Can    bool     `json:"can,omitempty"`    // it can make its next step now
	Waits  string   `json:"waits,omitempty"`  // the reason why it waits, if it is not done and cannot go on
	Doing  string   `json:"doing,omitempty"`  // its last text of World.Doing
	Object string   `json:"object,omitempty"` // the name of the variable of its next step
	Writes bool     `json:"writes,omitempty"` // the next step may write
	At     []Site   `json:"at,omitempty"`     // the line of the next step; then the line that called this function, and so on
	Notes  []string `json:"-"`                // its texts of World.Notef, from its first step on
}

// Site is a line of a program.
type Site struct {
	File     string `json:"file"` // as the compiler knows it
	Line     int    `json:"line"`
	Function string `json:"function"` // with its package's path
}

// Watch runs p by a schedule, to the schedule's end and no further. Then it takes the pictures
// of World.Depict and ends the execution. The check runs after the pictures, and only if all
// threads have ended.
//
// The error says what is wrong with the text of the schedule. It is a *[Refused] if the schedule
// asks for a step that its thread cannot make, or for steps after the end. Watched is then the
// state before this step. Like Explore, Watch waits while an exploration runs.
func Watch(p Program, schedule string) (*Watched, error) {
	threads, err := Steps(schedule)
	if err != nil {
		return nil, err
	}
	exploring.Lock()
	defer exploring.Unlock()
	stop := &script{threads: threads, strict: true}
	w := &World{steps: MostSteps, chooser: stop, trace: &trace{watched: &Watched{}}}
	defer w.release()
	ended := w.run(p)
	seen := w.trace.watched
	seen.Schedule, seen.Err = encode(w.events), w.failure
	seen.Ended = ended || w.failure != nil
	if made := len(w.events); stop.refused == nil && made < len(threads) {
		stop.refuse(made, "the execution has ended")
	}
	return seen, stop.refused
}

// Refused is the error of a step that its thread cannot make.
type Refused struct {
	Step   int // its number in the schedule, from 1 on
	Thread int // 0 is a
	Left   int // steps of the schedule that were not made, with this one
	why    string
}

// Error names the step and the reason.
func (r *Refused) Error() string {
	return fmt.Sprintf("interleave: step %d of the schedule: %s", r.Step, r.why)
}

func (s *script) refuse(i int, why string) {
	s.refused = &Refused{i + 1, s.threads[i], len(s.threads) - i, why}
}

// whyNot says why a thread cannot make a step.
func (w *World) whyNot(thread int) string {
	if thread >= len(w.threads) {
		return fmt.Sprintf("there is no thread %c", 'a'+thread)
	}
	if t := w.threads[thread]; !t.done {
		return fmt.Sprintf("thread %c %s", 'a'+thread, w.waitsFor(t))
	}
	return fmt.Sprintf("thread %c has ended", 'a'+thread)
}

// stop is called when no thread has a turn any more, before the check.
func (w *World) stop() {
	if !w.Watched() {
		return
	}
	seen, labels := w.trace.watched, w.labels()
	for i, l := range w.trace.lines {
		made := Made{Thread: l.thread, Text: l.text(labels), Says: l.says(labels), Verb: l.verb, Wrote: w.events[i].wrote, At: l.at}
		if l.target != &spinning {
			made.Object = l.target.label(labels).name
		}
		seen.Made = append(seen.Made, made)
	}
	for _, t := range w.threads {
		seen.Threads = append(seen.Threads, w.standing(t, labels))
	}
	for _, n := range w.trace.notes {
		if n.after > 0 {
			seen.Made[n.after-1].Notes = append(seen.Made[n.after-1].Notes, n.text)
		}
		if n.thread >= 0 {
			seen.Threads[n.thread].Notes = append(seen.Threads[n.thread].Notes, n.text)
		}
	}
	for _, picture := range w.pictures {
		seen.Pictures = append(seen.Pictures, picture())
	}
}

func (w *World) standing(t *thread, labels map[uintptr]label) Standing {
	s := Standing{Name: w.nameOf(t), Begun: t.after + 1, Done: t.done, Doing: t.doing}
	if t.done {
		return s
	}
	s.Can = w.failure == nil && w.enabled(t)
	if !w.enabled(t) {
		s.Waits = w.waitsFor(t)
	}
	s.At, s.Writes = t.at, t.pending.op != opRead && t.pending.op != opSpin
	if t.target != nil && t.target != &spinning {
		s.Object = t.target.label(labels).name
	}
	return s
}

// Watched says whether Watch runs the program. Only then do Doing and Notef have an effect.
func (w *World) Watched() bool { return w.trace != nil && w.trace.watched != nil }

// Doing says what the running thread does from now on, such as "pop". Watch shows it. A thread
// calls it. It is no step.
func (w *World) Doing(what string) {
	if w.running != nil {
		w.running.doing = what
	}
}

// Notef notes something that the running thread has found out, such as "pop returns item 2".
// Watch shows it beside the step that was made last. It is no step.
func (w *World) Notef(format string, args ...any) {
	if !w.Watched() || w.setUp || w.over {
		return
	}
	n := note{thread: -1, after: len(w.events), text: fmt.Sprintf(format, args...)}
	if w.running != nil {
		n.thread = w.running.id
	}
	w.trace.notes = append(w.trace.notes, n)
}

type note struct {
	thread, after int
	text          string
}

// Depict gives Watch a function that returns a picture of the program's state. Watch calls it in
// its own goroutine when the execution stands still, so the operations of picture are no steps. The
// result must not refer to the program's variables: the threads may still write them after that.
func (w *World) Depict(picture func() any) {
	if w.Watched() {
		w.pictures = append(w.pictures, picture)
	}
}

// sites are the lines that lead to the operation that is about to be made, the innermost one
// first, without those of this package and of the coroutine.
func sites() (all []Site) {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for {
		f, more := frames.Next()
		own := strings.HasPrefix(f.Function, ownPath) && !strings.HasSuffix(f.File, "_test.go")
		if own && strings.HasPrefix(f.Function[len(ownPath):], "(*World)") {
			return all
		}
		if !own {
			all = append(all, Site{f.File, f.Line, f.Function})
		}
		if !more {
			return all
		}
	}
}

// ownPath begins the names of this package's functions.
var ownPath = reflect.TypeFor[World]().PkgPath() + "."

// Link tells the name under which gcbench play knows the program. It stands in Failure.Link.
func (w *World) Link(name string) { w.link = name }
