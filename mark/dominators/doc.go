// Package dominators says what each node of a graph keeps alive by itself. It finds the dominators of all
// nodes, and from them retained sizes.
//
// Call [Of], and then [Tree.Retained] with the size of each node:
//
//	tree, err := dominators.Of(ctx, g, roots, mark.Options{})
//	sizes := tree.Retained(func(node uint32) uint64 { return size[node] })
//	for _, r := range sizes.Top(10) {
//		fmt.Println(r.Node, "keeps", r.Size, "bytes")
//	}
//
// A node d dominates a node v if each path from a root to v goes through d. Without d, v would not be
// reachable. The nearest dominator of v is its immediate dominator. Edges from immediate dominators make a
// tree, and a node retains what lies below it in the tree:
//
//	roots ──> A ──> B ──> D        tree:   the roots
//	              │           ▲                └─ A
//	              └───> C ────┘                   ├─ B
//	                                              ├─ C
//	                                              └─ D      neither B nor C alone keeps D
//
// For what some nodes retain together, use [github.com/seed-3ccf4018/halfmark/mark/reach.Retained].
package dominators
