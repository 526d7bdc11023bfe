package mark

// Edges makes a graph of edges between keys of any comparable type, which come in any order.
// It numbers the keys as they come, and gives the keys of a result back:
//
//	var imports mark.Edges[string]
//	imports.Edge("main", "fmt")
//	imports.Edge("fmt", "os")
//	roots, err := imports.Numbers("main")
//	reached, err := mark.Graph(ctx, imports.Adjacency(), roots, mark.Options{})
//	for name := range imports.Keys(reached.All()) { ... }
//
// Add makes a node without edges. The zero value is ready to use. One goroutine at a time may
// call Add or Edge, and no other method may be called meanwhile. Otherwise any number of
// goroutines may call the methods.
//
// Edges takes 8 bytes for each edge, beside what a [Numbering] takes. [AdjacencyFromEdges]
// takes less where nodes have numbers already.
type Edges[K comparable] struct {
	Numbering[K]
	edges []edge
}

type edge struct{ from, to uint32 }

// Edge adds an edge. Keys that are new get the next numbers. An edge that is added twice is
// there twice. Edge panics if there are already [MaxNodes] edges or keys.
func (e *Edges[K]) Edge(from, to K) {
	if int64(len(e.edges)) >= MaxNodes {
		panic("mark: more than MaxNodes edges between keys")
	}
	e.edges = append(e.edges, edge{e.Add(from), e.Add(to)})
}

// Adjacency returns the graph of all keys and edges that there are so far. Later ones do not
// change it. The next graph has them, and the same numbers for the nodes, so
// [Marker.ExtendGraph] can go on from one to the other.
func (e *Edges[K]) Adjacency() *Adjacency {
	a, err := AdjacencyFromEdges(e.Len(), func(yield func(from, to uint32) bool) {
		for _, e := range e.edges {
			if !yield(e.from, e.to) {
				return
			}
		}
	})
	if err != nil {
		panic(err) // Add numbers all nodes, and Edge lets no node have too many successors
	}
	return a
}
