package mark_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// A Marker goes on from a complete result of the same kind and size, and from nothing else.
func TestExtendNeedsACompleteResult(t *testing.T) {
	m := newMarker(t, mark.Options{Workers: 2})
	h := listHeap(t, 10)
	extendGraph := func(g mark.Digraph, want string) {
		t.Helper()
		r, err := m.ExtendGraph(t.Context(), g, []uint32{0})
		require.Nil(t, r)
		require.ErrorIs(t, err, mark.ErrIncomplete)
		require.EqualError(t, err, mark.ErrIncomplete.Error()+": "+want)
	}
	extendGraph(ring(10), "nothing has been marked yet")
	_, err := m.ExtendHeap(t.Context(), h, nil)
	require.ErrorIs(t, err, mark.ErrIncomplete)

	mustMark := func() {
		t.Helper()
		_, err := m.MarkGraph(t.Context(), ring(10), []uint32{3})
		require.NoError(t, err)
	}
	mustMark()
	extendGraph(ring(9), "the last mark was of a graph of 10 nodes, and this is a graph of 9 nodes: a graph may have grown, but not shrunk")
	extendGraph(h.Graph(), "the last mark was of a graph of 10 nodes, and this is a heap of 21 granules")
	_, err = m.ExtendHeap(t.Context(), h, nil)
	require.ErrorContains(t, err, "the last mark was of a graph of 10 nodes, and this is a heap of 21 granules")
	require.ErrorIs(t, err, mark.ErrIncomplete)
	_, err = m.ExtendGraph(t.Context(), ring(10), []uint32{10})
	require.EqualError(t, err, "mark: root 0 is node 10: the graph has 10 nodes, numbered from 0")
	r, err := m.ExtendGraph(t.Context(), ring(10), nil)
	require.NoError(t, err, "what was refused has changed nothing")
	require.EqualValues(t, 10, r.Count())
	require.Zero(t, r.Stats.Marked)

	const failed = "the last mark did not finish, so mark from the beginning"
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	none := mark.Func{Nodes: 10, Successors: func(buf []uint32, _ uint32) []uint32 { return buf }}
	for what, fails := range map[string]func() error{
		"cancelled mark":      func() error { _, err := m.MarkGraph(cancelled, none, []uint32{0}); return err },
		"cancelled extension": func() error { _, err := m.ExtendGraph(cancelled, none, []uint32{0}); return err },
		"panic": func() error {
			_, err := m.ExtendGraph(t.Context(), mark.Func{Nodes: 10, Successors: func([]uint32, uint32) []uint32 { panic(1) }}, []uint32{0})
			return err
		},
		"no such node": func() error {
			_, err := m.ExtendGraph(t.Context(), mark.Func{Nodes: 10, Successors: func([]uint32, uint32) []uint32 { return []uint32{10} }}, []uint32{0})
			return err
		},
	} {
		_, err := m.MarkGraph(t.Context(), none, []uint32{9})
		require.NoError(t, err)
		require.Error(t, fails(), what)
		extendGraph(none, failed)
		extendGraph(none, failed)
		mustMark()
		_, err = m.ExtendGraph(t.Context(), none, []uint32{0})
		require.NoError(t, err)
	}
	m.Close()
	_, err = m.ExtendGraph(t.Context(), none, nil)
	require.ErrorIs(t, err, mark.ErrClosed)
	_, err = m.ExtendHeap(t.Context(), h, nil)
	require.ErrorIs(t, err, mark.ErrClosed)
}

// A heap, marked and extended, also as a graph. Nil is no root.
func TestExtendHeap(t *testing.T) {
	m := newMarker(t, mark.Options{Workers: 2})
	var b heap.Builder
	b.Add(0, 1)
	b.Add(16, 0, heap.NoObject)
	b.Add(8, 1, 3)
	b.Add(0)
	b.Add(0)
	b.Root(1)
	h, err := b.Build()
	require.NoError(t, err)
	refs := refsOf(h)
	r, err := m.MarkHeap(t.Context(), h)
	require.NoError(t, err)
	require.Equal(t, refs[:2], slices.Collect(r.All()))
	require.Equal(t, refs[2:], slices.Collect(r.Garbage(h)))
	r, err = m.ExtendHeap(t.Context(), h, []heap.Ref{heap.Nil, heap.Ref(refs[2])})
	require.NoError(t, err)
	require.Equal(t, refs[:4], slices.Collect(r.All()))
	require.EqualValues(t, 4, r.Count())
	require.EqualValues(t, 2, r.Stats.Marked)
	require.Equal(t, refs[4:], slices.Collect(r.Garbage(h)))
	for range r.Garbage(h) {
		break
	}
	whole, err := m.ExtendGraph(t.Context(), h.Graph(), []uint32{0, refs[4]})
	require.NoError(t, err)
	require.EqualValues(t, 5, whole.Count())
	require.False(t, whole.Has(0))
	_, err = m.ExtendHeap(t.Context(), h, []heap.Ref{1, heap.Ref(h.Granules())})
	require.EqualError(t, err, "mark: root 1 is granule 12: the heap has 12 granules, numbered from 0")
	_, err = m.ExtendHeap(t.Context(), nil, nil)
	require.ErrorContains(t, err, "mark: the heap is nil: ")
	_, err = m.MarkGraph(t.Context(), heap.Graph{}, nil)
	require.ErrorContains(t, err, "mark: the heap.Graph shows no heap: ")
}

// A heap.Graph is marked as the heap that it is: its bits may have owners, and its successors are
// not asked for.
func TestHeapGraphIsAHeap(t *testing.T) {
	h := randomHeap(t, 10_000, 4, 10, 1)
	m := newMarker(t, mark.Options{Workers: 2, Tuning: tune.Tuning{Marking: tune.MarkingOwner, Recruit: 1}})
	want := requireOracle(t, m, h).Count()
	got, err := m.MarkGraph(t.Context(), h.Graph(), h.Graph().Roots())
	require.NoError(t, err)
	require.Equal(t, want, got.Count())
	_, err = m.MarkGraph(t.Context(), mark.Digraph(struct{ mark.Digraph }{h.Graph()}), nil)
	require.ErrorContains(t, err, "Tuning.Marking")
}

// refsOf are the Refs of all objects.
func refsOf(h *heap.Heap) (refs []uint32) {
	for _, obj := range h.Objects() {
		refs = append(refs, uint32(obj))
	}
	return refs
}
