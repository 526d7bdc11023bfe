package sweep

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// measuredRun is a report on a tree, with a time for each number of workers.
func measuredRun(change func(*schema.Result), ns map[int]float64) *schema.Run {
	var run schema.Run
	for workers, ns := range ns {
		r := schema.Result{Facts: schema.Facts{Shape: "tree", Objects: 9, Edges: 8, Seed: 1}, Workers: workers, MedianNS: ns}
		if change != nil {
			change(&r)
		}
		run.Results = append(run.Results, r)
	}
	return &run
}

// The measured figure is the median over the reports that have the same heap, workers
// and choices. A speedup is one within a report, and so is that of the simulation.
func TestAgainst(t *testing.T) {
	curve := func() *schema.MarkCurve {
		return &schema.MarkCurve{
			Name: "tree", Facts: schema.Facts{Shape: "tree", Objects: 9, Edges: 8, Seed: 1, Live: 10}, OneNS: 999,
			Points: []schema.MarkPoint{{Workers: 4, VirtualNS: 30}, {Workers: 1, VirtualNS: 90}, {Workers: 64, VirtualNS: 10}},
		}
	}
	c := curve()
	found := Against(c, []*schema.Run{
		measuredRun(nil, map[int]float64{1: 200, 4: 100}), measuredRun(nil, map[int]float64{1: 300, 4: 100}), measuredRun(nil, map[int]float64{4: 700}),
		measuredRun(nil, map[int]float64{1: 800, 4: 200}),
	})
	require.Equal(t, 2, found)
	assert.Equal(t, &schema.Measured{Reports: 4, NS: 150, Speedup: 3, Simulated: 3}, c.Points[0].Measured)
	assert.Equal(t, &schema.Measured{Reports: 3, NS: 300, Speedup: 1, Simulated: 1}, c.Points[1].Measured)
	assert.Nil(t, c.Points[2].Measured)
	for what, change := range map[string]func(*schema.Result){
		"shape": func(r *schema.Result) { r.Shape = "list" }, "layout": func(r *schema.Result) { r.Layout = "bfs" }, "objects": func(r *schema.Result) { r.Objects++ },
		"edges": func(r *schema.Result) { r.Edges++ }, "seed": func(r *schema.Result) { r.Seed++ }, "grain": func(r *schema.Result) { r.Grain++ },
	} {
		c := curve()
		assert.Zero(t, Against(c, []*schema.Run{measuredRun(change, map[int]float64{1: 200, 4: 100})}), what)
		assert.Nil(t, c.Points[0].Measured)
	}

	c = curve()
	require.Equal(t, 1, Against(c, []*schema.Run{measuredRun(nil, map[int]float64{4: 700})}))
	assert.Zero(t, c.Points[0].Measured.Speedup, "nobody measured one worker")
}

// Predicted looks the other way round. It needs a time of one worker, and the same heap and choices.
func TestPredicted(t *testing.T) {
	curves := schema.MarkCurves{
		{Facts: schema.Facts{Shape: "list"}, Points: []schema.MarkPoint{{Workers: 1, VirtualNS: 7}, {Workers: 4, VirtualNS: 7}}},
		{Facts: schema.Facts{Shape: "tree", Objects: 9, Edges: 8, Seed: 1}, Points: []schema.MarkPoint{{Workers: 4, VirtualNS: 30}, {Workers: 1, VirtualNS: 90}}},
	}
	for workers, want := range map[int]float64{1: 1, 4: 3, 64: 0} {
		assert.Equal(t, want, Predicted(curves, &measuredRun(nil, map[int]float64{workers: 5}).Results[0]))
	}
	other := measuredRun(func(r *schema.Result) { r.Grain++ }, map[int]float64{4: 5})
	assert.Zero(t, Predicted(curves, &other.Results[0]))
	curves[1].Points = curves[1].Points[:1]
	assert.Zero(t, Predicted(curves, &measuredRun(nil, map[int]float64{4: 5}).Results[0]), "nobody simulated one worker")
}
