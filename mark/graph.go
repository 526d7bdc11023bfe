package mark

import "slices"

// Digraph is a directed graph whose nodes are numbered from 0. Implement it for a type of
// yours, or use one of the forms that this package has.
type Digraph interface {
	// NumNodes returns the number of nodes, at most [MaxNodes]. A mark calls it first, on
	// the caller's goroutine.
	NumNodes() int

	// AppendSuccessors appends the successors of node to buf, as append does, and returns
	// the extended slice. A successor may occur several times. buf is empty at each call,
	// and may have room. AppendSuccessors may not keep buf. It may return its own slice
	// instead, to which the mark never writes.
	//
	// Several goroutines call it at once, so it must be safe for concurrent use. A call must
	// not wait for another call: there is one goroutine at first, and the next one comes
	// after two milliseconds.
	//
	// A mark calls it once for each node that is reached. With [tune.SpeculationAuto] or
	// [tune.SpeculationForce] it may be called more often, and for nodes that are not
	// reachable: see [tune.Speculation].
	//
	// A successor that is not a node ends the mark with a [*NodeError], and a panic with a
	// [*PanicError]. In calls that only speculate both are ignored. If your code can fail,
	// use a [TryFunc].
	AppendSuccessors(buf []uint32, node uint32) []uint32
}

// Lists is a [Digraph] in adjacency lists: Lists[i] has the successors of node i. A
// conversion from [][]uint32 copies nothing. The lists may not change while they are marked.
type Lists [][]uint32

// NumNodes returns the number of lists.
func (l Lists) NumNodes() int { return len(l) }

// AppendSuccessors returns the list of node if buf is empty, without a copy. Otherwise it
// appends the list to buf.
func (l Lists) AppendSuccessors(buf []uint32, node uint32) []uint32 {
	if len(buf) == 0 {
		return slices.Clip(l[node])
	}
	return append(buf, l[node]...)
}

// AdjacencyOf returns the arrays in which the successors of g lie: g itself, or the forward
// ones of a [Bidirectional]. It returns nil if g is another Digraph. It is for code that
// searches a Digraph in its way. Any goroutine may call it.
func AdjacencyOf(g Digraph) *Adjacency {
	switch g := g.(type) {
	case *Adjacency:
		return g
	case *Bidirectional:
		return g.forward
	}
	return nil
}

// MaxNodes is the largest number of nodes of a [Digraph].
const MaxNodes = 1<<32 - 1

// Func is a [Digraph] made of a number and a function, for successors that are computed or
// stored in some other form. The function has the duties of [Digraph].AppendSuccessors: above
// all, it must be safe for concurrent use.
type Func struct {
	Nodes      int // at most MaxNodes
	Successors func(buf []uint32, node uint32) []uint32
}

// NumNodes returns g.Nodes.
func (g Func) NumNodes() int { return g.Nodes }

// AppendSuccessors calls g.Successors.
func (g Func) AppendSuccessors(buf []uint32, node uint32) []uint32 {
	return g.Successors(buf, node)
}
