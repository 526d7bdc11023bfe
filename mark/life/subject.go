package life

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// subject is a graph with roots, in each form in which a Marker can mark it.
type subject struct {
	family string
	edges  [][]uint32
	roots  []uint32

	heap   *heap.Heap
	refs   []heap.Ref // by node
	arrays *mark.Adjacency
	mapped *heap.Snapshot // nil if nobody has asked for it
}

// newSubject draws a graph of n nodes. Of six graphs so many are lists. All lists of a life have the same
// heap layout, and each has an order of its own. So what is true of one is a lie about another.
func newSubject(random *rand.Rand, n, lists int) (*subject, error) {
	s := &subject{edges: make([][]uint32, n)}
	switch kind := random.IntN(6); {
	case kind < lists:
		s.family = "lists"
		s.lists(random)
	case random.IntN(4) == 0:
		s.family = "bursts"
		s.bursts(random)
	case random.IntN(3) > 0:
		s.family = "a hub"
		s.hub(random)
	default:
		s.family = "random edges"
		s.sparse(random)
	}
	return s, s.build(random)
}

func (s *subject) link(from, to int) { s.edges[from] = append(s.edges[from], uint32(to)) }

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

// bursts is a chain of stars. The last leaf of each leads on.
func (s *subject) bursts(random *rand.Rand) {
	at, next := random.Perm(len(s.edges)), 1
	s.roots = []uint32{uint32(at[0])}
	for center := 0; next < len(at); center = next - 1 {
		for range 1 + random.IntN(200) {
			if next < len(at) {
				s.link(at[center], at[next])
				next++
			}
		}
	}
}

// hub has a node that leads everywhere, and leaves that lead anywhere.
func (s *subject) hub(random *rand.Rand) {
	for node := range s.edges {
		s.link(0, node)
		for range 1 + random.IntN(4) {
			s.link(node, random.IntN(len(s.edges)))
		}
	}
	s.roots = []uint32{uint32(random.IntN(len(s.edges)))}
}

// sparse has garbage, loops, and several roots or none.
func (s *subject) sparse(random *rand.Rand) {
	for range random.IntN(3*len(s.edges) + 1) {
		s.link(random.IntN(len(s.edges)), random.IntN(len(s.edges)))
	}
	s.roots = s.draw(random, random.IntN(4))
}

// draw draws so many nodes.
func (s *subject) draw(random *rand.Rand, n int) (nodes []uint32) {
	for range n {
		nodes = append(nodes, random.Uint32N(uint32(len(s.edges))))
	}
	return nodes
}

// deadBytes is a dead object that makes a heap large: several workers mark it unasked.
const deadBytes = 3 << 20

// build makes the heap and the arrays.
func (s *subject) build(random *rand.Rand) error {
	var b heap.Builder
	offsets, targets := []uint64{0}, []uint32(nil)
	for _, successors := range s.edges {
		b.Add(0, successors...)
		targets = append(targets, successors...)
		offsets = append(offsets, uint64(len(targets)))
	}
	if random.IntN(20) == 0 {
		b.Add(deadBytes)
	}
	for _, root := range s.roots {
		b.Root(root)
	}
	var err error
	if s.heap, err = b.Build(); err != nil {
		return err
	}
	for i, ref := range s.heap.Objects() {
		if i < uint64(len(s.edges)) {
			s.refs = append(s.refs, ref)
		}
	}
	if s.arrays, err = mark.NewAdjacency(offsets, targets); err != nil {
		return err
	}
	return s.agree()
}

// agree compares the two oracles: the plain search of a graph, and that of package heap.
func (s *subject) agree() error {
	reached, err := heap.Reachable(s.heap)
	if err != nil {
		return err
	}
	for node, live := range s.reach(s.roots) {
		if live != reached.Has(s.refs[node]) {
			return fmt.Errorf("the oracles do not agree about node %d", node)
		}
	}
	return nil
}

// reach is a plain search: the nodes that the roots lead to.
func (s *subject) reach(roots []uint32) []bool {
	seen, grey := make([]bool, len(s.edges)), append([]uint32(nil), roots...)
	for len(grey) > 0 {
		node := grey[len(grey)-1]
		grey = grey[:len(grey)-1]
		if !seen[node] {
			seen[node] = true
			grey = append(grey, s.edges[node]...)
		}
	}
	return seen
}

// mapFile writes the heap to a file, and maps that. The mapping stays when the file has no name any more.
func (s *subject) mapFile() error {
	if s.mapped != nil {
		return nil
	}
	f, err := os.CreateTemp("", "halfmark-life-*.heap")
	if err != nil {
		return err
	}
	if err = errors.Join(heap.WriteSnapshot(f, s.heap), f.Close()); err == nil {
		s.mapped, err = heap.OpenSnapshot(f.Name())
	}
	return errors.Join(err, os.Remove(f.Name()))
}

// close ends the mapping.
func (s *subject) close() error {
	if s.mapped == nil {
		return nil
	}
	return s.mapped.Close()
}
