package dominators

import (
	"cmp"
	"slices"
)

// Sizes has what each node retains. [Tree.Retained] makes it. Any number of goroutines may call its methods
// at once.
type Sizes struct {
	tree  *Tree
	sizes []uint64 // by number
}

// Retained adds up, for each node, the weights of the nodes that it keeps alive, itself included. The
// caller's goroutine calls weight once for each node that is reached. The result takes 8 bytes for each of
// these nodes. A sum that does not fit into 64 bits wraps around.
func (t *Tree) Retained(weight func(node uint32) uint64) *Sizes {
	s := &Sizes{t, make([]uint64, len(t.nodes))}
	for number, node := range t.nodes[1:] {
		s.sizes[number+1] = weight(node)
	}
	for number := len(t.idom) - 1; number > 0; number-- { // a dominator has a smaller number
		s.sizes[t.idom[number]] += s.sizes[number]
	}
	return s
}

// Of returns the sum of the weights that node retains, or 0 if it is not reached.
func (s *Sizes) Of(node uint32) uint64 {
	number, ok := s.tree.numberOf(node)
	if !ok {
		return 0
	}
	return s.sizes[number]
}

// Total returns the sum of the weights of all nodes that are reached.
func (s *Sizes) Total() uint64 { return s.sizes[0] }

// Retainer is a node, and the sum of the weights that it retains.
type Retainer struct {
	Node uint32
	Size uint64
}

// Top returns the n nodes that retain the most, the largest first, or fewer if fewer are reached. Of equal
// ones the smaller number comes first. A node in the list may retain others in the list, so don't add them
// up.
func (s *Sizes) Top(n int) []Retainer {
	if n <= 0 {
		return nil
	}
	var top []Retainer
	least := uint64(0) // a smaller one is not among the first n
	cut := func() {
		slices.SortFunc(top, func(a, b Retainer) int { return cmp.Or(cmp.Compare(b.Size, a.Size), cmp.Compare(a.Node, b.Node)) })
		if len(top) >= n {
			top, least = top[:n], top[n-1].Size
		}
	}
	for number, node := range s.tree.nodes[1:] {
		if size := s.sizes[number+1]; size >= least {
			if top = append(top, Retainer{node, size}); len(top) >= 2*n {
				cut() // so it takes 2n places, and sorts seldom
			}
		}
	}
	cut()
	return top
}
