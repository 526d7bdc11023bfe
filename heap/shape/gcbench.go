package shape

import (
	"math"
	"math/bits"
)

// gcbench is the heap of GCBench at a moment near its end (Ellis and Kovac; revised by
// Boehm, "An Artificial Garbage Collection Benchmark", 1997). It has a long-lived
// complete tree, a large array of numbers, and the remains of short-lived trees of
// depth 4, 6, ... 16. It stresses what a collector meets in programs that build
// structures and drop them. Half of the heap is garbage that looks just like the rest,
// so live objects share cache lines with dead ones. And one large object without
// references must cost nothing.
//
// The differences:
//
//	a  Sizes follow the number of objects. GCBench has a long-lived tree of depth 16, and
//	   500,000 numbers, which are 30 bytes for each node.
//	b  In GCBench the garbage comes after the long-lived data. Here the two are
//	   interleaved. A collector that does not move objects would place them so after a
//	   while.
//	c  The top-down trees of GCBench allocate both children before either subtree. Here
//	   subtrees come in preorder.
//
// As in GCBench, the trees of each depth have the same number of nodes in all, and they
// are built top-down and bottom-up in turn.

const (
	minShortLived = 4  // depth of the smallest short-lived trees
	maxShortLived = 16 // depth of the largest ones, in heaps that have room for them
	numbersBytes  = 30 // bytes of the array for each node of the long-lived tree
	noChild       = math.MaxUint64
)

var gcbench = Shape{
	Name:    "gcbench",
	Doc:     "tree mix of Boehm's GCBench: a long-lived tree and array, short-lived trees as garbage",
	Params:  "Roots: a complete tree of all but one live object, and an array without references of 30 bytes per node; garbage: trees of depth 4 to 16; 2 references and 8 bytes of payload a node; nothing is random but the shuffled layout; span: log2 of live, rounded down.",
	minLive: 50, maxLive: 50, garbage: 2, bytes: 40,
	mutate: func(m *mutator) {
		m.drop = newShortLived(m).drop
		nodes := max(m.live-1, 1)
		m.root(0)
		m.values[payload] = treePayload // not a parameter here
		growTree(m, 0, nodes)
		if nodes < m.live {
			m.root(nodes)
			m.add(nodes * numbersBytes)
		}
	},
}

// shortLived adds one garbage tree after another, node by node.
type shortLived struct {
	m        *mutator
	deepest  int    // depth of the largest trees
	depth    int    // depth of the current tree
	trees    int    // trees still to come at this depth, with the current one
	left     uint64 // nodes of the current tree still to come
	bottomUp bool
	topDown  preorder // of the current tree, if it is built top-down
	heights  []int    // of subtrees without a parent, if it is built bottom-up
}

// newShortLived chooses the size of the largest trees so that every depth gets its turn.
func newShortLived(m *mutator) *shortLived {
	room := bits.Len64(m.garbage/8) &^ 1
	deepest := min(max(room, minShortLived), maxShortLived)
	return &shortLived{m: m, deepest: deepest, depth: deepest}
}

// drop adds garbage object g.
func (s *shortLived) drop(g uint64) {
	if s.left == 0 {
		s.plant()
	}
	s.left--
	children := s.begin
	if s.bottomUp {
		children = s.finish
	}
	left, right := children(g)
	s.m.put(treePayload, s.to(left), s.to(right))
}

// plant starts the next tree. After all trees of a depth come those of the next depth.
// After the deepest come the smallest again.
func (s *shortLived) plant() {
	if s.trees--; s.trees <= 0 {
		if s.depth += 2; s.depth > s.deepest {
			s.depth = minShortLived
		}
		s.trees = 1 << (s.deepest - s.depth)
	}
	s.left = 2<<s.depth - 1
	s.bottomUp = !s.bottomUp
	s.topDown.pending = append(s.topDown.pending[:0], s.left)
	s.heights = s.heights[:0]
}

// begin returns the children of node g in preorder, as garbage numbers.
func (s *shortLived) begin(g uint64) (left, right uint64) {
	l, r := s.topDown.next()
	if l == 0 || r == 0 { // perfect trees have both or none
		return noChild, noChild
	}
	return g + 1, g + 1 + l
}

// finish returns the children of node g in postorder. If two subtrees of one height are
// finished, node g is their parent. Otherwise node g is a leaf. Subtrees join as a
// binary counter carries.
func (s *shortLived) finish(g uint64) (left, right uint64) {
	n := len(s.heights)
	if n < 2 || s.heights[n-1] != s.heights[n-2] {
		s.heights = append(s.heights, 0)
		return noChild, noChild
	}
	size := uint64(2)<<s.heights[n-1] - 1 // of either subtree
	s.heights = s.heights[:n-1]
	s.heights[n-2]++
	return g - 1 - size, g - 1
}

// to returns the index of garbage object g. Beyond the end it returns the nil
// reference, because the heap is taken while the last tree is being built.
func (s *shortLived) to(g uint64) uint32 {
	if g >= s.m.garbage {
		return none
	}
	return s.m.garbageAt(g)
}
