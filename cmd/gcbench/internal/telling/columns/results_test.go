package columns

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// measured are results of one worker and of two.
func measured() []schema.Result {
	all := make([]schema.Result, 2)
	for i := range all {
		all[i] = schema.Result{Facts: schema.Facts{Shape: "tree", Objects: 10, Live: 5}, Workers: i + 1, OverFloor: schema.Known(2.0), MedianNS: 1000}
	}
	return all
}

// TestResults: what only some results have has a column, and the others a dash.
func TestResults(t *testing.T) {
	titles := func(results []schema.Result) (all []string) {
		for _, c := range Results(results, nil).Columns {
			all = append(all, c.Title)
		}
		return all
	}
	results := measured()
	assert.Contains(t, titles(results), "x limit")
	assert.NotContains(t, titles(results), "overflow")
	for i := range results {
		results[i].OverFloor = nil
	}
	assert.NotContains(t, titles(results), "x limit")
	results[1].Stats.OverflowRefs = 3
	assert.Contains(t, titles(results), "overflow")
	misses := 2.0
	results[1].Counters = &schema.Counts{TLBMisses: &misses}
	assert.Contains(t, titles(results), "TLB miss")
	assert.NotContains(t, titles(results), "LLC miss")
}

// TestCVs: one process is not reported as several.
func TestCVs(t *testing.T) {
	one := schema.Result{SamplesNS: make([]float64, 7), CV: 0.1}
	assert.Equal(t, "10", cvs(&one))
	one.CVBetween = schema.Known(0.2)
	assert.Equal(t, "10+20", cvs(&one))
	assert.Equal(t, "-", cvs(&schema.Result{SamplesNS: make([]float64, 1)}))
}
