package mark

import (
	"context"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/engine"
)

// The marks of this file scan each node that they reach exactly once, and no other node. Therefore no
// worker may speculate in them: a cursor looks at no mark bit, and would ask for nodes that are not
// reached.

// MarkGraphWithout finds the nodes of g that are reachable from the roots without going
// through any of these nodes. None of them is in the result, be it a root or not. In a
// [heap.Graph] they are Refs of objects.
//
// The errors are those of [Marker.MarkGraph], and one that says which of the nodes is no node
// of g. Tuning.Speculation means nothing here. A later [Marker.ExtendGraph] sees all nodes,
// but it does not go once more along edges that led to a node which was left out.
func (m *Marker) MarkGraphWithout(ctx context.Context, g Digraph, roots, nodes []uint32) (*Result, error) {
	r, err := m.markGraph(ctx, g, roots, true, func(_ *engine.Marker, ctx context.Context, e engine.Extent) error {
		if err := badNodes(int(e.IDs), "left-out node", nodes); err != nil {
			return err
		}
		if err := m.engine.Fresh(ctx, e); err != nil {
			return err
		}
		for _, node := range nodes { // by E1 of the engine it is enough that their bits are set while it marks
			if (node != 0 || !e.Heap) && m.engine.Marks.TestAndSet(heap.Ref(node)) { // E5
				m.engine.Before++
			}
		}
		m.engine.LeftOut = len(nodes) > 0
		return nil
	})
	if r == nil {
		return nil, err // nothing was begun
	}
	for _, node := range nodes {
		m.engine.Marks.Words()[node/64].And(^(uint64(1) << (node % 64)))
	}
	m.engine.Reached -= m.engine.Before
	r.reached = m.engine.Reached
	return r, err
}

// ExtendGraphOnce is [Marker.ExtendGraph], but it scans each node that was not reached before
// exactly once, and no other, whatever Tuning.Speculation says. AppendSuccessors may
// therefore keep accounts. Where g is a function, [tune.MarkingOwner] stands for
// [tune.MarkingAuto].
//
// g may be another form of what was marked last, with as many nodes, or more if it is not a
// heap. For example, after a mark of an [Adjacency] or a [heap.Graph] it may be a function
// that has more edges. After a mark of a heap, 0 is nil, and no successor.
func (m *Marker) ExtendGraphOnce(ctx context.Context, g Digraph, roots []uint32) (*Result, error) {
	return m.markGraph(ctx, g, roots, true, func(_ *engine.Marker, ctx context.Context, e engine.Extent) error {
		if e.IDs == m.engine.Extent.IDs {
			e = m.engine.Extent // a heap as a function is still this heap
		}
		return m.engine.Extend(ctx, e)
	})
}
