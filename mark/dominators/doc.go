// Package dominators says what each node of a graph keeps alive: the dominators of all nodes, and retained sizes.
//
//	tree, err := dominators.Of(ctx, g, roots, mark.Options{})
//	sizes := tree.Retained(func(node uint32) uint64 { return 1 })
//
// A node d dominates a node v if each path from a root to v goes through d. Without d, v would not be reachable. Of all
// dominators of v but v itself, one is dominated by all the others. It is the immediate dominator of v, and the edges from immediate
// dominators make a tree. A node retains what lies below it in the tree.
//
//	roots ──> A ──> B ──> D        tree:   the roots
//	          │           ▲                └─ A
//	          └───> C ────┘                   ├─ B
//	                                          ├─ C
//	                                          └─ D      neither B nor C alone keeps D
//
// [github.com/seed-3ccf4018/halfmark/mark/reach.Retained] answers the question for some nodes together, and marks for it. This package answers it
// for each node by itself.
package dominators
