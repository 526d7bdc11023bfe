package dominators

import (
	"context"
	"math"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ask"
)

// search makes a Tree. Numbers are those of a search by depth, in preorder. 0 is a node before all roots, which leads to each of them.
//
// On a graph that is larger than the caches nearly each access is a miss. The search by depth has to wait for each: it cannot know where it
// will go next. The passes behind it know. They work in batches of some hundred edges, each in
// short loops, one for each array. Then the processor waits for many misses at once.
type search struct {
	*Tree
	*ask.Asker
	*clock
	reached *mark.Result

	semi  []uint32 // by number
	links []link   // by number

	offsets []uint32 // the predecessors of number i are targets[offsets[i]:offsets[i+1]]
	targets []uint32

	path  []uint32 // of eval
	steps uint64   // of climbs
	seen  uint64   // edges, by the search by depth
}

// newSearch finds all dominators. A root that was not reached is nil in a heap, which the mark has left out.
func newSearch(ctx context.Context, g mark.Digraph, roots []uint32, reached *mark.Result, options mark.Options) (*search, error) {
	asker := ask.New(ctx, "dominators", g, int(reached.Bits().Len()))
	s := &search{Asker: asker, clock: newClock(asker.Stopped, options.Progress), reached: reached, Tree: &Tree{ranks: heap.RanksOf(reached.Bits())}}
	roots = slices.DeleteFunc(slices.Clone(roots), func(root uint32) bool { return !reached.Has(root) })
	return s, s.Guard(func() error { return s.find(roots) })
}

func (s *search) find(roots []uint32) error {
	if err := s.number(roots); err != nil {
		return err
	}
	if err := s.turn(roots); err != nil {
		return err
	}
	return s.dominate()
}

// up stands on the stack below the successors of a node. It is the number of no node.
const up = math.MaxUint32

// number visits all nodes by depth, and gives them numbers and parents. It has no recursion: a list would be as deep as it is long. On the
// stack are the nodes that wait to be visited. Between them stands an up for each node of the path on which the search is:
//
//	A ──> B ──> D       stack, when D is visited:   C │ up │ E │ up        the first up leads back from B to A
//	└> C  └> E                                     of A     of B
func (s *search) number(roots []uint32) error {
	n := int(s.reached.Count())
	s.pre, s.nodes, s.idom = make([]uint32, n), make([]uint32, 1, n+1), make([]uint32, 1, n+1)
	var stack []uint32
	for _, root := range roots {
		parent := uint32(0)
		stack = append(stack, root)
		for len(stack) > 0 {
			node := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if node == up {
				parent = s.idom[parent]
				continue
			}
			rank, _ := s.ranks.Of(heap.Ref(node))
			if s.pre[rank] != 0 {
				continue
			}
			number := uint32(len(s.nodes))
			s.pre[rank], s.nodes, s.idom = number, append(s.nodes, node), append(s.idom, parent)
			parent, stack = number, append(stack, up)
			to, err := s.Successors(node)
			if err != nil {
				return err
			}
			s.seen += uint64(len(to))
			if stack, err = s.push(stack, to); err != nil {
				return err
			}
			if err := s.tick(int(number)); err != nil {
				return err
			}
		}
	}
	return nil
}

// push puts the successors that were not visited on the stack.
func (s *search) push(stack, to []uint32) ([]uint32, error) {
	for _, node := range to {
		rank, ok := s.ranks.Of(heap.Ref(node))
		if !ok {
			return nil, changed(node)
		}
		if s.pre[rank] == 0 {
			stack = append(stack, node)
		}
	}
	return stack, nil
}
