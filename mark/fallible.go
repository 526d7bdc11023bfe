package mark

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
