package engine

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"runtime/debug"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ledger"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/probe"
	"github.com/seed-3ccf4018/halfmark/mark/internal/source"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// This file stands for package mark, which these tests cannot import. It checks nothing that a user gives.

type (
	Progress = stats.Progress

	Digraph interface {
		Callback
		NumNodes() int
	}
	Func struct {
		Nodes      int
		Successors func(buf []uint32, node uint32) []uint32
	}
	Adjacency     struct{ rows kernel.Rows }
	Bidirectional struct{ forward, reverse *Adjacency }

	Result struct {
		Stats   stats.Mark
		reached uint64
		marks   *heap.Bitmap
		m       *Marker
	}
	HeapResult struct {
		Result
		Marks *heap.Bitmap
	}

	PanicError struct {
		Call  string
		Node  uint32
		Value any
		Stack []byte
	}
	StopError  struct{ Node uint32 }
	DequeError struct {
		Kind, Problem string
		Value         any
		Stack         []byte
	}
	asking struct{} // Errors
)

func (g Func) NumNodes() int { return g.Nodes }

func (g Func) AppendSuccessors(buf []uint32, node uint32) []uint32 { return g.Successors(buf, node) }

func (a *Adjacency) NumNodes() int { return a.rows.Nodes() }

func (a *Adjacency) AppendSuccessors(buf []uint32, node uint32) []uint32 {
	return append(buf, a.rows.Of(node)...)
}

func NewAdjacency[Offset uint32 | uint64](offsets []Offset, targets []uint32) (*Adjacency, error) {
	a := &Adjacency{kernel.Rows{Targets: targets}}
	switch offsets := any(offsets).(type) {
	case []uint32:
		a.rows.Narrow = offsets
	case []uint64:
		a.rows.Wide = offsets
	}
	return a, nil
}

func (r *Result) Has(id uint32) bool { return r.marks.Has(heap.Ref(id)) }
func (r *Result) Count() uint64      { return r.reached }
func (r *Result) Timeline() *timeline.Timeline {
	return probe.Timeline(r.m.Recorders, r.Stats.Duration)
}

func (r *Result) All() iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for i := range r.marks.Words() {
			for set := r.marks.Words()[i].Load(); set != 0; set &= set - 1 {
				if !yield(uint32(i*64 + bits.TrailingZeros64(set))) {
					return
				}
			}
		}
	}
}

func (e *PanicError) Error() string {
	if e.Value == nil {
		return "mark: " + e.Call + " ended its goroutine with runtime.Goexit"
	}
	what := e.Call
	if what != "Options.Progress" {
		what += fmt.Sprintf(" of node %d", e.Node)
	}
	return fmt.Sprintf("mark: %s panicked: %v", what, e.Value)
}

func (e *StopError) Error() string  { return fmt.Sprintf("mark: stopped at node %d", e.Node) }
func (e *DequeError) Error() string { return "mark: deques of kind " + e.Kind + ": " + e.Problem }

