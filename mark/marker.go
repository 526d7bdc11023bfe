package mark

import (
	"context"
	"math"
	"runtime"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/engine"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/source"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// ErrClosed is the error of a [Marker] that has been closed, or was not made by [New].
// errors.Is finds it.
var ErrClosed = engine.ErrClosed

// ErrInUse is the error of a call while the same [Marker] serves another goroutine. errors.Is
// finds it.
var ErrInUse = engine.ErrInUse

// ErrIncomplete is the error of [Marker.ExtendGraph] and its relatives if there is no
// complete result from which they could go on. errors.Is finds it.
var ErrIncomplete = engine.ErrIncomplete

// Marker marks heaps and graphs, one after the other. It keeps its workers and its memory.
// Make one with [New], and call [Marker.Close] when you are done, because its workers are
// goroutines. If it is dropped, the garbage collector closes it sooner or later, unless its
// Options lead to it.
//
// One goroutine at a time may call its methods. A second one gets [ErrInUse].
//
// After the first mark of a given size the next ones allocate nothing. There are three
// exceptions: deques of a kind that Grows ([stealq.Kind]), an Options.Progress, and a
// [heap.Graph], whose roots take 4 bytes each.
type Marker struct {
	*state
	cleanup runtime.Cleanup // closes a Marker that is dropped
}

// New returns a Marker. Its workers are started, and wait. It allocates about as much as
// [Options.MarkerBytes] says, and the bitmaps come with the first mark. The error is an
// [*OptionError], or a [*DequeError] if the New of your Kind panics. Any goroutine may call
// New.
func New(options Options) (*Marker, error) {
	m, err := newMarker(options, math.MaxInt)
	if err != nil {
		return nil, err
	}
	m.engine.Start()
	m.closeWhenDropped()
	return m, nil
}

// NewFor returns a Marker for a few marks of g: like [Graph], it takes less memory than New
// if g is small, and starts workers only when they are woken. Marks of larger graphs are
// right, but may take longer than with New. The errors are those of New, and one that says
// that g is nil. Any goroutine may call NewFor.
func NewFor(g Digraph, options Options) (*Marker, error) {
	if err := missingGraph(context.Background(), g); err != nil {
		return nil, err
	}
	m, err := newOnce(options, uint64(max(0, g.NumNodes())), paceOf(g))
	if err != nil {
		return nil, err
	}
	m.closeWhenDropped()
	return m, nil
}

// newOnce returns a Marker for the marks of one call, of n ids. The call closes it. n ids do not fill more than twice as many
// blocks as they need: while some are idle, blocks are given away half full.
func newOnce(options Options, n uint64, pace policy.Pace) (*Marker, error) {
	o := options.fitted(n, pace)
	d := o.WithDefaults()
	m, err := newMarker(o, int(min(2*n, math.MaxInt32))/d.Grain+8*d.Workers)
	if err != nil {
		return nil, err
	}
	m.engine.Postpone()
	return m, nil
}

// newMarker returns a Marker whose workers are not started. Its deques have at most that many blocks to hold.
func newMarker(options Options, blocks int) (*Marker, error) {
	if err := options.Validate(); err != nil {
		return nil, err
	}
	o := options.WithDefaults()
	deques, err := makeDeques(o)
	if err != nil {
		return nil, err
	}
	m := &Marker{state: new(state)}
	m.engine.Init(engine.Options(o), engine.Parts{Deques: deques, Foreign: isForeign(o.Deque), Errors: blame{}, Stats: &m.result.Stats}, blocks)
	m.result.found, m.result.Marks = &m.engine.Found, &m.engine.Marks
	return m, nil
}

// MarkHeap marks what is reachable from the roots of h, as the function [Heap] does. The
// result is valid until the Marker's next mark.
func (m *Marker) MarkHeap(ctx context.Context, h *heap.Heap) (*HeapResult, error) {
	if err := m.acquire(); err != nil {
		return nil, err
	}
	defer m.release()
	if err := missingHeap(ctx, h); err != nil {
		return nil, err
	}
	return m.markHeap(ctx, h, h.Roots(), (*engine.Marker).Fresh)
}

// MarkGraph finds the nodes of g that are reachable from the roots, as the function [Graph]
// does. The result is valid until the Marker's next mark.
func (m *Marker) MarkGraph(ctx context.Context, g Digraph, roots []uint32) (*Result, error) {
	return m.markGraph(ctx, g, roots, false, (*engine.Marker).Fresh)
}

// markHeap marks from these roots, which may be nil or damaged. The caller is the only user,
// and starts prepares the Marker.
func (m *Marker) markHeap(ctx context.Context, h *heap.Heap, roots []heap.Ref, starts engine.Start) (*HeapResult, error) {
	if err := tooManyRoots(len(roots)); err != nil {
		return nil, err
	}
	return m.found(m.engine.Heap(ctx, h, roots, starts))
}

// markGraph is MarkGraph, but for starts, which prepares the Marker. If once, no worker looks ahead: each
// node that the mark reaches is scanned once, and no other node is.
func (m *Marker) markGraph(ctx context.Context, g Digraph, roots []uint32, once bool, starts engine.Start) (*Result, error) {
	if err := m.acquire(); err != nil {
		return nil, err
	}
	defer m.release()
	nodes, err := CheckGraph(ctx, g, roots)
	if err != nil {
		return nil, err
	}
	tuning := &m.engine.Options.Tuning
	if once {
		defer func(before tune.Tuning) { *tuning = before }(*tuning)
		tuning.Speculation = tune.SpeculationOff
	}
	switch g := g.(type) {
	case heap.Graph: // a heap has a faster scanner than its AppendSuccessors
		r, err := m.markHeap(ctx, g.Heap(), asRefs(roots), starts)
		return r.graph(), err
	case *Bidirectional:
		if !once { // otherwise forward only, as below
			r, err := m.found(m.engine.Both(ctx, &g.forward.rows, &g.reverse.rows, roots, starts))
			return r.graph(), err
		}
	}
	if a := AdjacencyOf(g); a != nil {
		r, err := m.found(m.engine.Rows(ctx, &a.rows, roots, starts))
		return r.graph(), err
	}
	if tuning.Marking == tune.MarkingOwner { // the bits of a function's graph have no owners
		if !once {
			return nil, &OptionError{"Tuning.Marking", "owner means nothing for a graph that is a function: it must be auto or shared, or the graph an Adjacency or a heap.Graph"}
		}
		tuning.Marking = tune.MarkingAuto
	}
	r, err := m.found(m.engine.Calls(ctx, callbackOf(g), uint32(nodes), roots, starts))
	return r.graph(), err
}

// callbackOf returns the function of a Func, and any other graph as it is.
func callbackOf(g Digraph) engine.Callback {
	switch g := g.(type) {
	case Func:
		return engine.Function(g.Successors)
	case *Func:
		return engine.Function(g.Successors)
	}
	return g
}

// found returns the result of a mark, nil if the mark has not begun.
func (m *Marker) found(begun bool, err error) (*HeapResult, error) {
	if !begun {
		return nil, err
	}
	m.result.reached = m.engine.Reached
	return &m.result, err
}

// graph returns the part of a result that does not depend on what was marked.
func (r *HeapResult) graph() *Result {
	if r == nil {
		return nil
	}
	return &r.Result
}

// paceOf is the pace of a mark of g.
func paceOf(g Digraph) policy.Pace {
	if a := AdjacencyOf(g); a != nil {
		return source.Rows{Rows: &a.rows}.Pace()
	}
	if g, ok := g.(heap.Graph); ok {
		a := source.NewArena(g.Heap())
		return a.Pace()
	}
	return policy.CallPace()
}

// asRefs returns the numbers of a [heap.Graph]'s nodes as what they are.
func asRefs(nodes []uint32) []heap.Ref {
	refs := make([]heap.Ref, len(nodes))
	for i, node := range nodes {
		refs[i] = heap.Ref(node)
	}
	return refs
}
