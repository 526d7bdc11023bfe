package shape

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// reordered is h in another order, and checked.
func reordered(t *testing.T, h *heap.Heap, order []heap.Ref) *heap.Heap {
	t.Helper()
	r, err := Reorder(h, slices.Values(order))
	require.NoError(t, err)
	require.NoError(t, r.Check())
	assert.Equal(t, h.NumObjects(), r.NumObjects())
	assert.Equal(t, h.NumEdges(), r.NumEdges())
	assert.Len(t, r.Arena(), len(h.Arena()))
	assert.Len(t, r.Roots(), len(h.Roots()))
	return r
}

// turned is a list backwards.
func turned(refs []heap.Ref) []heap.Ref {
	slices.Reverse(refs)
	return refs
}

// TestReorderIsTheLayout: a heap in the order of allocation that is put into a layout is the heap that is built in
// this layout, bit by bit. So it is with each shape.
func TestReorderIsTheLayout(t *testing.T) {
	for _, s := range Shapes() {
		alloc, err := s.Build(Params{Objects: 700, Seed: 3, Layout: Alloc})
		require.NoError(t, err)
		for _, layout := range Layouts() {
			want, err := s.Build(Params{Objects: 700, Seed: 3, Layout: layout})
			require.NoError(t, err)
			got := reordered(t, alloc, layout.Order(alloc, 3))
			require.Equal(t, want.Arena(), got.Arena(), "%s, %v", s.Name, layout)
			require.Equal(t, want.Roots(), got.Roots(), "%s, %v", s.Name, layout)
		}
	}
}

// TestReorderHugeAndEmpty: objects of all sizes keep what they have, nothing live leaves the order as it is, and what is
// named twice or is no object is refused.
func TestReorderHugeAndEmpty(t *testing.T) {
	var b heap.Builder
	refs := make([]uint32, 5000)
	for i := range refs {
		refs[i] = heap.NoObject
	}
	refs[4999] = 2
	b.Root(b.Add(24, refs...))
	b.Add(4096)
	b.Add(8, 0, 1)
	h, err := b.Build()
	require.NoError(t, err)
	assert.Equal(t, h.Arena(), reordered(t, h, nil).Arena())
	all := Alloc.Order(h, 0)
	back := reordered(t, h, []heap.Ref{all[2], all[1], all[0]})
	assert.Equal(t, h.Arena(), reordered(t, back, turned(Alloc.Order(back, 0))).Arena())
	for _, bad := range [][]heap.Ref{{all[0], all[0]}, {2}, {all[0], all[1], all[2], all[0]}, {1 << 30}} {
		_, err := Reorder(h, slices.Values(bad))
		require.ErrorContains(t, err, "entry", "%v", bad)
	}
	var none heap.Builder
	none.Add(0)
	garbage, err := none.Build()
	require.NoError(t, err)
	assert.Equal(t, garbage.Arena(), reordered(t, garbage, BFS.Order(garbage, 0)).Arena())
}
