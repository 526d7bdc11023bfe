package mark

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/record"
	"github.com/seed-3ccf4018/halfmark/mark/internal/source"
	"github.com/seed-3ccf4018/halfmark/mark/internal/thin"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// Heap marks what is reachable from the roots of h. It makes a [Marker] of its own,
// with default sizes that fit the heap, and closes it. Any goroutine may call it.
//
// It returns a nil result and an error if ctx or h is nil, if h has no arena, or if
// an option is invalid (an [*OptionError]). If ctx is cancelled, or h turns out to be
// damaged or unreadable, then the result holds what has been marked so far, and the
// error says why the mark is not complete. Deques of a Kind of your own may break their
// contract. Then the error is a [*DequeError], or it says which conservation law is broken.
// If such deques panic while they are made, or before or after the marking, the result is
// nil, too.
func Heap(ctx context.Context, h *heap.Heap, options Options) (*HeapResult, error) {
	if err := missingHeap(ctx, h); err != nil {
		return nil, err
	}
	m, err := newOnce(options, h.NumObjects(), paceOf(h.Graph()))
	if err != nil {
		return nil, err
	}
	defer m.Close()
	return m.MarkHeap(ctx, h)
}

// Graph finds the nodes of g that are reachable from the roots. It makes a [Marker]
// of its own, with default sizes that fit the graph, and closes it. Any goroutine may
// call it.
//
// It returns a nil result and an error if ctx or g is nil, if a root is not a node,
// or if an option is invalid (an [*OptionError]).
//
// Later errors come with a result that holds what has been reached so far. The error
// says which successor is not a node, or what g panicked with (a [*PanicError]), or what
// a [Fallible] returned (a [*NodeError]), or what deques of a Kind of your own did (as in
// [Heap]), or that ctx was cancelled. A cancellation that comes with the last nodes may be
// reported although all nodes were reached. The result is also nil if deques of a Kind of
// your own panic while they are made, or before or after the marking.
func Graph(ctx context.Context, g Digraph, roots []uint32, options Options) (*Result, error) {
	if ctx == nil {
		return nil, errNoContext
	}
	m, err := NewFor(g, options)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	return m.MarkGraph(ctx, g, roots)
}

// NewFor returns a Marker whose memory fits g, as the function [Graph] makes one: less than that of [New]
// if g is small. The other workers are started when they are woken, and there are none if one worker marks g
// alone. It is for a few marks of one graph. Marks of larger graphs are right, but may take longer than
// with New. Any goroutine may call NewFor. The errors are those of New, and one that says that g is nil.
func NewFor(g Digraph, options Options) (*Marker, error) {
	if err := missingGraph(context.Background(), g); err != nil {
		return nil, err
	}
	return newOnce(options, uint64(max(0, g.NumNodes())), paceOf(g))
}

// CheckGraph says what is wrong with the arguments of a call that takes a graph, as the function [Graph]
// does before it marks: ctx or g is nil, g has too many nodes, or a root is not a node. Otherwise it
// returns the number of nodes of g. It is for whoever searches a Digraph in another way. Any goroutine
// may call it.
func CheckGraph(ctx context.Context, g Digraph, roots []uint32) (nodes int, err error) {
	if err := missingGraph(ctx, g); err != nil {
		return 0, err
	}
	nodes = g.NumNodes()
	return nodes, badNodes(nodes, "root", roots)
}

// MarkHeap marks what is reachable from the roots of h, as the function [Heap] does.
// The result is valid until the Marker's next mark. A closed Marker returns
// [ErrClosed], and one in use [ErrInUse].
func (m *Marker) MarkHeap(ctx context.Context, h *heap.Heap) (*HeapResult, error) {
	if err := m.acquire(); err != nil {
		return nil, err
	}
	defer m.release()
	if err := missingHeap(ctx, h); err != nil {
		return nil, err
	}
	return m.markHeap(ctx, h, h.Roots(), m.startFresh)
}

// MarkGraph finds the nodes of g that are reachable from the roots, as the function
// [Graph] does. The result is valid until the Marker's next mark. A closed Marker
// returns [ErrClosed], and one in use [ErrInUse].
func (m *Marker) MarkGraph(ctx context.Context, g Digraph, roots []uint32) (*Result, error) {
	return m.markGraph(ctx, g, roots, false, m.startFresh)
}

// markHeap marks from these roots, which may be nil or damaged. The caller is the only user,
// and starts prepares the Marker.
func (m *Marker) markHeap(ctx context.Context, h *heap.Heap, roots []heap.Ref, starts start) (result *HeapResult, err error) {
	if err := tooManyRoots(len(roots)); err != nil {
		return nil, err
	}
	defer m.blame(&err)
	if err := starts(ctx, extent{h.Granules(), true}); err != nil {
		return nil, err
	}
	m.arena = arenaOf(h)
	m.marks.Words()[0].Or(1) // nil counts as marked, so follow need not compare references with it
	m.run(m.scannerOf(h, roots, record.From(ctx)), len(roots))
	m.marks.Words()[0].And(^uint64(1))
	return m.finish()
}

