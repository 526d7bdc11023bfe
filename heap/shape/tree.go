package shape

import "math/bits"

// Trees.
//
// tree is the easy case. The frontier doubles with every level, so any way of sharing
// work is good enough. A thief that takes half from the oldest end takes whole
// subtrees. Allocation is depth-first, as a recursive constructor allocates, so the
// layouts alloc and bfs differ.
//
// deep stresses a marker that shares work badly. A long spine goes left, and only small
// subtrees hang to the right of it. If a depth-first marker follows the last reference
// first, the spine stays in the oldest slot of the stack, where thieves find it. In the
// other order thieves find only small subtrees. Siebert, "Limits of Parallel Marking
// Garbage Collection", ISMM 2008, derives the bound on speedup from such depth.

// treePayload is the payload of a tree node in bytes.
const treePayload = 8

var tree = Shape{
	Name:    "tree",
	Doc:     "complete binary tree, allocated depth-first: the frontier doubles at every level",
	Params:  "One complete tree of all live objects, held by one root; 2 references (nil in leaves) and 8 bytes of payload each; span: log2 of live, rounded down.",
	minLive: 75, maxLive: 75, garbage: 4, bytes: 26,
	defaults: byDefault{payload: treePayload},
	mutate: func(m *mutator) {
		m.root(0)
		growTree(m, 0, m.live)
	},
}

// growTree adds a complete binary tree of n nodes in preorder. Its root is live object
// base.
func growTree(m *mutator, base, n uint64) {
	w := &m.walk // deep grows many small trees
	w.pending = append(w.pending[:0], n)
	for k := base; k < base+n; k++ {
		left, right := w.next()
		m.add(m.of(payload), m.toIf(left > 0, k+1), m.toIf(right > 0, k+1+left))
	}
}

// preorder walks a complete binary tree depth-first without recursion. It needs only
// sizes. In preorder a node's left child follows the node, and the right child follows
// the left subtree.
//
//	     0          next:   left 3, right 2      pending:  [6]
//	   /   \                left 1, right 1                [2 3]
//	  1     4               ...                            [2 1 1]
//	 / \   /
//	2   3 5
type preorder struct {
	pending []uint64 // sizes of the subtrees still to come; the next one is last
}

// next moves to the next node and returns the sizes of its subtrees.
func (w *preorder) next() (left, right uint64) {
	last := len(w.pending) - 1
	n := w.pending[last]
	w.pending = w.pending[:last]
	left = leftSize(n)
	right = n - 1 - left
	if right > 0 {
		w.pending = append(w.pending, right)
	}
	if left > 0 {
		w.pending = append(w.pending, left)
	}
	return left, right
}

// leftSize returns the size of the left subtree of a complete tree of n >= 1 nodes. The
// last level of the tree is filled from the left.
func leftSize(n uint64) uint64 {
	if n == 1 {
		return 0
	}
	height := bits.Len64(n) - 1
	half := uint64(1) << (height - 1) // room of the left subtree's last level
	last := n - (uint64(1)<<height - 1)
	return half - 1 + min(last, half)
}

// maxTwig is the largest size of a subtree right of the spine by default. All sizes from 0 to
// the largest are equally frequent.
const maxTwig = 7

var deep = Shape{
	Name:    "deep",
	Doc:     "left-leaning tree: a long left spine with small subtrees to the right",
	Params:  "Held by one root; right of each spine node hangs a complete tree of 0 to 7 nodes (3.5 on average); 2 references and 8 bytes of payload each; span: about 2/9 of live.",
	minLive: 75, maxLive: 75, garbage: 4, bytes: 26,
	defaults: byDefault{payload: treePayload, twig: maxTwig},
	mutate: func(m *mutator) {
		m.root(0)
		for k := uint64(0); k < m.live; {
			size := min(m.rng.below(m.of(twig)+1), m.live-k-1)
			m.add(m.of(payload), m.to(k+1+size), m.toIf(size > 0, k+1))
			growTree(m, k+1, size)
			k += 1 + size
		}
	},
}
