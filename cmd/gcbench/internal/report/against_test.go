package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// measuredRun is a report on a tree, with a time for each number of workers.
func measuredRun(change func(*Result), ns map[int]float64) *Run {
	var run Run
	for workers, ns := range ns {
		r := Result{Facts: Facts{Shape: "tree", Objects: 9, Edges: 8, Seed: 1}, Workers: workers, MedianNS: ns}
		if change != nil {
			change(&r)
		}
		run.Results = append(run.Results, r)
	}
	return &run
}

// What was measured is the median over the reports that have the same heap, workers and
// choices. A speedup is one within a report, and so is that of the simulation.
func TestAgainst(t *testing.T) {
	curve := func() *MarkCurve {
		return &MarkCurve{
			Name: "tree", Facts: Facts{Shape: "tree", Objects: 9, Edges: 8, Seed: 1, Live: 10}, OneNS: 999,
			Points: []MarkPoint{{Workers: 4, VirtualNS: 30}, {Workers: 1, VirtualNS: 90}, {Workers: 64, VirtualNS: 10}},
		}
	}
	c := curve()
	found := c.Against([]*Run{
		measuredRun(nil, map[int]float64{1: 200, 4: 100}), measuredRun(nil, map[int]float64{1: 300, 4: 100}), measuredRun(nil, map[int]float64{4: 700}),
		measuredRun(nil, map[int]float64{1: 800, 4: 200}),
	})
	require.Equal(t, 2, found)
	assert.Equal(t, &Measured{Reports: 4, NS: 150, Speedup: 3, Simulated: 3}, c.Points[0].Measured)
	assert.Equal(t, &Measured{Reports: 3, NS: 300, Speedup: 1, Simulated: 1}, c.Points[1].Measured)
	assert.Nil(t, c.Points[2].Measured)
	var out strings.Builder
	require.NoError(t, NewAgainstTable(&out, []string{"tree"}).Rows(c))
	assert.Regexp(t, `\ntree +4 +4 +15.0 +3.0 +3.00 +3.00 +1.00\n`, out.String())
	assert.NotContains(t, out.String(), " 64 ")

	for what, change := range map[string]func(*Result){
		"shape": func(r *Result) { r.Shape = "list" }, "layout": func(r *Result) { r.Layout = "bfs" }, "objects": func(r *Result) { r.Objects++ },
		"edges": func(r *Result) { r.Edges++ }, "seed": func(r *Result) { r.Seed++ }, "grain": func(r *Result) { r.Grain++ },
	} {
		c := curve()
		assert.Zero(t, c.Against([]*Run{measuredRun(change, map[int]float64{1: 200, 4: 100})}), what)
		assert.Nil(t, c.Points[0].Measured)
	}

	c = curve()
	require.Equal(t, 1, c.Against([]*Run{measuredRun(nil, map[int]float64{4: 700})}))
	assert.Zero(t, c.Points[0].Measured.Speedup, "nobody measured one worker")
	out.Reset()
	require.NoError(t, NewAgainstTable(&out, []string{"tree"}).Rows(c))
	assert.Regexp(t, `\ntree +4 +1 +70.0 +3.0 +- +- +-\n`, out.String())
}
