package mark

import (
	"context"
	"fmt"
	"iter"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// Set is a set of nodes of a graph. It has a bit for each node. The zero value is empty.
//
// Any number of goroutines may call its methods at once.
type Set struct{ bits heap.Bitmap }

// Has reports whether the node with this number is in the set.
func (s *Set) Has(node uint32) bool { return s.bits.Has(heap.Ref(node)) }

// Count returns how many nodes are in the set. It counts them, so it reads the whole set.
func (s *Set) Count() uint64 { return s.bits.Count() }

// All iterates over the nodes of the set, in ascending order.
func (s *Set) All() iter.Seq[uint32] { return ascending(&s.bits, 0) }

// Retained returns what these nodes of g keep alive together: the nodes that are reachable
// from the roots, and would not be reachable if these nodes were cut out of the graph. The
// nodes themselves are in the set, as far as they are reachable. With one node this is what
// profilers of heaps call its retained set: the nodes that it dominates.
//
// Retained marks twice, the second time without the nodes. Options.Until is asked in the first
// mark only, and Options.Progress is told of each mark by itself. Retained takes three bits of memory for
// each node of g, and what a [Marker] takes. In a [heap.Graph] the nodes are Refs of objects.
// Any goroutine may call Retained.
//
// The errors are those of [Graph], and one that says which of the nodes is no node of g. With
// an error the set is nil, because a part of two marks says nothing about their difference.
func Retained(ctx context.Context, g Digraph, roots, nodes []uint32, options Options) (*Set, error) {
	if err := missingGraph(ctx, g); err != nil {
		return nil, err
	}
	n := g.NumNodes()
	if err := badNodes(n, "retaining node", nodes); err != nil {
		return nil, err
	}
	m, err := newOnce(options, uint64(n), paceOf(g))
	if err != nil {
		return nil, err
	}
	defer m.Close()
	if _, err := m.MarkGraph(ctx, g, roots); err != nil {
		return nil, err
	}
	set := &Set{m.marks}
	m.marks = heap.Bitmap{} // the next mark makes another one
	without, err := m.markWithout(ctx, g, roots, nodes)
	if err != nil {
		return nil, fmt.Errorf("the mark without the retaining nodes: %w", err)
	}
	set.remove(without.marks)
	return set, nil
}

// markWithout finds what can be reached without going through any of these nodes. None of
// them is in the result. By E1 it is enough that their bits are set while it marks.
//
// Nobody may speculate, because a cursor looks at no mark bit. It would find ways through the
// nodes, and a harvest would mark what lies behind them.
func (m *Marker) markWithout(ctx context.Context, g Digraph, roots, nodes []uint32) (*Result, error) {
	m.options.Tuning.Speculation = tune.SpeculationOff
	m.options.Until = nil // it has seen each node
	first := m.extent
	r, err := m.markGraph(ctx, g, roots, func(ctx context.Context, e extent) error {
		if e != first {
			return grown(first, e)
		}
		if err := m.startFresh(ctx, e); err != nil {
			return err
		}
		for _, node := range nodes {
			if (node != 0 || !e.heap) && m.marks.TestAndSet(heap.Ref(node)) { // E5
				m.before++
			}
		}
		return nil
	})
	if r == nil {
		return nil, err // nothing was begun
	}
	for _, node := range nodes {
		m.marks.Words()[node/64].And(^(uint64(1) << (node % 64)))
	}
	return r, err
}

// remove takes the nodes of a bitmap of the same length out of the set.
func (s *Set) remove(bits *heap.Bitmap) {
	for i := range bits.Words() {
		s.bits.Words()[i].And(^bits.Words()[i].Load())
	}
}
