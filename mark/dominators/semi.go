package dominators

// This file is Semi-NCA: L. Georgiadis, R. E. Tarjan and R. F. Werneck, "Finding Dominators in Practice", Journal of Graph Algorithms and
// Applications 10(1), 2006, section 2.3. We climb by jump pointers: E. W. Myers, "An Applicative Random-Access Stack", Information
// Processing Letters 17(5), 1983.
//
// The semidominator of a node v is the smallest number from which a path leads to v whose nodes between have larger numbers than v. It is an
// ancestor of v in the tree of the search. It need not dominate v, but the immediate dominator of v is the nearest common ancestor, in the tree of
// dominators, of v's parent and of its semidominator. It is therefore found by climbing from the parent until the number is small enough:
//
//	0 ─> 1 ─> 2 ─> 3 ─> 4       semi(4) = 1 by the edge from 1
//	     └──────────────^       idom(4): from the parent 3 up to 1
//
// Invariants:
//
//	N1  Before number i is looked at, semi of all larger numbers is final.
//	N2  eval(v) is the smallest semi of v and its ancestors with numbers above i. Up to i it is v.
//	N3  When idom of i is looked for, idom of all smaller numbers is final, and so are their jumps.
//
// A climb of single steps can be as long as the graph, for each of its nodes: a list whose last node refers to a thousand nodes that the root
// refers to, too. A jump skips many steps. So a climb takes O(log n) steps, and jumps lie in arrays that are free by then.

// link is what eval reads of a node, in one place, because each of its accesses may be a miss.
type link struct {
	ancestor uint32 // at first the parent in the tree of the search
	least    uint32 // the smallest semi of the nodes from here up to the ancestor, but not that of the ancestor
}

// dominate fills idom. At first it has the parents.
func (s *search) dominate() error {
	s.links, s.semi = make([]link, len(s.nodes)), make([]uint32, len(s.nodes))
	for i := range s.links {
		s.links[i] = link{s.idom[i], uint32(i)}
	}
	if err := s.findSemi(); err != nil {
		return err
	}
	return s.nearestCommon()
}

// findSemi fills semi.
func (s *search) findSemi() error {
	touched := len(s.targets)
	for i := len(s.nodes) - 1; i > 0; i-- { // N1
		first, last := int(s.offsets[i]), int(s.offsets[i+1])
		for ; first < touched; touched -= batch {
			s.touch(s.targets[max(0, touched-batch):touched])
		}
		least := uint32(i)
		for _, from := range s.targets[first:last] {
			least = min(least, s.eval(from, uint32(i)))
		}
		s.semi[i], s.links[i].least = least, least
		if err := s.tick(len(s.nodes) - i); err != nil {
			return err
		}
	}
	return nil
}

// touch reads the links that eval will read soon, three steps up, so that they are in the caches by then.
func (s *search) touch(numbers []uint32) {
	var at [batch]uint32
	n := copy(at[:], numbers)
	for range 3 {
		for i, number := range at[:n] {
			at[i] = s.links[number].ancestor
		}
	}
}

// nearestCommon fills idom, and uses links for jumps and depths.
func (s *search) nearestCommon() error {
	s.links[0] = link{}
	for i := 1; i < len(s.idom); i++ { // N3
		d := s.climb(s.idom[i], s.semi[i])
		jump, depth := d, s.links[d].depth()+1
		if over := s.links[d].jump(); s.links[d].depth()-s.links[over].depth() == s.links[over].depth()-s.links[s.links[over].jump()].depth() {
			jump = s.links[over].jump() // two jumps of one length become one
		}
		s.idom[i], s.links[i] = d, link{jump, depth}
		if err := s.tick(i); err != nil {
			return err
		}
	}
	return nil
}

// jump and depth are what a link holds in nearestCommon.
func (l link) jump() uint32  { return l.ancestor }
func (l link) depth() uint32 { return l.least }

// climb goes up in the tree of dominators to the first number that is not above the limit. Numbers become smaller on the way.
func (s *search) climb(at, limit uint32) uint32 {
	for ; at > limit; s.steps++ {
		if jump := s.links[at].jump(); jump > limit {
			at = jump
		} else {
			at = s.idom[at]
		}
	}
	return at
}

// eval is as N2 says, but returns the semi itself. It shortens the paths that it goes, so that the next one is short.
func (s *search) eval(v, i uint32) uint32 {
	if v <= i {
		return v
	}
	path := s.path[:0]
	for u := v; s.links[u].ancestor > i; u = s.links[u].ancestor {
		path = append(path, u)
	}
	for at := len(path) - 1; at >= 0; at-- {
		u := &s.links[path[at]]
		above := s.links[u.ancestor]
		*u = link{above.ancestor, min(u.least, above.least)}
	}
	s.path = path
	return s.links[v].least
}
