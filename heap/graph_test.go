package heap

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestGraph: the nodes are Refs, nil references are left out, and the rest keep their order.
func TestGraph(t *testing.T) {
	var b Builder
	b.Add(8, 1, NoObject, 2, 1)
	b.Add(0)
	b.Add(24, 0)
	b.Root(2)
	b.Root(0)
	b.Root(2)
	h, err := b.Build()
	require.NoError(t, err)
	var at []uint32
	for _, r := range h.Objects() {
		at = append(at, uint32(r))
	}
	g := h.Graph()
	assert.Same(t, h, g.Heap())
	assert.Equal(t, int(h.Granules()), g.NumNodes())
	assert.Equal(t, []uint32{at[2], at[0], at[2]}, g.Roots())
	assert.Equal(t, []uint32{7, at[1], at[2], at[1]}, g.AppendSuccessors([]uint32{7}, at[0]))
	assert.Empty(t, g.AppendSuccessors(nil, at[1]))
	assert.Equal(t, []uint32{at[0]}, g.AppendSuccessors(nil, at[2]))
	assert.PanicsWithError(t, "heap: a reference leads to granule 0, where no object can be: check the heap before it is marked",
		func() { g.AppendSuccessors(nil, 0) })
}
