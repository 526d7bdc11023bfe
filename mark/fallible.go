package mark

import (
	"fmt"
	"runtime/debug"
)

// Fallible is a [Digraph] whose successors may be impossible to find: a file cannot be opened,
// or a server does not answer. Whatever marks a Digraph calls TrySuccessors of a Fallible, and
// never its AppendSuccessors. [TryFunc] makes one of a function.
type Fallible interface {
	Digraph
	// TrySuccessors does what AppendSuccessors does, and has the same duties. If it returns an
	// error, then it does not matter what else it returns. The first error ends the mark,
	// and comes back as a [*NodeError]. Calls that only speculate are an exception: their
	// errors are ignored, like their panics ([tune.Speculation]).
	TrySuccessors(buf []uint32, node uint32) ([]uint32, error)
}

// TryFunc is a [Fallible] made of a number and a function. The function has the duties of
// TrySuccessors: above all, it must be safe for concurrent use.
type TryFunc struct {
	Nodes      int // at most MaxNodes
	Successors func(buf []uint32, node uint32) ([]uint32, error)
}

// NumNodes returns g.Nodes.
func (g TryFunc) NumNodes() int { return g.Nodes }

// TrySuccessors calls g.Successors.
func (g TryFunc) TrySuccessors(buf []uint32, node uint32) ([]uint32, error) {
	return g.Successors(buf, node)
}

// AppendSuccessors calls g.Successors, and panics with a [*NodeError] if this returns an error. It
// is for code that knows only the interface Digraph. No mark calls it.
func (g TryFunc) AppendSuccessors(buf []uint32, node uint32) []uint32 {
	got, err := g.Successors(buf, node)
	if err != nil {
		panic(&NodeError{node, err})
	}
	return got
}

// NodeError is the error of a mark whose [Fallible] graph returned an error. errors.As finds it.
type NodeError struct {
	Node uint32 // the node whose successors were asked for
	Err  error  // what TrySuccessors returned
}

// Error says at which node the graph failed, and why.
func (e *NodeError) Error() string {
	return fmt.Sprintf("mark: successors of node %d: %v", e.Node, e.Err)
}

// Unwrap returns e.Err.
func (e *NodeError) Unwrap() error { return e.Err }

// scannable returns g as it is scanned. The callers of its AppendSuccessors recover, and give what
// recover returned to callError.
func scannable(g Digraph) Digraph {
	if f, ok := g.(Fallible); ok {
		return panicky{f}
	}
	return g
}

// panicky is a Fallible that panics with a nodeFailure instead of an error. An error ends the mark,
// just as a panic does. So there is one way to end it, and a graph that cannot fail has no error to
// look at.
type panicky struct{ Fallible }

func (g panicky) AppendSuccessors(buf []uint32, node uint32) []uint32 {
	got, err := g.TrySuccessors(buf, node)
	if err != nil {
		panic(nodeFailure{err})
	}
	return got
}

// nodeFailure is what panicky panics with. No other package can panic with it.
type nodeFailure struct{ error }

// successorsOf is the method that is called for the successors of a node of g, which scannable
// has returned.
func successorsOf(g Digraph) string {
	if _, ok := g.(panicky); ok {
		return "TrySuccessors"
	}
	return "AppendSuccessors"
}

// callError is the error for what recover returned after a call of the user's code, nil after
// runtime.Goexit. Only a deferred function may call it: a panic is then still on the stack.
func callError(call string, node uint32, value any) error {
	if failed, ok := value.(nodeFailure); ok {
		return &NodeError{node, failed.error}
	}
	return &PanicError{Call: call, Node: node, Value: value, Stack: debug.Stack()}
}
