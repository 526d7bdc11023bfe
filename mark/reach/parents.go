package reach

import (
	"math"
	"slices"
)

// rootWord is what stands for a root in breadth.parents.
const rootWord = math.MaxUint32

// claimParent finds the nodes of to that have not been found, as claim does. Besides, it keeps for
// each node where in order its parent is, plus one. Of several nodes that lead to it from the
// level before, the one with the smallest number is the parent. The parents therefore never
// depend on who was faster.
//
// A callback may be slow, so the way back must not ask it again. That is why its search keeps
// parents, and others do not.
func (s *searcher) claimParent(to []uint32) {
	for _, node := range to {
		if s.b.takesParent(node, s.word, s.parent) {
			s.makeRoom(1)
			s.fresh[s.count] = node
			s.count++
		}
	}
}

// takesParent makes word the parent's word of node, unless node has a better one. It reports
// whether node had none. parent is the number of the node that word stands for.
//
// A word of the level that is being scanned may be replaced by a better one. A word of a level
// before may not. Its position says which of the two it is.
func (b *breadth) takesParent(node, word, parent uint32) (isNew bool) {
	for {
		old := b.parents[node].Load()
		if old == rootWord || old != 0 && (uint64(old-1) < b.low || b.order.at(uint64(old-1)) <= parent) {
			return false
		}
		// In two steps, the larger number may win, or the node may be found twice:
		//
		//  1. Searcher V, which scans node 5, loads the word: it is 0.
		//  2. Searcher W, which scans node 3, loads the word: it is 0.
		//  3. W stores the word of node 3, and finds the node.
		//  4. V stores the word of node 5, and finds the node again.
		if b.parents[node].CompareAndSwap(old, word) {
			return old == 0
		}
	}
}

// pathTo returns the path to a node along parents, root first, or nil if the node was not
// found.
func (b *breadth) pathTo(node uint32) (path []uint32) {
	for word := b.parents[node].Load(); word != 0; word = b.parents[node].Load() {
		path = append(path, node)
		if word == rootWord {
			break
		}
		node = b.order.at(uint64(word - 1))
	}
	slices.Reverse(path)
	return path
}

// foundAll reports whether a search that keeps parents has found all its targets. It forgets
// those that were found, so it looks at each of them once.
func (b *breadth) foundAll() bool {
	for n := len(b.targets); n > 0 && b.parents[b.targets[n-1]].Load() != 0; n-- {
		b.targets = b.targets[:n-1]
	}
	return len(b.targets) == 0
}
