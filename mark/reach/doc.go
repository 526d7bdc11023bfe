// Package reach answers questions about a graph beyond what is reachable in it: why, how far away, and
// what would go away with it. The graphs are those of package mark, and a heap is one of them: see
// [heap.Heap.Graph].
//
//	path, err := reach.Path(ctx, g, roots, 7, mark.Options{})
//	fmt.Println(path) // root first, 7 last
//
// # Why is it reachable?
//
// [Path] returns a shortest path from a root to a node, and [Paths] those to several nodes.
// [Search] returns a tree that answers this for any node, and a [Searcher] keeps the memory of a search.
// [Referrers] returns who leads to a node.
// [Levels] returns how far each node is from the roots. They search by breadth, so they take somewhat
// longer than a mark, and more memory. In a mapped heap they look at objects in any order, so they wait
// for the disk often.
//
// # What would go away with this node?
//
// [Retained] returns what some nodes keep alive together: themselves, and what is reachable only
// through them. It marks twice. For each node by itself there is package [github.com/seed-3ccf4018/halfmark/mark/dominators].
//
// [RetainedByRoots] returns what some of the roots keep alive, and [FindOrigins] which sets of roots reach each node.
//
// # Weak references
//
// An edge that keeps nothing alive is an edge that AppendSuccessors leaves out. A weak table keeps
// the value of an entry while the entry's key is reachable by other ways. That is an [Ephemeron]:
// give the edges without these entries to [Ephemerons], and the entries beside them.
// [Cleared] says which entries are to be removed.
//
// The rules of package mark about cancellation, code that fails or panics, and goroutines hold here,
// too.
package reach
