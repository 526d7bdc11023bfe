package life

import "math/rand/v2"

// families are the kinds of graphs: no parallelism, some, plenty, all at once.
var families = map[string]func(s *subject, random *rand.Rand){
	"lists":  (*subject).lists,
	"chains": (*subject).chains,
	"bursts": (*subject).bursts,
	"hub":    (*subject).hub,
	"random": (*subject).sparse,
	"ring": func(s *subject, random *rand.Rand) {
		for i := range s.edges {
			s.link(i, (i+1)%len(s.edges))
			s.link(i, i*i%len(s.edges))
		}
		s.roots = s.draw(random, 1+random.IntN(3))
	},
	"tree": func(s *subject, random *rand.Rand) {
		for i := 1; i < len(s.edges); i++ {
			s.link((i-1)/2, i)
		}
		s.roots = s.draw(random, random.IntN(3))
		s.roots = append(s.roots, 0)
	},
	"layers": func(s *subject, random *rand.Rand) { // each node leads to all of the next layer
		width := 1 + random.IntN(8)
		for i := range s.edges {
			for to := (i/width + 1) * width; to < min((i/width+2)*width, len(s.edges)); to++ {
				s.link(i, to)
			}
		}
		s.roots = s.draw(random, 1+random.IntN(3))
	},
}

// lists makes up to four lists, the first of which is half of all nodes. That one is live.
func (s *subject) lists(random *rand.Rand) {
	order := random.Perm(len(s.edges))
	s.roots = []uint32{uint32(order[0])}
	for left := order; len(left) > 0; {
		length := (len(left) + 1) / 2
		if len(left) < len(order)/4 {
			length = len(left)
		}
		for i := range length - 1 {
			s.link(left[i], left[i+1])
		}
		left = left[length:]
	}
}

// A node of a chain has a successor, and what its kind says beside it.
const (
	singly = iota
	doubly // {next, previous} or {previous, next}, the same in the whole chain
	loaded // {payload, next} or {next, payload}, as a coin decides for each node
	hubs   // {next}, but one node in 200 has 100 leaves: there the frontier is wide
	chainKinds
)

// chains makes chains of several kinds. One in three is garbage. Most end, and some are rings, or go on in
// the middle of a chain that was there before them.
func (s *subject) chains(random *rand.Rand) {
	left, made := random.Perm(len(s.edges)), []int(nil)
	take := func() (node int) {
		node, left = left[0], left[1:]
		return node
	}
	for len(left) > 0 {
		length, kind, forward := 1+random.IntN(len(left)), random.IntN(chainKinds), random.IntN(2) == 0
		if random.IntN(4) == 0 {
			length = min(length, 10) // a crumb, whose cursor ends soon
		}
		first, previous := len(made), -1
		if s.roots == nil || random.IntN(3) > 0 {
			s.roots = append(s.roots, uint32(left[0]))
		}
		for i := 0; i < length && len(left) > 0; i++ {
			node, beside := take(), previous
			if previous >= 0 {
				s.linkNext(previous, node, forward)
			}
			switch {
			case kind == doubly && beside >= 0:
				s.link(node, beside)
			case kind == loaded && len(left) > 0:
				s.link(node, take())
				forward = random.IntN(2) == 0
			case kind == hubs && random.IntN(200) == 0:
				for range min(100, len(left)) {
					s.link(node, take())
				}
			}
			made, previous = append(made, node), node
		}
		switch random.IntN(4) {
		case 0:
			s.link(previous, made[first+random.IntN(len(made)-first)]) // a ring, with a tail or without
		case 1:
			s.link(previous, made[random.IntN(first+1)]) // into a chain of before
		}
	}
}

// linkNext links a node of a chain to the next, before or behind what it has already.
func (s *subject) linkNext(node, next int, first bool) {
	s.link(node, next)
	if e := s.edges[node]; first && len(e) > 1 {
		e[0], e[len(e)-1] = e[len(e)-1], e[0]
	}
}

// bursts is a chain of stars. The last leaf of each leads on.
func (s *subject) bursts(random *rand.Rand) {
	at, next, most := random.Perm(len(s.edges)), 1, 1+random.IntN(200)
	s.roots = []uint32{uint32(at[0])}
	for center := 0; next < len(at); center = next - 1 {
		for range 1 + random.IntN(most) {
			if next < len(at) {
				s.link(at[center], at[next])
				next++
			}
		}
	}
}

// hub has a node that leads everywhere, and leaves that lead anywhere. Half of the time the mark begins
// at the hub: then nearly all is grey at once.
func (s *subject) hub(random *rand.Rand) {
	degree := 1 + random.IntN(8)
	for node := range s.edges {
		s.link(0, node)
		for range degree {
			s.link(node, random.IntN(len(s.edges)))
		}
	}
	s.roots = []uint32{uint32(random.IntN(2) * random.IntN(len(s.edges)))}
}

// sparse has garbage, loops, and several roots or none. Now and then there are many roots, most of them
// more than once.
func (s *subject) sparse(random *rand.Rand) {
	for range random.IntN(3*len(s.edges) + 1) {
		s.link(random.IntN(len(s.edges)), random.IntN(len(s.edges)))
	}
	s.roots = s.draw(random, oneOf(random, 0, 1, 2, 3, random.IntN(3000)))
}
