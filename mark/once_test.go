package mark_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// A speculator would scan nodes that are not reached, and scan nodes twice. So no worker
// speculates where each node is to be scanned once, nor behind nodes that are left out.
func TestNobodySpeculatesWherePathsAreCut(t *testing.T) {
	list := mark.Func{Nodes: 100, Successors: func(buf []uint32, node uint32) []uint32 { return append(buf, min(node+1, 99)) }}
	m := newMarker(t, mark.Options{Workers: 2, Tuning: tune.Tuning{Speculation: tune.SpeculationForce}})
	for _, marks := range []func() (*mark.Result, error){
		func() (*mark.Result, error) { return m.ExtendGraphOnce(t.Context(), list, nil) },
		func() (*mark.Result, error) {
			return m.MarkGraphWithout(t.Context(), list, []uint32{0}, []uint32{50})
		},
	} {
		r, err := m.MarkGraph(t.Context(), list, nil)
		require.NoError(t, err)
		require.True(t, r.Stats.Plan.Asks, "a mark like any other speculates")
		r, err = marks()
		require.NoError(t, err)
		require.False(t, r.Stats.Plan.Asks)
	}
}

// A node that is left out is not in the result, and nothing that is reached through it alone. Then
// a mark may go on with everything. Numbers that are no nodes are refused.
func TestMarkGraphWithout(t *testing.T) {
	m := newMarker(t, mark.Options{Workers: 2})
	list := listHeap(t, 10).Graph()
	refs := refsOf(list.Heap())
	r, err := m.MarkGraphWithout(t.Context(), list, refs[:1], []uint32{0, refs[4], refs[4]})
	require.NoError(t, err)
	require.Equal(t, refs[:4], slices.Collect(r.All()))
	require.EqualValues(t, 4, r.Count())
	require.EqualValues(t, 4, r.Bits().Count())
	r, err = m.ExtendGraph(t.Context(), list, refs[4:5])
	require.NoError(t, err)
	require.Equal(t, refs, slices.Collect(r.All()))
	require.EqualValues(t, 10, r.Count())
	_, err = m.MarkGraphWithout(t.Context(), ring(10), []uint32{0}, []uint32{1, 10})
	require.EqualError(t, err, "mark: left-out node 1 is node 10: the graph has 10 nodes, numbered from 0")
}

// A node that is left out is not in the result of a mark that has failed either.
func TestMarkGraphWithoutFails(t *testing.T) {
	for _, out := range []uint32{0, 1, 5} {
		m := newMarker(t, mark.Options{Workers: 1})
		g := mark.TryFunc{Nodes: 6, Successors: func(buf []uint32, node uint32) ([]uint32, error) {
			if node == 3 {
				return nil, errors.New("no more")
			}
			return append(buf, 1, 2, 3), nil
		}}
		r, err := m.MarkGraphWithout(t.Context(), g, []uint32{0, 2, 3}, []uint32{out})
		require.ErrorContains(t, err, "no more")
		require.False(t, r.Has(out))
		require.NotContains(t, slices.Collect(r.All()), out)
		require.EqualValues(t, len(slices.Collect(r.All())), r.Count())
	}
}

// A heap is extended by a function that has more edges than it, also if its bits must have owners.
func TestExtendGraphOnceInAnotherForm(t *testing.T) {
	h := listHeap(t, 10)
	refs := refsOf(h)
	more := mark.Func{Nodes: h.Graph().NumNodes(), Successors: func(buf []uint32, node uint32) []uint32 {
		if node == refs[9] {
			return append(buf, refs[0])
		}
		return h.Graph().AppendSuccessors(buf, node)
	}}
	m := newMarker(t, mark.Options{Workers: 2, Tuning: tune.Tuning{Marking: tune.MarkingOwner}})
	_, err := m.MarkGraph(t.Context(), h.Graph(), refs[5:6])
	require.NoError(t, err)
	r, err := m.ExtendGraphOnce(t.Context(), more, refs[4:5])
	require.NoError(t, err)
	require.EqualValues(t, 6, r.Count())
	require.EqualValues(t, 1, r.Stats.Marked)
	_, err = m.ExtendGraphOnce(t.Context(), ring(10), nil)
	require.ErrorIs(t, err, mark.ErrIncomplete)
	_, err = m.ExtendGraph(t.Context(), more, nil)
	require.ErrorContains(t, err, "Tuning.Marking", "the Marker's own options are as they were")
	whole, err := m.ExtendHeap(t.Context(), h, []heap.Ref{heap.Ref(refs[0])})
	require.NoError(t, err)
	require.EqualValues(t, 10, whole.Count())
}
