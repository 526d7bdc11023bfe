package heap_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// A heap with other roots has the same objects, and other live ones. The first heap stays as it was.
func TestWithRoots(t *testing.T) {
	var b heap.Builder
	leaf := b.Add(8)
	node := b.Add(0, leaf)
	alone := b.Add(0)
	b.Root(alone)
	h, err := b.Build()
	require.NoError(t, err)
	for _, c := range []struct {
		roots []uint32
		live  uint64
	}{{nil, 0}, {[]uint32{leaf}, 1}, {[]uint32{node}, 2}, {[]uint32{node, alone, leaf}, 3}} {
		roots := make([]heap.Ref, len(c.roots))
		objects := []heap.Ref{}
		for _, ref := range h.Objects() {
			objects = append(objects, ref)
		}
		for i, r := range c.roots {
			roots[i] = objects[r]
		}
		other, err := h.WithRoots(roots...)
		require.NoError(t, err)
		require.NoError(t, other.Check())
		reached, err := heap.Reachable(other)
		require.NoError(t, err)
		assert.Equal(t, c.live, reached.Count)
		if len(roots) > 0 {
			roots[0] = heap.Nil // the heap has its copy
			assert.NotEqual(t, heap.Nil, other.Roots()[0])
		}
	}
	assert.Len(t, h.Roots(), 1)
	for _, bad := range []heap.Ref{heap.Nil, heap.Ref(h.Granules()), 1<<32 - 1} {
		_, err := h.WithRoots(bad)
		assert.ErrorContains(t, err, "no object is at granule")
	}
}
