package mark

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/engine"
)

// Heap marks what is reachable from the roots of h. It makes a [Marker] with default sizes
// that fit the heap, and closes it. For a small heap it takes the Marker of an earlier call.
// Any goroutine may call it.
//
// If h is a mapped file that is not all in memory, the mark goes through the file in the
// order of its pages. The bitmaps must fit into memory.
//
// The result is nil if ctx or h is nil, if h has no arena, or if an option is invalid (an
// [*OptionError]). It is empty if ctx has ended already. Later errors come with what has been
// marked so far. They say that ctx was cancelled, or that h is damaged or cannot be read.
// Some are of your code: see the function [Graph].
//
// If deques of your Kind break their contract, the error is a [*DequeError], or it says which
// conservation law is broken. The result may then be nil, too.
func Heap(ctx context.Context, h *heap.Heap, options Options) (*HeapResult, error) {
	if err := missingHeap(ctx, h); err != nil {
		return nil, err
	}
	if err := dead(ctx); err != nil {
		return foundNothing(), err
	}
	return once(options, h.NumObjects(), paceOf(h.Graph()), func(m *Marker) (bool, error) {
		r, err := m.MarkHeap(ctx, h)
		return r != nil, err
	})
}

// Graph finds the nodes of g that are reachable from the roots. It makes a [Marker] with
// default sizes that fit the graph, and closes it. For a small graph it takes the Marker of
// an earlier call. Any goroutine may call it.
//
// The result is nil if ctx or g is nil, if a root is not a node, or if an option is invalid
// (an [*OptionError]). It is empty if ctx has ended already. Later errors come with what has
// been reached so far:
//
//	*NodeError     a successor is no node, or the function of a TryFunc returned an error
//	*PanicError    your code panicked
//	*StopError     Options.Until returned true
//	another one    ctx was cancelled, and the error wraps the cause
//	               deques of your Kind broke their contract: see the function Heap
//
// A cancellation that comes with the last nodes may be reported although all nodes were
// reached.
func Graph(ctx context.Context, g Digraph, roots []uint32, options Options) (*Result, error) {
	if ctx == nil {
		return nil, errNoContext
	}
	if err := missingGraph(ctx, g); err != nil {
		return nil, err
	}
	if err := dead(ctx); err != nil {
		return foundNothing().graph(), err
	}
	r, err := once(options, uint64(max(0, g.NumNodes())), paceOf(g), func(m *Marker) (bool, error) {
		r, err := m.MarkGraph(ctx, g, roots)
		return r != nil, err
	})
	return r.graph(), err
}

// CheckGraph returns the number of nodes of g, or says what is wrong with the arguments of a
// call that takes a graph: ctx or g is nil, g has too many nodes, or a root is not a node. It
// is for code that searches a Digraph in its way. Any goroutine may call it.
func CheckGraph(ctx context.Context, g Digraph, roots []uint32) (nodes int, err error) {
	if err := missingGraph(ctx, g); err != nil {
		return 0, err
	}
	nodes = g.NumNodes()
	return nodes, badNodes(nodes, "root", roots)
}

var errNoContext = errors.New("mark: the context is nil: give context.Background() if nothing should end the mark early")

// dead says that a context has ended before a mark begins. A function says so before it takes memory. A Marker has its memory, and
// finds out when it begins.
func dead(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return fmt.Errorf("mark: stopped before it began: %w", context.Cause(ctx))
}

// foundNothing is the result of a mark that was stopped before it began. Its bitmap has no bits.
func foundNothing() *HeapResult {
	r := &HeapResult{Result: Result{found: new(engine.Found)}}
	r.Marks = &r.found.Marks
	return r
}

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
		return errors.New("mark: the graph is nil: give a Func, an Adjacency or your own Digraph")
	case *Adjacency:
		if g == nil {
			return errors.New("mark: the Adjacency is nil: make one with NewAdjacency")
		}
	case *Bidirectional:
		if g == nil || g.forward == nil {
			return errors.New("mark: the Bidirectional is nil or empty: make one with NewBidirectional")
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
