// Package reach answers questions about a graph beyond what is reachable in it: why a node is reachable, how
// far away it is, and what would go away with it.
//
// Begin with [Path], which returns a shortest path from a root to a node:
//
//	path, err := reach.Path(ctx, g, roots, 7, mark.Options{})
//	fmt.Println(path) // [0 4 7]: a root first, 7 last; [] if 7 is not reachable
//
// The graphs are those of package mark. [heap.Heap.Graph] shows a heap as one, whose nodes are the Refs of
// objects. Cancellation, and code that fails or panics, are as in package mark.
//
// # Which function answers my question?
//
//   - Why is a node reachable? [Path], or [Paths] for several nodes.
//   - Why is any node reachable? [Search] returns a [Tree], which has all paths.
//   - How far is each node from the roots? [Levels].
//   - Which nodes lead to this one? [Referrers].
//   - What would go away with these nodes? [Retained]. For each node by itself there is package
//     [github.com/seed-3ccf4018/halfmark/mark/dominators].
//   - What would go away with some of the roots? [RetainedByRoots].
//   - Which of several sets of roots reach each node? [FindOrigins].
//   - Which nodes lead to each other? [FindComponents].
//   - What do weak tables keep? [Ephemerons], and then [Cleared].
//
// Path, Paths, Search and Levels search by breadth. A search takes somewhat longer than a mark, and more
// memory. In a mapped heap it waits for the disk often, because it looks at objects in any order. A
// [Searcher] keeps the memory from one search to the next.
//
// # Weak references
//
// A weak reference is an edge that AppendSuccessors leaves out. An entry of a weak table is an [Ephemeron]:
// the table keeps the entry's value while the entry's key is reachable by other ways. Give [Ephemerons] a
// graph without the entries, and the entries beside it.
package reach