// markGraph is MarkGraph, but for starts, which prepares the Marker. If once, nobody looks ahead: each node
// that the mark reaches is scanned once, and no other node is.
func (m *Marker) markGraph(ctx context.Context, g Digraph, roots []uint32, once bool, starts start) (result *Result, err error) {
	if err := m.acquire(); err != nil {
		return nil, err
	}
	defer m.release()
	nodes, err := CheckGraph(ctx, g, roots)
	if err != nil {
		return nil, err
	}
	if once {
		defer func(t tune.Tuning) { m.options.Tuning = t }(m.options.Tuning)
		m.options.Tuning.Speculation = tune.SpeculationOff
	}
	if h, ok := g.(heap.Graph); ok { // a heap has a faster scanner than its AppendSuccessors
		r, err := m.markHeap(ctx, h.Heap(), asRefs(roots), starts)
		return r.graph(), err
	}
	a, ok := g.(*Adjacency)
	switch {
	case ok || m.options.Tuning.Marking != tune.MarkingOwner:
	case once:
		m.options.Tuning.Marking = tune.MarkingAuto // the bits of a function's graph have no owners
	default:
		return nil, &OptionError{"Tuning.Marking", "owner means nothing for a graph that is a function: it must be auto or shared, or the graph an Adjacency or a heap.Graph"}
	}
	defer m.blame(&err)
	if err := starts(ctx, extent{uint64(nodes), false}); err != nil {
		return nil, err
	}
	if ok {
		m.memoryScanner = memoryScanner{a.source(), thin.Rows{Rows: chain.Rows{Graph: &a.rows}}, rootList{nodes: roots}, nil}
		m.run(&m.memoryScanner, len(roots))
	} else {
		m.graphScanner = graphScanner{graph: scannable(g), nodes: uint32(nodes), roots: roots}
		m.run(&m.graphScanner, len(roots))
	}
	r, err := m.finish()
	return r.graph(), err
}

// graph returns the part of a result that does not depend on what was marked.
func (r *HeapResult) graph() *Result {
	if r == nil {
		return nil
	}
	return &r.Result
}

// paceOf is the pace of the scanner that markGraph takes.
func paceOf(g Digraph) policy.Pace {
	switch g := g.(type) {
	case *Adjacency:
		return g.source().Pace()
	case heap.Graph:
		a := arenaOf(g.Heap())
		return a.Pace()
	}
	return policy.CallPace()
}

// arenaOf is the memory of a heap.
func arenaOf(h *heap.Heap) source.Arena { return source.NewArena(h.Arena(), h.Granules(), h.Mapped()) }

// source is the memory of a graph.
func (a *Adjacency) source() source.Rows { return source.Rows{Rows: &a.rows} }

// asRefs returns the numbers of a [heap.Graph]'s nodes as what they are.
func asRefs(nodes []uint32) []heap.Ref {
	refs := make([]heap.Ref, len(nodes))
	for i, node := range nodes {
		refs[i] = heap.Ref(node)
	}
	return refs
}

var errNoContext = errors.New("mark: the context is nil: give context.Background() if nothing shall end the mark early")

// missingHeap says what is missing before a heap can be marked.
func missingHeap(ctx context.Context, h *heap.Heap) error {
	switch {
	case ctx == nil:
		return errNoContext
	case h == nil:
		return errors.New("mark: the heap is nil: build or read one")
	case h.Granules() == 0:
		return errors.New("mark: the heap has no arena: build or read one")
	}
	return nil
}

// missingGraph says what is missing before a graph can be asked for anything.
func missingGraph(ctx context.Context, g Digraph) error {
	if ctx == nil {
		return errNoContext
	}
	switch g := g.(type) {
	case nil:
		return errors.New("mark: the graph is nil: give a Func, an Adjacency or a Digraph of your own")
	case *Adjacency:
		if g == nil {
			return errors.New("mark: the Adjacency is nil: make one with NewAdjacency")
		}
	case *Func:
		if g == nil {
			return errors.New("mark: the *Func is nil: give a Func")
		}
		return missingGraph(ctx, *g)
	case *TryFunc:
		if g == nil {
			return errors.New("mark: the *TryFunc is nil: give a TryFunc")
		}
		return missingGraph(ctx, *g)
	case TryFunc:
		if g.Successors == nil && g.Nodes > 0 {
			return errors.New("mark: the TryFunc has no Successors")
		}
	case heap.Graph:
		if g.Heap() == nil {
			return errors.New("mark: the heap.Graph shows no heap: make one with Heap.Graph")
		}
		return missingHeap(ctx, g.Heap())
	case Func:
		if g.Successors == nil && g.Nodes > 0 {
			return errors.New("mark: the Func has no Successors")
		}
	}
	return nil
}

// badNodes refuses a graph of too many nodes, and numbers that are not its nodes. what says
// what such a number is for.
func badNodes(nodes int, what string, numbers []uint32) error {
	if nodes < 0 || int64(nodes) > MaxNodes {
		return fmt.Errorf("mark: the graph has %d nodes: 0 to %d are allowed", nodes, int64(MaxNodes))
	}
	for i, node := range numbers {
		if int64(node) >= int64(nodes) {
			return fmt.Errorf("mark: %s %d is node %d: the graph has %d nodes, numbered from 0", what, i, node, nodes)
		}
	}
	return tooManyRoots(len(numbers))
}

// tooManyRoots refuses more roots than a range can hold.
func tooManyRoots(n int) error {
	if int64(n) > MaxNodes {
		return fmt.Errorf("mark: %d roots: at most %d are allowed", n, int64(MaxNodes))
	}
	return nil
}
