package report

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestStability: results are grouped if they differ in the seed alone, or in the layout
// alone. Live objects and edges differ with the seed.
func TestStability(t *testing.T) {
	one := func(shape, layout string, seed uint64, workers int, ns float64) Result {
		return Result{Facts: Facts{Shape: shape, Layout: layout, Seed: seed, Objects: 10, Live: uint64(ns)}, Workers: workers, MedianNS: ns}
	}
	all := StabilityOf([]Result{
		one("tree", "alloc", 1, 1, 100), one("tree", "alloc", 1, 2, 50), one("tree", "alloc", 2, 1, 110), one("tree", "alloc", 2, 2, 50),
		one("tree", "shuffled", 1, 1, 300), one("list", "alloc", 1, 1, 70),
	})
	require.Len(t, all, 3)
	first := uint64(1)
	for i, want := range []Stability{
		{Over: "seed", Shape: "tree", Layout: "alloc", Objects: 10, Workers: 1, Medians: []float64{100, 110}, CV: 0.0673435},
		{Over: "seed", Shape: "tree", Layout: "alloc", Objects: 10, Workers: 2, Medians: []float64{50, 50}},
		{Over: "layout", Shape: "tree", Seed: &first, Objects: 10, Workers: 1, Medians: []float64{100, 300}, CV: 0.707107},
	} {
		assert.Equal(t, want, all[i])
	}
	var b bytes.Buffer
	require.NoError(t, PrintStability(&b, all))
	assert.Equal(t, `
over       shape  layout    seed  workers    least     most      cv
2 seeds    tree   alloc        -        1   100 ns   110 ns   6.7 %
2 seeds    tree   alloc        -        2  50.0 ns  50.0 ns   0.0 %
2 layouts  tree   -            1        1   100 ns   300 ns    71 %
`, b.String())
	b.Reset()
	require.NoError(t, PrintStability(&b, StabilityOf([]Result{one("tree", "alloc", 1, 1, 100), one("list", "alloc", 2, 1, 100)})))
	assert.Empty(t, b.String())
}

// TestStabilityOfGroups: each thing in which groups differ has a column.
func TestStabilityOfGroups(t *testing.T) {
	var results []Result
	for _, queue := range []string{"abp", "locked"} {
		for _, objects := range []uint64{10, 2000} {
			for seed := range uint64(3) {
				results = append(results, Result{Facts: Facts{Heap: "dir/a\n.heap", Seed: seed, Objects: objects}, Workers: 1, Choices: Choices{Deque: queue}, Preset: "go", MedianNS: 100})
			}
		}
	}
	var b bytes.Buffer
	require.NoError(t, PrintStability(&b, StabilityOf(results)))
	assert.Equal(t, `
over       heap       objects  queue      workers    least     most      cv
3 seeds    a?.heap         10  abp              1   100 ns   100 ns   0.0 %
3 seeds    a?.heap      2,000  abp              1   100 ns   100 ns   0.0 %
3 seeds    a?.heap         10  locked           1   100 ns   100 ns   0.0 %
3 seeds    a?.heap      2,000  locked           1   100 ns   100 ns   0.0 %
`, b.String())
}
