package mark

// TryFunc is a [Func] whose function can fail: a file cannot be opened, or a server does not
// answer. The first error ends the mark, and comes back as a [*NodeError] that wraps it. The
// successors that come with an error are not used. In calls that only speculate an error is
// ignored, as a panic is ([tune.Speculation]).
type TryFunc struct {
	Nodes      int // at most MaxNodes
	Successors func(buf []uint32, node uint32) ([]uint32, error)
}

// NumNodes returns g.Nodes.
func (g TryFunc) NumNodes() int { return g.Nodes }

// AppendSuccessors calls g.Successors, and panics with a [*NodeError] of node if this returns
// an error.
func (g TryFunc) AppendSuccessors(buf []uint32, node uint32) []uint32 {
	got, err := g.Successors(buf, node)
	if err != nil {
		panic(&NodeError{node, err})
	}
	return got
}
