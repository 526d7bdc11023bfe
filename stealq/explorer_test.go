package stealq

import (
	"fmt"
	"iter"
	"math/bits"
	"strings"
)

// A small exhaustive explorer of schedules. The threads of a program are
// coroutines that pause before each operation on a cell, and the explorer tries
// every order of resuming them, depth first, by running the program anew for
// each. Go's atomics are sequentially consistent, so for code whose shared data
// is all in cells these orders are all that can happen.
//
// Two schedules that lead to the same state have the same futures, so the second
// is cut short. The state is what the cells hold, and for each thread a hash of
// all that it has read so far, which decides what it does next. Hashes have 64
// bits: among 10^6 states two collide with a chance of about 1 in 10^7.

// cell is a shared variable: what an atomic.Uint64 is in production.
type cell struct {
	w     *world
	owner string              // "", or whose cell it is
	name  string              // "bottom"
	index int                 // of an array's element, otherwise -1
	show  func(uint64) string // nil: decimal
	v     uint64
}

func (c *cell) String() string {
	if c.index < 0 {
		return c.owner + c.name
	}
	return fmt.Sprintf("%s%s[%d]", c.owner, c.name, c.index)
}

func (c *cell) Load() uint64 {
	c.w.pause()
	return c.w.did(c, "reads", c.v, c.v)
}

func (c *cell) Store(v uint64) {
	c.w.pause()
	c.v = v
	c.w.did(c, "writes", v, 0)
}

func (c *cell) CompareAndSwap(old, new uint64) bool {
	c.w.pause()
	if c.v != old {
		c.w.did(c, "fails to swap", c.v, 0)
		return false
	}
	c.v = new
	c.w.did(c, "swaps in", new, 1)
	return true
}

// world is one run of a program.
type world struct {
	cells   []*cell
	threads []*thread
	running *thread // nil while the program is set up and drained, by one thread without pauses
	failure error
	over    bool     // the run is abandoned: its threads end without pauses
	free    int      // operations without a pause, so that a loop that never ends is seen
	trace   []string // nil unless wanted
}

type thread struct {
	name   string
	resume func() (struct{}, bool)
	stop   func()
	yield  func(struct{}) bool
	seen   uint64
	done   bool
}

func (w *world) newCell(owner, name string, index int, show func(uint64) string) *cell {
	c := &cell{w: w, owner: owner, name: name, index: index, show: show}
	w.cells = append(w.cells, c)
	return c
}

// spawn adds a thread and runs it up to its first operation.
func (w *world) spawn(name string, body func()) {
	t := &thread{name: name}
	t.resume, t.stop = iter.Pull(func(yield func(struct{}) bool) {
		t.yield = yield
		body()
	})
	w.threads = append(w.threads, t)
	w.step(len(w.threads) - 1)
}

// step lets thread i do one operation.
func (w *world) step(i int) {
	t := w.threads[i]
	w.running = t
	_, more := t.resume()
	t.done = !more
	w.running = nil
}

func (w *world) pause() {
	if w.running != nil && !w.over {
		w.over = !w.running.yield(struct{}{})
		return
	}
	if w.free++; w.free > 10_000 {
		panic("a thread does not end")
	}
}

// did records an operation and what the thread learnt from it.
func (w *world) did(c *cell, verb string, v, learnt uint64) uint64 {
	if w.running == nil || w.over {
		return learnt
	}
	w.running.seen = mix(w.running.seen ^ learnt + 1)
	if w.trace != nil {
		text := fmt.Sprint(v)
		if c.show != nil {
			text = c.show(v)
		}
		w.trace = append(w.trace, fmt.Sprintf("%-8s %s %v %s", w.running.name, verb, c, text))
	}
	return learnt
}

// fail ends the run: the program did what it must not.
func (w *world) fail(format string, args ...any) {
	if w.failure == nil && !w.over {
		w.failure = fmt.Errorf(format, args...)
		if w.trace != nil && w.running != nil {
			w.trace = append(w.trace, fmt.Sprintf("%-8s %v", w.running.name, w.failure))
		}
	}
}

// enabled is the set of threads that are not done.
func (w *world) enabled() (set uint) {
	for i, t := range w.threads {
		if !t.done {
			set |= 1 << i
		}
	}
	return set
}

func (w *world) hash() (h uint64) {
	for _, c := range w.cells {
		h = mix(h ^ c.v)
	}
	for _, t := range w.threads {
		h = mix(h ^ t.seen)
	}
	return h
}

// abandon ends all threads: what they still do is not looked at.
func (w *world) abandon() {
	w.over = true
	for _, t := range w.threads {
		t.stop()
	}
}

// mix is the finisher of SplitMix64 over x + 1, a permutation of 64-bit words.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// program sets up a world: cells, threads, and a check for when all are done.
type program func(w *world) (atEnd func())

// report is what an exploration found.
type report struct {
	runs, states, ends int
	failure            error
	schedule           []int // of the failure with the fewest operations; a thread's index for each
}

// maxSteps bounds a run. No program here needs half as many, unless a thread
// never ends.
const maxSteps = 400

// explore runs p in every schedule. With firstOnly it stops at the first
// failure, otherwise it goes on for the shortest.
func explore(p program, firstOnly bool) (rep report) {
	type choice struct {
		thread int
		left   uint // threads not yet tried at this point
	}
	var path []choice
	visited := map[uint64]struct{}{}
	limit := maxSteps
	for {
		w := &world{}
		atEnd := p(w)
		rep.runs++
		for _, c := range path {
			w.step(c.thread)
		}
		for w.failure == nil {
			open := w.enabled()
			if open == 0 {
				rep.ends++
				atEnd()
				break
			}
			h := w.hash()
			if _, ok := visited[h]; ok && len(path) > 0 || len(path) >= limit {
				break
			}
			visited[h] = struct{}{}
			i := bits.TrailingZeros(open)
			path = append(path, choice{i, open &^ (1 << i)})
			w.step(i)
		}
		if len(path) >= maxSteps {
			w.fail("no end after %d operations", maxSteps)
		}
		w.abandon()
		if w.failure != nil && (rep.failure == nil || len(path) < len(rep.schedule)) {
			rep.failure, rep.schedule = w.failure, nil
			for _, c := range path {
				rep.schedule = append(rep.schedule, c.thread)
			}
			limit = len(path) - 1
		}
		for len(path) > 0 && path[len(path)-1].left == 0 {
			path = path[:len(path)-1]
		}
		rep.states = len(visited)
		if len(path) == 0 || firstOnly && rep.failure != nil {
			return rep
		}
		last := &path[len(path)-1]
		last.thread = bits.TrailingZeros(last.left)
		last.left &^= 1 << last.thread
	}
}

// replay runs one schedule of p and returns it line by line.
func replay(p program, schedule []int) string {
	w := &world{}
	atEnd := p(w)
	w.trace = []string{}
	for _, i := range schedule {
		w.step(i)
	}
	if w.failure == nil {
		atEnd()
		w.trace = append(w.trace, fmt.Sprintf("at rest  %v", w.failure))
	}
	w.abandon()
	for i, line := range w.trace {
		w.trace[i] = fmt.Sprintf("%4d  %s", i+1, line)
	}
	return strings.Join(w.trace, "\n")
}
