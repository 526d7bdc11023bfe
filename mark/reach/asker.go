package reach

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/faults"
)

// asker gives one goroutine the successors of nodes, for what no mark and no search by breadth can answer.
type asker struct {
	context  context.Context
	graph    mark.Digraph
	fallible mark.Fallible // the same graph; nil if it cannot fail
	nodes    uint64
	buf      []uint32

	calls  uint64
	asking bool   // the user's code is running
	node   uint32 // for this node
}

func newAsker(ctx context.Context, g mark.Digraph, nodes int) *asker {
	f, _ := g.(mark.Fallible)
	return &asker{context: ctx, graph: g, fallible: f, nodes: uint64(nodes)}
}

// of returns the successors of a node, checked. They are valid until the next call.
func (a *asker) of(node uint32) (successors []uint32, err error) {
	if a.calls++; a.calls%looksEvery == 0 && a.context.Err() != nil {
		return nil, fmt.Errorf("reach: stopped before it was complete: %w", context.Cause(a.context))
	}
	a.asking, a.node = true, node
	if a.fallible != nil {
		successors, err = a.fallible.TrySuccessors(a.buf[:0], node)
	} else {
		successors = a.graph.AppendSuccessors(a.buf[:0], node)
	}
	if a.asking = false; err != nil {
		return nil, &mark.NodeError{Node: node, Err: err}
	}
	if len(successors) > cap(a.buf) {
		a.buf = make([]uint32, 0, 2*len(successors)) // so that the next call has room
	}
	for _, to := range successors {
		if uint64(to) >= a.nodes {
			return nil, fmt.Errorf("reach: node %d has successor %d: the graph has %d nodes, 0 to %d", node, to, a.nodes, a.nodes-1)
		}
	}
	return successors, nil
}

// looksEvery is how many calls go by between two looks at the context.
const looksEvery = 1 << 10

// guarded calls work. It makes errors of panics of the user's code and of faults of mapped memory.
func (a *asker) guarded(work func() error) (err error) {
	defer faults.Restore(faults.Panic())
	finished := false
	defer func() {
		if finished {
			return
		}
		value := recover()
		fault, ok := faults.Error("reach", value)
		switch {
		case ok:
			err = fault
		case a.asking && value != nil:
			call := "AppendSuccessors"
			if a.fallible != nil {
				call = "TrySuccessors"
			}
			err = &mark.PanicError{Call: call, Node: a.node, Value: value, Stack: debug.Stack()}
		case value != nil:
			panic(value)
		}
	}()
	if a.context.Err() != nil {
		finished = true
		return fmt.Errorf("reach: stopped before it was complete: %w", context.Cause(a.context))
	}
	err = work()
	finished = true
	return err
}
