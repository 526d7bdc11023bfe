package dominators

import (
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// batch is how many edges, at least, are turned round or looked at at once.
const batch = 512

// turn turns all edges round: a counting sort by the number to which they lead. Roots have one edge more, from number 0.
func (s *search) turn(roots []uint32) error {
	s.offsets = make([]uint32, len(s.nodes)+1)
	all := s.seen + uint64(len(roots))
	if all > MaxReached {
		return fmt.Errorf("dominators: there are %d edges: at most %d are possible", all, uint64(MaxReached))
	}
	if err := s.edges(roots, func(_, to []uint32) error {
		for _, number := range to {
			s.offsets[number]++
		}
		return nil
	}); err != nil {
		return err
	}
	for i := 1; i < len(s.offsets); i++ {
		s.offsets[i] += s.offsets[i-1] // where the edges to number i end
	}
	s.targets = make([]uint32, all)
	return s.edges(roots, func(from, to []uint32) error {
		for i, number := range to {
			if s.offsets[number] == 0 {
				return changed(s.nodes[number])
			}
			s.offsets[number]--
			s.targets[s.offsets[number]] = from[i]
		}
		return nil
	})
}

// edges gives all edges to use, in batches, as numbers. It goes through the nodes in the order in which they lie in memory. It is an error if there
// are more or fewer than the search by depth has seen.
func (s *search) edges(roots []uint32, use func(from, to []uint32) error) error {
	from, to := make([]uint32, len(roots)), slices.Clone(roots)
	rank, n := 0, uint64(0)
	for node := range s.reached.All() {
		successors, err := s.Successors(node)
		if err != nil {
			return err
		}
		number := s.pre[rank]
		for _, next := range successors {
			from, to = append(from, number), append(to, next)
		}
		if len(to) >= batch {
			if err := s.useBatch(from, to, use); err != nil {
				return err
			}
			from, to = from[:0], to[:0]
		}
		rank++
		n += uint64(len(successors))
		if err := s.tick(rank); err != nil {
			return err
		}
	}
	if n != s.seen {
		return fmt.Errorf("dominators: the graph has changed: it had %d edges, and has %d", s.seen, n)
	}
	return s.useBatch(from, to, use)
}

// useBatch replaces the nodes in to by their numbers before it calls use.
func (s *search) useBatch(from, to []uint32, use func(from, to []uint32) error) error {
	for i, node := range to {
		rank, ok := s.ranks.Of(heap.Ref(node))
		if !ok {
			return changed(node)
		}
		to[i] = uint32(rank)
	}
	for i, rank := range to {
		to[i] = s.pre[rank]
	}
	return use(from, to)
}

func changed(node uint32) error {
	return fmt.Errorf("dominators: the graph has changed: an edge to node %d was not there before", node)
}
