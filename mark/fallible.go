package mark

// TryFunc is a [Digraph] whose successors may be impossible to find: a file cannot be opened, or a server does not
// answer. It is made of a number and a function, which may be a method of your type. The function has the duties
// of [Digraph].AppendSuccessors: above all, it must be safe for concurrent use.
//
// If it returns an error, then it does not matter what else it returns. The first error ends the mark, and comes
// back as a [*NodeError]. Calls that only speculate are an exception: their errors are ignored, like their panics
// ([tune.Speculation]).
type TryFunc struct {
	Nodes      int // at most MaxNodes
	Successors func(buf []uint32, node uint32) ([]uint32, error)
}

// NumNodes returns g.Nodes.
func (g TryFunc) NumNodes() int { return g.Nodes }

// AppendSuccessors calls g.Successors, and panics with a [*NodeError] of node if this returns an error. An error ends a
// mark, just as a panic does. There is one way to end it, and it goes through graphs that call other graphs.
func (g TryFunc) AppendSuccessors(buf []uint32, node uint32) []uint32 {
	got, err := g.Successors(buf, node)
	if err != nil {
		panic(&NodeError{node, err})
	}
	return got
}
