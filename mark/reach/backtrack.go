package reach

import (
	"fmt"
	"math"
	"slices"
)

// The way back goes through the levels once more, from the last one to the first. In each
// level it looks for the parents of the nodes on the paths:
//
//	level    0      1      2      3
//	         [ a ]  [ b ]  [ d ]  [ f ]      who of level 2 leads to f? e does.
//	                [ c ]  [ e ]             who of level 1 leads to e? b and c do.
//
// Nothing random is read but the nodes themselves, and order says early which nodes come
// next. The way back is faster than the search, and no parents need to be kept.

// backtrack fills in the paths of nodes that were found.
func (b *breadth) backtrack(nodes []uint32, paths [][]uint32) {
	ends := make(map[uint32]uint32) // the level of each node
	for _, s := range b.searchers {
		for _, h := range s.hits {
			ends[h.node] = h.depth
		}
	}
	var open []int // paths whose first node is not found yet, the longest ones first
	for i, node := range nodes {
		if depth, ok := ends[node]; ok {
			paths[i] = make([]uint32, depth+1)
			paths[i][depth] = node
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		return
	}
	slices.SortStableFunc(open, func(i, j int) int { return len(paths[j]) - len(paths[i]) })
	b.sought = &b.spare.sought
	b.sought.others.Resize(0)
	if len(ends) > 1 {
		b.sought.others.Resize(b.nodes)
		for i := range b.sought.others.Words() {
			b.sought.others.Words()[i].Store(math.MaxUint64)
		}
	}
	b.searchers[0].asked, b.searchers[0].approached = 0, 0
	for depth, n := len(paths[open[0]])-1, 0; depth > 0 && !b.over(); depth-- {
		for n < len(open) && len(paths[open[n]]) > depth {
			n++
		}
		b.stepBack(uint32(depth), open[:n], paths)
	}
}

// stepBack finds the parents of the nodes that open paths have at depth.
func (b *breadth) stepBack(depth uint32, open []int, paths [][]uint32) {
	q := b.sought
	q.nodes = q.nodes[:0]
	for _, i := range open {
		q.nodes = append(q.nodes, paths[i][depth])
	}
	slices.Sort(q.nodes)
	q.nodes = slices.Compact(q.nodes)
	best := b.parentsAt(q, depth)
	for _, i := range open {
		to := paths[i][depth]
		at, _ := slices.BinarySearch(q.nodes, to)
		if best[at] == math.MaxUint32 {
			b.fail(fmt.Errorf("reach: nothing at distance %d leads to node %d any more: the graph was changed while it was searched", depth-1, to))
			return
		}
		paths[i][depth-1] = best[at]
	}
}

// parentsAt returns the parent of each node of q: the smallest number of the level before
// depth that leads to it.
func (b *breadth) parentsAt(q *sought, depth uint32) []uint32 {
	low, high := uint64(b.levels.at(uint64(depth-1))), uint64(b.levels.at(uint64(depth)))
	if high-low == 1 { // it leads to all of the next level
		b.searchers[0].begin(len(q.nodes), b.order.at(low))
		return b.searchers[0].best
	}
	several := len(q.others.Words()) > 0
	if several {
		q.flip(false)
		defer q.flip(true)
	}
	for _, s := range b.searchers {
		s.begin(len(q.nodes), math.MaxUint32)
	}
	b.scanLevel(b.order.length-high, b.order.length-low)
	best := b.searchers[0].best
	for _, s := range b.searchers[1:] {
		for i, parent := range s.best {
			best[i] = min(best[i], parent)
		}
	}
	return best
}

// flip sets or clears the bits of the nodes that are sought.
func (q *sought) flip(set bool) {
	words := q.others.Words()
	for _, node := range q.nodes {
		if set {
			words[node/64].Or(1 << (node % 64))
		} else {
			words[node/64].And(^uint64(1 << (node % 64)))
		}
	}
}
