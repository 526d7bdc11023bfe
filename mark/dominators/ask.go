package dominators

import (
	"fmt"
	"runtime/debug"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/faults"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
)

// asker gives the successors of nodes. The arrays of a [mark.Adjacency] are read where they are: in a graph that is larger than the caches, a copy
// would be a miss more on the way to the next node.
type asker struct {
	rows     *kernel.Rows // nil if it is another graph
	graph    mark.Digraph
	fallible mark.Fallible // the same graph; nil if it cannot fail

	buf    []uint32
	asking bool // the user's code runs, for node
	node   uint32
}

func newAsker(g mark.Digraph) *asker {
	a := &asker{graph: g}
	switch g := g.(type) {
	case *mark.Adjacency:
		a.rows = new(kernel.Rows)
		a.rows.Narrow, a.rows.Wide, a.rows.Targets = g.Arrays()
	case mark.Fallible:
		a.fallible = g
	}
	return a
}

// successors are valid until the next call.
func (a *asker) successors(node uint32) (to []uint32, err error) {
	if a.rows != nil {
		return a.rows.Of(node), nil
	}
	a.asking, a.node = true, node
	if a.fallible == nil {
		a.buf = a.graph.AppendSuccessors(a.buf[:0], node)
	} else if a.buf, err = a.fallible.TrySuccessors(a.buf[:0], node); err != nil {
		err = &mark.NodeError{Node: node, Err: err}
	}
	a.asking = false
	return a.buf, err
}

// guard calls work, and turns a panic of the user's code, or a fault of mapped memory, into an error.
func (a *asker) guard(work func() error) (err error) {
	defer faults.Restore(faults.Panic())
	finished := false
	defer func() {
		if finished {
			return
		}
		value := recover()
		call := "AppendSuccessors"
		if a.fallible != nil {
			call = "TrySuccessors"
		}
		fault, isFault := faults.Error("dominators", value)
		switch {
		case isFault:
			err = fault
		case a.asking:
			err = &mark.PanicError{Call: call, Node: a.node, Value: value, Stack: debug.Stack()}
		default:
			panic(value)
		}
	}()
	err = work()
	finished = true
	return err
}

func changed(node uint32) error {
	return fmt.Errorf("dominators: the graph has changed: an edge to node %d was not there before", node)
}
