package dominators

import "slices"

// This file is Semi-NCA: L. Georgiadis, R. E. Tarjan and R. F. Werneck, "Finding Dominators in Practice", Journal of Graph Algorithms and
// Applications 10(1), 2006, section 2.3. We climb by jump pointers: E. W. Myers, "An Applicative Random-Access Stack", Information
// Processing Letters 17(5), 1983.
//
// The semidominator of a node v is the smallest number from which a path leads to v whose nodes between have larger numbers than v. It is an
// ancestor of v in the tree of the search. It need not dominate v, but the immediate dominator of v is the nearest common ancestor, in the tree of
// dominators, of v's parent and of its semidominator. So it is found by climbing from the parent until the number is small enough:
//
//	0 ─> 1 ─> 2 ─> 3 ─> 4       semi(4) = 1 by the edge from 1
//	     └──────────────^       idom(4): from the parent 3 up to 1
//
// What holds:
//
//	N1  Before number i is looked at, semi of all larger numbers is final.
//	N2  eval(v) is, of v and its ancestors with numbers above i, the one with the smallest semi. Below that it is v.
//	N3  When idom of i is looked for, idom of all smaller numbers is final, and so are their jumps.
//
// A climb of single steps can be as long as the graph, for each of its nodes: a list whose last node refers to a thousand nodes that the root
// refers to, too. A jump skips many steps. So a climb takes O(log n) steps, and jumps lie in arrays that are free by then.

// dominate fills idom. At first it has the parents.
func (s *search) dominate() error {
	n := len(s.nodes)
	s.ancestor = slices.Clone(s.idom)
	s.label = make([]uint32, n) // semi is there
	for i := range s.semi {
		s.semi[i], s.label[i] = uint32(i), uint32(i)
	}
	for i := n - 1; i > 0; i-- { // N1
		for _, from := range s.targets[s.offsets[i]:s.offsets[i+1]] {
			s.semi[i] = min(s.semi[i], s.semi[s.eval(from, uint32(i))])
		}
		if err := s.interrupted(i); err != nil {
			return err
		}
	}
	jump, depth := s.ancestor, s.label
	jump[0], depth[0] = 0, 0
	for i := 1; i < n; i++ { // N3
		d := s.climb(s.idom[i], s.semi[i], jump)
		s.idom[i], depth[i], jump[i] = d, depth[d]+1, d
		if over := jump[d]; depth[d]-depth[over] == depth[over]-depth[jump[over]] {
			jump[i] = jump[over] // two jumps of one length become one
		}
		if err := s.interrupted(i); err != nil {
			return err
		}
	}
	return nil
}

// climb goes up in the tree of dominators to the first number that is not above the limit. Numbers become smaller on the way.
func (s *search) climb(at, limit uint32, jump []uint32) uint32 {
	for ; at > limit; s.steps++ {
		if jump[at] > limit {
			at = jump[at]
		} else {
			at = s.idom[at]
		}
	}
	return at
}

// eval is as N2 says. It shortens the paths that it goes, so that the next one is short.
func (s *search) eval(v, i uint32) uint32 {
	if v <= i {
		return v
	}
	path := s.buf[:0]
	for u := v; s.ancestor[u] > i; u = s.ancestor[u] {
		path = append(path, u)
	}
	for at := len(path) - 1; at >= 0; at-- {
		u := path[at]
		above := s.ancestor[u]
		if s.semi[s.label[above]] < s.semi[s.label[u]] {
			s.label[u] = s.label[above]
		}
		s.ancestor[u] = s.ancestor[above]
	}
	s.buf = path
	return s.label[v]
}
