package mark_test

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// A Marker that New has not made marks nothing, and says so.
func TestZeroMarker(t *testing.T) {
	var m mark.Marker
	h, g := listHeap(t, 3), ring(3)
	for name, call := range map[string]func() error{
		"MarkGraph":        func() error { _, err := m.MarkGraph(t.Context(), g, nil); return err },
		"MarkGraphWithout": func() error { _, err := m.MarkGraphWithout(t.Context(), g, nil, nil); return err },
		"ExtendGraph":      func() error { _, err := m.ExtendGraph(t.Context(), g, nil); return err },
		"ExtendGraphOnce":  func() error { _, err := m.ExtendGraphOnce(t.Context(), g, nil); return err },
		"MarkHeap":         func() error { _, err := m.MarkHeap(t.Context(), h); return err },
		"ExtendHeap":       func() error { _, err := m.ExtendHeap(t.Context(), h, nil); return err },
		"ResumeHeap": func() error {
			_, err := m.ResumeHeap(t.Context(), h, heap.NewBitmap(h.Granules()), nil)
			return err
		},
	} {
		require.ErrorIs(t, call(), mark.ErrClosed, name)
	}
	m.Close()
}

// A mark whose context has ended takes no memory, and its result holds nothing.
func TestDeadContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := mark.Graph(ctx, mark.Func{Nodes: 1_000_000_000, Successors: func([]uint32, uint32) []uint32 { panic("nobody shall ask") }}, []uint32{0}, mark.Options{})
	runtime.ReadMemStats(&after)
	require.EqualError(t, err, "mark: stopped before it began: enough")
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20))
	require.Zero(t, r.Count())
	require.False(t, r.Has(0))
	require.Empty(t, slices.Collect(r.All()))
	require.Nil(t, r.Timeline())
	text, err := json.Marshal(r)
	require.NoError(t, err)
	require.Equal(t, "[]", string(text))
	found, err := mark.Heap(ctx, listHeap(t, 10), mark.Options{})
	require.EqualError(t, err, "mark: stopped before it began: enough")
	require.Zero(t, found.Count())
	require.Zero(t, found.Marks.Count())
}
