package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/crew"
	"github.com/seed-3ccf4018/halfmark/mark/internal/forward"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ledger"
	"github.com/seed-3ccf4018/halfmark/mark/internal/options"
	"github.com/seed-3ccf4018/halfmark/mark/internal/plan"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/probe"
	"github.com/seed-3ccf4018/halfmark/mark/internal/progress"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ranges"
	"github.com/seed-3ccf4018/halfmark/mark/internal/source"
	"github.com/seed-3ccf4018/halfmark/mark/internal/virtual"
	"github.com/seed-3ccf4018/halfmark/mark/internal/work"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Options are those of a Marker.
type Options = options.Options

// ErrClosed is the error of a mark by a Marker that has been closed.
var ErrClosed = errors.New("mark: the Marker is closed")

// ErrInUse is the error of a mark while the same Marker serves another goroutine.
var ErrInUse = errors.New("mark: the Marker is in use by another goroutine")

// ErrIncomplete is the error of an extension if there is no complete result from which it could go on.
var ErrIncomplete = errors.New("mark: there is no complete result to extend")

// Parts are what a Marker is made with, besides its options.
type Parts struct {
	Deques  []stealq.Deque // one for each worker
	Foreign bool           // they are of no kind of package stealq
	Errors  Errors         // of the user's code, as the user shall see them
	Stats   *stats.Mark    // is filled in by each mark
	// Machine is nil on hardware. Otherwise its Run calls the methods of the Marker, as worker 0. Callbacks must not end
	// their goroutine then.
	Machine *virtual.Machine
}

// Errors makes the errors for which users look with errors.As. Its methods may be called from a deferred function: then
// the panic is still on the stack.
type Errors interface {
	// Asked is the error of the user's code that has panicked with value; nil means runtime.Goexit. node is the
	// node that it was asked about.
	Asked(call Call, node uint32, value any) error
	// Refused is the error of a node, one of whose successors is no node.
	Refused(node uint32, problem error) error
	// Stopped is the error of Options.Until, which has returned true for a node.
	Stopped(node uint32) error
	// Broken is the error of deques that did not panic, and Panicked of those that did.
	Broken(kind *stealq.Kind, problem string) error
	Panicked(kind *stealq.Kind, value any) error
}

// Callback is a graph whose successors a callback computes: see mark.Digraph.
type Callback interface {
	AppendSuccessors(buf []uint32, node uint32) []uint32
}

// Function is a Callback that is a function. A list goes from one to the next without the detour over the method.
type Function func(buf []uint32, node uint32) []uint32

// AppendSuccessors calls f.
func (f Function) AppendSuccessors(buf []uint32, node uint32) []uint32 { return f(buf, node) }

// Call is which code of the user runs on a worker.
type Call uint8

const (
	CallsNothing    Call = iota
	CallsSuccessors      // a graph's
	CallsUntil
	CallsProgress
)

// Marker marks heaps and graphs, one after the other. It keeps its workers and its memory. Init makes it. Its
// user holds it by value, and must not copy it afterwards. Between Acquire and Release one goroutine may call
// its methods.
type Marker struct {
	Options Options
	Parts
	plan plan.Plan   // of this mark: see decide
	net  forward.Net // who owns which mark bits, and what is on its way to owners

	workers     []*worker
	work.Shared // where workers find each other's refs, besides deques and ranges
	Found
	Extent  Extent        // what Marks is of
	Before  uint64        // how many bits of Marks were set before this mark
	Reached uint64        // and how many after the last one
	marked  bool          // there is a last one
	LeftOut bool          // Marks began with bits of nodes that were not reached
	shared  bool          // all deques are one queue, so there is no victim
	shares  bool          // workers that do not mark alone share all bits, whatever net says
	ledger  ledger.Ledger // of the items in deques, if these are foreign

	table chain.Table // shortcuts that cursors have found
	hints chain.Hints // for speculators

	callGate policy.CallGate // of a graph that is a callback

	crew   crew.Crew
	ranges *ranges.Ranges

	arena         source.Arena // and one scanner of each kind, so that a mark allocates none
	memoryScanner memoryScanner
	mappedScanner mappedScanner
	graphScanner  graphScanner

	teller    *progress.Teller // of this mark; nil if no progress is to be told
	tellEvery time.Duration

	context context.Context
	done    <-chan struct{} // context.Done(): nil if it cannot be cancelled

	bothWays *bothWays // for marks in both directions; nil before the first one

	failure struct {
		mutex
		err error
	}
	dirty  bool // the last mark was not completed
	closed bool
	inUse  flag
}

// Found is what a mark leaves for its user. A user may take it, and leave an empty one: then the next mark makes another bitmap.
type Found struct {
	Marks     heap.Bitmap
	Recorders []*probe.Recorder // of the workers; nil if there is no timeline
}

// Extent is what the bits of a mark bitmap stand for.
type Extent struct {
	IDs  uint64 // nodes of a graph, or granules of a heap
	Heap bool
}

// String says what was marked.
func (e Extent) String() string {
	if e.Heap {
		return fmt.Sprintf("a heap of %d granules", e.IDs)
	}
	return fmt.Sprintf("a graph of %d nodes", e.IDs)
}

// Fail ends the mark with an error. Only the first error counts.
func (m *Marker) Fail(err error) {
	m.record(err)
	m.crew.WakeWorker(0)
}

// record is Fail for a caller that cannot wake worker 0.
func (m *Marker) record(err error) {
	m.failure.Lock()
	if m.failure.err == nil {
		m.failure.err = err
	}
	m.failure.Unlock()
	m.crew.Abort()
}

// pollContext ends the mark if its context has been cancelled.
func (m *Marker) pollContext() {
	if m.done != nil {
		m.lookAtContext()
	}
}

// lookAtContext is apart, so that pollContext can be inlined.
func (m *Marker) lookAtContext() {
	select {
	case <-m.done:
		m.Fail(fmt.Errorf("mark: stopped before it was complete: %w", context.Cause(m.context)))
	default:
	}
}

// fail ends the mark with an error. Only the first error counts.
func (w *worker) fail(err error) { w.m.Fail(err) }

// wake wakes up to n sleepers, for n pieces of work that were just published. Before that it lets
// them in (X8).
func (w *worker) wake(n int) {
	if n > 0 && w.m.plan.Closes && w.m.crew.Reopen() {
		w.wakeOwners()
	}
	w.stats.Wakes += uint64(w.m.crew.Wake(n))
}

// dequeError returns the error of deques that did not panic.
func (m *Marker) dequeError(format string, args ...any) error {
	return m.Errors.Broken(m.Options.Deque, fmt.Sprintf(format, args...))
}

// dequePanic returns the error for what recover returned, nil after runtime.Goexit. Only
// a deferred function may call it: the panic is then still on the stack.
func (m *Marker) dequePanic(value any) error { return m.Errors.Panicked(m.Options.Deque, value) }

// accuse ends the mark with the error of deques that did not panic.
func (w *worker) accuse(format string, args ...any) { w.fail(w.m.dequeError(format, args...)) }

// wakeOwners wakes each owner for whom something waits.
func (w *worker) wakeOwners() {
	for id := range w.m.net.Owners() {
		if w.m.net.WaitsFor(id) {
			w.wakeOwner(id)
		}
	}
}

// wakeOwner wakes an owner, if it sleeps. Something was published for it.
func (w *worker) wakeOwner(id int) {
	if w.m.crew.Sleepers() > 0 && w.m.crew.WakeWorker(id) {
		w.stats.Wakes++
	}
}
