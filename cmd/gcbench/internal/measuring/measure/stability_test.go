package measure

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// TestStability: results are grouped if they differ in the seed alone, or in the layout
// alone. Live objects and edges differ with the seed.
func TestStability(t *testing.T) {
	one := func(shape, layout string, seed uint64, workers int, ns float64) schema.Result {
		return schema.Result{Facts: schema.Facts{Shape: shape, Layout: layout, Seed: seed, Objects: 10, Live: uint64(ns)}, Workers: workers, MedianNS: ns}
	}
	all := StabilityOf([]schema.Result{
		one("tree", "alloc", 1, 1, 100), one("tree", "alloc", 1, 2, 50), one("tree", "alloc", 2, 1, 110), one("tree", "alloc", 2, 2, 50),
		one("tree", "shuffled", 1, 1, 300), one("list", "alloc", 1, 1, 70),
	})
	require.Len(t, all, 3)
	first := uint64(1)
	for i, want := range []schema.Stability{
		{Over: "seed", Shape: "tree", Layout: "alloc", Objects: 10, Workers: 1, Medians: []float64{100, 110}, CV: 0.0673435},
		{Over: "seed", Shape: "tree", Layout: "alloc", Objects: 10, Workers: 2, Medians: []float64{50, 50}},
		{Over: "layout", Shape: "tree", Seed: &first, Objects: 10, Workers: 1, Medians: []float64{100, 300}, CV: 0.707107},
	} {
		assert.Equal(t, want, all[i])
	}
	assert.Empty(t, StabilityOf([]schema.Result{one("tree", "alloc", 1, 1, 100), one("list", "alloc", 2, 1, 100)}))
}
