// Package ask gives one goroutine the successors of nodes, for questions that neither a mark nor a search by breadth answers.
package ask

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/faults"
	"github.com/seed-3ccf4018/halfmark/mark/internal/source"
)

// Asker knows whose code runs, so that a panic gets a name. One goroutine may use it.
type Asker struct {
	context context.Context
	reader  string // the package that asks, for errors
	rows    *mark.Adjacency
	graph   mark.Digraph
	nodes   uint64
	buf     []uint32

	calls  uint64
	asking bool   // the user's code is running
	node   uint32 // for this node
}

// New returns an Asker of a graph of so many nodes. Errors begin with the name of the package that asks.
func New(ctx context.Context, reader string, g mark.Digraph, nodes int) *Asker {
	rows := mark.AdjacencyOf(g)
	return &Asker{context: ctx, reader: reader, rows: rows, graph: g, nodes: uint64(nodes)}
}

// Roots returns the roots without nil, which is a root of a heap that leads to nothing. In any other graph 0 is a node.
func Roots(g mark.Digraph, roots []uint32) []uint32 {
	if _, ok := g.(heap.Graph); !ok {
		return roots
	}
	return slices.DeleteFunc(slices.Clone(roots), func(root uint32) bool { return root == uint32(heap.Nil) })
}

// looksEvery is how many calls go by between two looks at the context.
const looksEvery = 1 << 10

// Successors returns the successors of a node. They are nodes, and valid until the next call. Those of a [mark.Adjacency] are read where they are: in a graph
// that is larger than the caches, a copy would be a miss more on the way to the next node. The caller does not write to them.
func (a *Asker) Successors(node uint32) ([]uint32, error) {
	if a.calls++; a.calls%looksEvery == 0 {
		if err := a.Stopped(); err != nil {
			return nil, err
		}
	}
	if a.rows != nil {
		return a.rows.Successors(node), nil
	}
	a.asking, a.node = true, node
	got := a.graph.AppendSuccessors(a.buf[:0], node)
	a.asking = false
	if len(got) > cap(a.buf) {
		a.buf = make([]uint32, 0, 2*len(got)) // so that the next call has room
	}
	for _, to := range got {
		if uint64(to) >= a.nodes {
			return nil, &mark.NodeError{Node: node, Err: source.NoNode(to, a.nodes)}
		}
	}
	return got, nil
}

// Stopped is the error of a context that is done, or nil.
func (a *Asker) Stopped() error {
	if a.context.Err() == nil {
		return nil
	}
	return fmt.Errorf("%s: stopped before it was complete: %w", a.reader, context.Cause(a.context))
}

// Guard calls work, which asks. It makes errors of panics of the user's code and of faults of mapped memory. It does not begin if the
// context is done.
func (a *Asker) Guard(work func() error) (err error) {
	if err := a.Stopped(); err != nil {
		return err
	}
	defer faults.Restore(faults.Panic())
	finished := false
	defer func() {
		if finished {
			return
		}
		value := recover()
		fault, ok := faults.Error(a.reader, value)
		failed, isNode := value.(*mark.NodeError)
		switch {
		case ok:
			err = fault
		case a.asking && isNode && failed.Node == a.node: // of a TryFunc
			err = failed
		case a.asking && value != nil:
			err = &mark.PanicError{Call: "AppendSuccessors", Node: a.node, Value: value, Stack: debug.Stack()}
		case value != nil:
			panic(value)
		}
	}()
	err = work()
	finished = true
	return err
}
