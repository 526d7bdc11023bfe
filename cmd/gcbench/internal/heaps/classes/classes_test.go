package classes

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source/sourcetest"
	"github.com/seed-3ccf4018/halfmark/heap/dump"
)

// TestOf: names where the file has them, else sizes. A plain graph has neither.
func TestOf(t *testing.T) {
	list := func(h *source.Heap) (all []string) {
		table, err := Of(h)
		require.NoError(t, err)
		for _, o := range table.All {
			all = append(all, table.Names[o.Class])
		}
		return all
	}
	assert.Equal(t, []string{"A", "B", "A"}, list(sourcetest.Classed(t, []string{"A", "B", "A"}, nil)))
	assert.Equal(t, []string{"A", None}, list(sourcetest.Classed(t, []string{"A", ""}, nil)))
	snapshot := sourcetest.Chain(t, 3, func(i int) uint64 { return uint64(i % 2 * 1000) })
	assert.Equal(t, []string{"24 B", "1,024 B", "24 B"}, list(snapshot))
	snapshot.Format = dump.EdgeList
	_, err := Of(snapshot)
	assert.EqualError(t, err, "x.heap (edge list) does not say the classes of objects")
	assert.True(t, Named(sourcetest.Classed(t, []string{"A"}, nil)))
	assert.False(t, Named(snapshot))
}
