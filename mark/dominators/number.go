package dominators

import (
	"context"
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// search makes a Tree. All arrays but pre are by number: numbers are those of a search by depth, in preorder, and 0 is a node before all roots,
// which leads to each of them.
type search struct {
	*Tree
	ctx   context.Context
	graph mark.Digraph

	ancestor []uint32 // at first the parent in the tree of the search
	semi     []uint32
	label    []uint32

	offsets []uint32 // the predecessors of number i are targets[offsets[i]:offsets[i+1]]
	targets []uint32

	buf   []uint32 // for successors
	steps uint64   // of climbs
}

// newSearch finds all dominators. A root that was not reached is nil in a heap, which the mark has left out.
func newSearch(ctx context.Context, g mark.Digraph, roots []uint32, reached *mark.Result) (*search, error) {
	s := &search{ctx: ctx, graph: g, Tree: &Tree{ranks: heap.RanksOf(reached.Bits())}}
	roots = slices.DeleteFunc(slices.Clone(roots), func(root uint32) bool { return !reached.Has(root) })
	if err := s.number(roots, int(reached.Count())); err != nil {
		return nil, err
	}
	if err := s.turn(roots); err != nil {
		return nil, err
	}
	return s, s.dominate()
}

// frame is a node on the path of the search: its number, and where its successors begin that wait.
type frame struct{ number, waits uint32 }

// looks is how many nodes go by between two looks at the context.
const looks = 1 << 14

func (s *search) interrupted(i int) error {
	if i%looks != 0 || s.ctx.Err() == nil {
		return nil
	}
	return fmt.Errorf("dominators: %w", context.Cause(s.ctx))
}

// number visits all nodes by depth, and counts the edges to each of them, by its rank, in semi. It has no recursion: a list would be as deep as
// it is long. Successors that wait take at most as much as the edges that are turned round later.
func (s *search) number(roots []uint32, reached int) error {
	s.pre, s.nodes, s.idom = make([]uint32, reached), make([]uint32, 1, reached+1), make([]uint32, 1, reached+1)
	s.semi = make([]uint32, reached+1)
	edges := uint64(len(roots))
	var waiting []uint32
	var path []frame
	visit := func(node, parent uint32) error {
		rank, _ := s.ranks.Of(heap.Ref(node))
		if s.pre[rank] != 0 {
			return nil
		}
		number := uint32(len(s.nodes))
		s.pre[rank], s.nodes, s.idom = number, append(s.nodes, node), append(s.idom, parent)
		path = append(path, frame{number, uint32(len(waiting))})
		s.buf = s.graph.AppendSuccessors(s.buf[:0], node)
		if edges += uint64(len(s.buf)); edges > MaxReached {
			return fmt.Errorf("dominators: there are more than %d edges", uint64(MaxReached))
		}
		for _, next := range s.buf {
			rank, ok := s.ranks.Of(heap.Ref(next))
			if !ok {
				return changed(next)
			}
			if s.semi[rank]++; s.pre[rank] == 0 {
				waiting = append(waiting, next)
			}
		}
		return s.interrupted(int(number))
	}
	for _, root := range roots {
		if err := visit(root, 0); err != nil {
			return err
		}
		for len(path) > 0 {
			top := path[len(path)-1]
			if uint32(len(waiting)) == top.waits {
				path = path[:len(path)-1]
				continue
			}
			next := waiting[len(waiting)-1]
			waiting = waiting[:len(waiting)-1]
			if err := visit(next, top.number); err != nil {
				return err
			}
		}
	}
	return nil
}

func changed(node uint32) error {
	return fmt.Errorf("dominators: the graph has changed: an edge to node %d was not there before", node)
}

// turn turns all edges round. Roots have one more, from number 0.
func (s *search) turn(roots []uint32) error {
	s.offsets = make([]uint32, len(s.nodes)+1)
	for rank, number := range s.pre {
		s.offsets[number] = s.semi[rank]
	}
	for _, root := range roots {
		number, _ := s.numberOf(root)
		s.offsets[number]++
	}
	for i := 1; i < len(s.offsets); i++ {
		s.offsets[i] += s.offsets[i-1]
	}
	s.targets = make([]uint32, s.offsets[len(s.offsets)-1])
	place := func(to, from uint32) bool {
		if s.offsets[to] == 0 {
			return false
		}
		s.offsets[to]--
		s.targets[s.offsets[to]] = from
		return true
	}
	edges := len(roots)
	for _, root := range roots {
		number, _ := s.numberOf(root)
		place(number, 0)
	}
	for number := 1; number < len(s.nodes); number++ {
		s.buf = s.graph.AppendSuccessors(s.buf[:0], s.nodes[number])
		for _, node := range s.buf {
			if to, ok := s.numberOf(node); !ok || !place(to, uint32(number)) {
				return changed(node)
			}
		}
		edges += len(s.buf)
		if err := s.interrupted(number); err != nil {
			return err
		}
	}
	if edges != len(s.targets) {
		return fmt.Errorf("dominators: the graph has changed: it had %d edges, and has %d", len(s.targets)-len(roots), edges-len(roots))
	}
	return nil
}
