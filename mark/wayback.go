package mark

import (
	"fmt"
	"math"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
)

// The way back goes through the levels once more, from the last one to the first. In each
// level it looks for the parents of the nodes on the paths:
//
//	level    0      1      2      3
//	         [ a ]  [ b ]  [ d ]  [ f ]      who of level 2 leads to f? e does.
//	                [ c ]  [ e ]             who of level 1 leads to e? b and c do.
//
// Nothing random is read but the nodes themselves, and order says early which nodes come
// next. So the way back is faster than the search, and no parents need to be kept.

// sought are the nodes of one level whose parents are looked for.
type sought struct {
	nodes  []uint32    // in ascending order
	others heap.Bitmap // the bits of all other nodes are set; not used for a single node
}

// wayBack fills in the paths of nodes that were found.
func (b *breadth) wayBack(nodes []uint32, paths [][]uint32) {
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
	b.sought = new(sought)
	if len(ends) > 1 {
		b.sought.others.Resize(b.nodes)
		setAll(&b.sought.others)
	}
	for _, s := range b.searchers {
		s.asked, s.approached = b.order.length, b.order.length
	}
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
			b.fail(fmt.Errorf("mark: nothing at distance %d leads to node %d any more: the graph was changed while it was searched", depth-1, to))
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
		best := b.searchers[0].best[:0]
		for range q.nodes {
			best = append(best, b.order.at(low))
		}
		b.searchers[0].best = best
		return best
	}
	several := len(q.others.Words()) > 0
	if several {
		q.flip(false)
		defer q.flip(true)
	}
	for _, s := range b.searchers {
		s.begin(len(q.nodes))
	}
	b.sweep(low, high, (*searcher).seek)
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

// setAll sets all bits.
func setAll(b *heap.Bitmap) {
	for i := range b.Words() {
		b.Words()[i].Store(math.MaxUint64)
	}
}

// begin forgets the parents of the level before, and makes room for n.
func (s *searcher) begin(n int) {
	s.bound = math.MaxUint32
	s.best = s.best[:0]
	for range n {
		s.best = append(s.best, math.MaxUint32)
	}
}

// seek looks for parents at the positions low to high of order, from the end.
func (s *searcher) seek(low, high uint64) {
	b := s.b
	if !s.alone {
		s.asked, s.approached = high, high
	}
	for end := high; end > low && !b.over(); {
		batch := b.order.until(max(low, end-min(end, batchObjects)), end)
		at := end - uint64(len(batch))
		if s.alone {
			s.lookBack(at, end, 0)
		} else {
			s.lookBack(at, end, low)
		}
		s.seekIn(batch)
		b.poll()
		end = at
	}
}

// lookBack is look on the way back: limit lies before at.
func (s *searcher) lookBack(at, end, limit uint64) {
	first := at - min(at, ahead)
	s.asked = s.eachBack(max(limit, first), min(s.asked, end), s.b.source.prefetch)
	first = at - min(at, ahead/2)
	s.approached = s.eachBack(max(limit, first), min(s.approached, end), s.b.source.approach)
}

// eachBack calls ask for the nodes at the positions low to high, and returns the first
// position that was asked for.
func (s *searcher) eachBack(low, high uint64, ask func(nodes []uint32)) uint64 {
	for low < high {
		nodes := s.b.order.until(low, high)
		ask(nodes)
		high -= uint64(len(nodes))
	}
	return high
}

// seekIn looks for parents in a batch.
func (s *searcher) seekIn(batch []uint32) {
	kept := s.kept[:0]
	for _, node := range batch {
		if node < s.bound {
			kept = append(kept, node)
		}
	}
	s.met = false
	s.scan(kept, 0, s.seeks)
	if !s.met {
		return
	}
	for _, node := range kept {
		s.scanApart(node, func(to []uint32) { s.compare(node, to) })
	}
	s.bound = slices.Max(s.best)
}

// meet notes whether somebody is sought among to.
func (s *searcher) meet(to []uint32) {
	if s.met {
		return
	}
	q := s.b.sought
	if words := q.others.Words(); len(words) > 0 {
		kernel.PrefetchBits(words, to)
		white, _ := kernel.FilterWhite(words, to)
		s.met = white > 0
	} else {
		s.met = slices.Contains(to, q.nodes[0])
	}
}

// compare makes node the parent of those nodes of to that are sought and have no better one.
func (s *searcher) compare(node uint32, to []uint32) {
	for _, next := range to {
		if i, ok := slices.BinarySearch(s.b.sought.nodes, next); ok {
			s.best[i] = min(s.best[i], node)
		}
	}
}
