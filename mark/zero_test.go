package mark_test

import (
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
