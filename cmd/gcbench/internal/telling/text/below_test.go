package text

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// TestCoverage: one process is not reported as several.
func TestCoverage(t *testing.T) {
	between := 0.2
	one := schema.Result{Invocations: make([]schema.Invocation, 1), SamplesNS: make([]float64, 7), CV: 0.1}
	two, six := one, one
	two.Invocations, six.Invocations, six.CVBetween = make([]schema.Invocation, 2), make([]schema.Invocation, 6), &between
	assert.Empty(t, Coverage(nil))
	assert.Contains(t, Coverage([]schema.Result{one, one}), "interval of one process;")
	assert.Contains(t, Coverage([]schema.Result{six, six}), "over 6 processes.")
	assert.Contains(t, Coverage([]schema.Result{six, one, two}), "over 1 to 6 processes.")
}

// TestPaging: a line for each mapped heap, with the least and the greatest figure of its results.
func TestPaging(t *testing.T) {
	result := func(file string, mapped bool, figures ...float64) schema.Result {
		r := schema.Result{Facts: schema.Facts{Heap: file, Mapped: mapped}}
		if figures != nil {
			r.MajorFaults, r.ReadBytes = &figures[0], &figures[1]
		}
		return r
	}
	assert.Empty(t, Paging([]schema.Result{result("a.heap", false)}))
	assert.Equal(t, "a.heap is mapped: page faults are in the times\n", Paging([]schema.Result{result("a.heap", true), result("a.heap", true)}))
	assert.Equal(t, "a.heap is mapped: page faults are in the times (a mark reads 2.00 MiB from the\n  disk and waits for it at 1 fault)\n"+
		"b.heap is mapped: page faults are in the times (a mark reads 1.00 MiB to\n  3.00 MiB from the disk and waits for it at 5 faults to 9 faults)\n",
		Paging([]schema.Result{
			result("a.heap", true, 1, 2<<20), result("b.heap", true, 9, 1<<20), result("c.heap", false, 1, 1),
			result("a.heap", true, 1, 2<<20), result("b.heap", true, 5, 3<<20), result("b.heap", true, 7, 2<<20),
		}))
}

// TestStabilityOfGroups: each thing in which groups differ has a column.
func TestStabilityOfGroups(t *testing.T) {
	var results []schema.Result
	for _, queue := range []string{"abp", "locked"} {
		for _, objects := range []uint64{10, 2000} {
			for seed := range uint64(3) {
				results = append(results, schema.Result{Facts: schema.Facts{Heap: "dir/a\n.heap", Seed: seed, Objects: objects}, Workers: 1, Choices: schema.Choices{Deque: queue}, Preset: "go", MedianNS: 100})
			}
		}
	}
	assert.Equal(t, `
over       heap       objects  deque      workers    least     most      cv
3 seeds    a?.heap         10  abp              1   100 ns   100 ns   0.0 %
3 seeds    a?.heap      2,000  abp              1   100 ns   100 ns   0.0 %
3 seeds    a?.heap         10  locked           1   100 ns   100 ns   0.0 %
3 seeds    a?.heap      2,000  locked           1   100 ns   100 ns   0.0 %
`, Stability(measure.StabilityOf(results)))
}

// TestStability: what is of several heaps has a dash.
func TestStability(t *testing.T) {
	first := uint64(1)
	assert.Equal(t, `
over       shape  layout    seed  workers    least     most      cv
2 seeds    tree   alloc        -        1   100 ns   110 ns   6.7 %
2 seeds    tree   alloc        -        2  50.0 ns  50.0 ns   0.0 %
2 layouts  tree   -            1        1   100 ns   300 ns    71 %
`, Stability([]schema.Stability{
		{Over: "seed", Shape: "tree", Layout: "alloc", Objects: 10, Workers: 1, Medians: []float64{100, 110}, CV: 0.0673435},
		{Over: "seed", Shape: "tree", Layout: "alloc", Objects: 10, Workers: 2, Medians: []float64{50, 50}},
		{Over: "layout", Shape: "tree", Seed: &first, Objects: 10, Workers: 1, Medians: []float64{100, 300}, CV: 0.707107},
	}))
	assert.Empty(t, Stability(nil))
}
