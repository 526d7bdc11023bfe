package schema

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFieldNames: scripts and older reports rely on them.
func TestFieldNames(t *testing.T) {
	has := func(v any, fields ...string) {
		text, err := json.Marshal(v)
		require.NoError(t, err)
		var m map[string]any
		require.NoError(t, json.Unmarshal(text, &m))
		for _, field := range fields {
			assert.Contains(t, m, field)
		}
	}
	has(Result{}, "invocations", "cv_between", "cpu_ns", "counters")
	has(Invocation{}, "pid", "samples_ns", "warmup_dropped", "warmup_ns", "median_ns", "cpu_ns", "probe_ns", "reference", "voluntary_switches", "involuntary_switches", "stolen_ns")
	has(Reference{}, "version", "ns")
	has(CompareRow{}, "a", "b", "ratio", "ci95", "ci99", "verdict", "reason", "reference")
	has(CompareReference{}, "ratio", "ci95", "felt", "uncorrected")
	has(Run{}, "schema", "env", "partial", "warnings", "results", "stability")
	has(Stability{}, "over", "shape", "heap", "layout", "seed", "objects", "workers", "queue", "preset", "medians_ns", "cv")
	has(CompareTime{}, "heap", "workers", "median_ns", "invocations", "medians_ns", "cv_between", "cpu_ns")
	has(CompareSummary{}, "ratio", "ci95", "ci99", "verdict", "counts")
	has(CompareSide{}, "name", "env")
}

// TestWarnOnce: what several processes say is there once, whatever their figures.
func TestWarnOnce(t *testing.T) {
	r := Run{}
	r.Warn("3.5 % of 2 pages", "it is late")
	r.Warn("it is late", "12 % of 1 pages", "it is early")
	assert.Equal(t, []string{"3.5 % of 2 pages", "it is late", "it is early"}, r.Warnings)
	r.Warn("x1.heap is cut", "x2.heap is cut", "used 1.4 of 2 (now 800 to 4200 MHz)", "used 1 of 4 (now 900 to 1000 MHz)", "12% 3 4", "9% 1 2")
	assert.Equal(t, []string{"x1.heap is cut", "x2.heap is cut", "used 1.4 of 2 (now 800 to 4200 MHz)", "12% 3 4"}, r.Warnings[3:])
}

// TestPlusMinus is the larger half of the interval.
func TestPlusMinus(t *testing.T) {
	assert.InDelta(t, 0.2, (&Result{MedianNS: 100, CI95NS: []float64{80, 105}}).PlusMinus(), 1e-9)
	assert.InDelta(t, 0.3, (&Result{MedianNS: 100, CI95NS: []float64{80, 130}}).PlusMinus(), 1e-9)
}