func (e *DequeError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

func (asking) Asked(call Call, node uint32, value any) error {
	if call == CallsProgress {
		node = 0
	}
	return &PanicError{[...]string{"", "AppendSuccessors", "Options.Until", "Options.Progress"}[call], node, value, debug.Stack()}
}

func (asking) Refused(node uint32, problem error) error {
	return fmt.Errorf("engine: node %d: %w", node, problem)
}

func (asking) Stopped(node uint32) error { return &StopError{node} }

func (asking) Broken(kind *stealq.Kind, problem string) error {
	return &DequeError{Kind: kind.Name, Problem: problem}
}

func (asking) Panicked(kind *stealq.Kind, value any) error {
	return &DequeError{Kind: kind.Name, Problem: ledger.Panicked(value), Value: value, Stack: debug.Stack()}
}

// made is a Marker that has not been started.
func made(o Options, blocks int) (m *Marker, err error) {
	o = o.WithDefaults()
	foreign := !slices.Contains(stealq.Kinds(), o.Deque)
	if foreign {
		defer func() {
			if value := recover(); value != nil {
				m, err = nil, asking{}.Panicked(o.Deque, value)
			}
		}()
	}
	m = new(Marker)
	m.Init(o, Parts{Deques: o.Deque.New(o.Workers, o.Capacity), Foreign: foreign, Errors: asking{}, Stats: new(stats.Mark)}, blocks)
	return m, nil
}

func New(o Options) (*Marker, error) {
	m, err := made(o, math.MaxInt)
	if err == nil {
		m.Start()
	}
	return m, err
}

// newOnce is a Marker for one call.
func newOnce(o Options, n uint64, pace policy.Pace) (*Marker, error) {
	o = o.Fitted(n, pace)
	d := o.WithDefaults()
	m, err := made(o, int(min(2*n, math.MaxInt32))/d.Grain+8*d.Workers)
	if err == nil {
		m.Postpone()
	}
	return m, err
}

func Heap(ctx context.Context, h *heap.Heap, o Options) (*HeapResult, error) {
	m, err := newOnce(o, h.NumObjects(), paceOf(h.Graph()))
	if err != nil {
		return nil, err
	}
	defer m.Close()
	return m.MarkHeap(ctx, h)
}

func Graph(ctx context.Context, g Digraph, roots []uint32, o Options) (*Result, error) {
	m, err := newOnce(o, uint64(g.NumNodes()), paceOf(g))
	if err != nil {
		return nil, err
	}
	defer m.Close()
	return m.MarkGraph(ctx, g, roots)
}

func paceOf(g Digraph) policy.Pace {
	switch g := g.(type) {
	case *Adjacency:
		return source.Rows{Rows: &g.rows}.Pace()
	case heap.Graph:
		a := source.NewArena(g.Heap())
		a.MeanRefs = 0
		return a.Pace()
	}
	return policy.CallPace()
}

var errNoHeap = errors.New("the heap is nil")

func (m *Marker) MarkHeap(ctx context.Context, h *heap.Heap) (*HeapResult, error) {
	if err := m.Acquire(); err != nil {
		return nil, err
	}
	defer m.Release()
	if h == nil {
		return nil, errNoHeap
	}
	return m.found(m.Heap(ctx, h, h.Roots(), (*Marker).Fresh))
}

func (m *Marker) MarkGraph(ctx context.Context, g Digraph, roots []uint32) (*Result, error) {
	return m.markGraph(ctx, g, roots, (*Marker).Fresh)
}

func (m *Marker) ExtendGraph(ctx context.Context, g Digraph, roots []uint32) (*Result, error) {
	return m.markGraph(ctx, g, roots, (*Marker).Extend)
}

func (m *Marker) markGraph(ctx context.Context, g Digraph, roots []uint32, starts Start) (*Result, error) {
	if err := m.Acquire(); err != nil {
		return nil, err
	}
	defer m.Release()
	var r *HeapResult
	var err error
	switch g := g.(type) {
	case *Adjacency:
		r, err = m.found(m.Rows(ctx, &g.rows, roots, starts))
	case Bidirectional:
		r, err = m.found(m.Both(ctx, &g.forward.rows, &g.reverse.rows, roots, starts))
	case heap.Graph:
		refs := make([]heap.Ref, len(roots))
		for i, root := range roots {
			refs[i] = heap.Ref(root)
		}
		r, err = m.found(m.Heap(ctx, g.Heap(), refs, starts))
	default:
		r, err = m.found(m.Calls(ctx, g, uint32(g.NumNodes()), roots, starts))
	}
	if r == nil {
		return nil, err
	}
	return &r.Result, err
}

func (m *Marker) found(begun bool, err error) (*HeapResult, error) {
	if !begun {
		return nil, err
	}
	return &HeapResult{Result{*m.Stats, m.Reached, &m.Marks, m}, &m.Marks}, err
}
