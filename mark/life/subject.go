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

// deadBytes is a dead object that makes a heap large: several workers mark it unasked.
const deadBytes = 3 << 20

// newSubject draws a graph. All lists of a life have the same heap layout, and each has its own order.
// So what is true of one is a lie about another.
func (l *Life) newSubject() (*subject, error) {
	s := &subject{edges: make([][]uint32, l.nodes)}
	names := l.plan.Graphs
	switch {
	case names != nil:
	case l.random.IntN(6) < l.lists:
		names = []string{"lists", "lists", "chains"}
	default:
		names = []string{"bursts", "bursts", "hub", "hub", "hub", "random", "ring", "tree", "layers"}
	}
	s.family = oneOf(l.random, names...)
	families[s.family](s, l.random)
	dead := l.plan.DeadBytes
	if l.random.IntN(20) == 0 {
		dead = max(dead, deadBytes)
	}
	if err := s.build(dead); err != nil {
		return nil, err
	}
	return s, s.agree()
}

// build makes the heap and the arrays.
func (s *subject) build(dead uint64) error {
	var b heap.Builder
	offsets, targets := []uint64{0}, []uint32(nil)
	for node, successors := range s.edges {
		b.Add(8*uint64(node%3), successors...)
		targets = append(targets, successors...)
		offsets = append(offsets, uint64(len(targets)))
	}
	if dead > 0 {
		b.Add(dead)
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
	s.arrays, err = mark.NewAdjacency(offsets, targets)
	return err
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
func (s *subject) reach(roots []uint32) []bool { return search(len(s.edges), roots, s.edges) }

// search goes along edges, and shares no code with the marker.
func search(n int, roots []uint32, edges [][]uint32) []bool {
	seen, grey := make([]bool, n), append([]uint32(nil), roots...)
	for len(grey) > 0 {
		node := grey[len(grey)-1]
		grey = grey[:len(grey)-1]
		if !seen[node] {
			seen[node] = true
			grey = append(grey, edges[node]...)
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

func (s *subject) link(from, to int) { s.edges[from] = append(s.edges[from], uint32(to)) }

// draw draws so many nodes.
func (s *subject) draw(random *rand.Rand, n int) (nodes []uint32) {
	for range n {
		nodes = append(nodes, random.Uint32N(uint32(len(s.edges))))
	}
	return nodes
}
