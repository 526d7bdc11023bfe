package page

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// inWay is a result that was marked by owners or with shared bits.
func inWay(way, shape string, workers int, speedup, ns float64) schema.Result {
	r := measured(shape, workers, speedup, ns)
	r.Marking = way
	return r
}

// simulatedWay is the curve of a heap of measured: these virtual times with 1, 2 and 4 workers.
func simulatedWay(way, shape string, ns ...int64) schema.MarkCurve {
	r := inWay(way, shape, 1, 1, 1)
	c := schema.MarkCurve{Name: shape + " " + way, Facts: r.Facts, Choices: r.Choices, OneNS: ns[0], WorkNS: 1, SpanNS: 1, Ceiling: 9}
	for i, t := range ns {
		c.Points = append(c.Points, schema.MarkPoint{Workers: 1 << i, VirtualNS: t, Speedup: float64(ns[0]) / float64(t), Limit: 9, HeldBy: "idle"})
	}
	return c
}

// TestMarking: owners win with two workers, and shared bits with four. The prediction is right about the first.
func TestMarking(t *testing.T) {
	results := []schema.Result{
		inWay("owner", "tree", 1, 1, 8000), inWay("owner", "tree", 2, 2, 4000), inWay("owner", "tree", 4, 1, 8000),
		inWay("shared", "tree", 1, 1, 8000), inWay("shared", "tree", 2, 1, 8000), inWay("shared", "tree", 4, 2, 4000),
		inWay("shared", "grid", 1, 1, 8000), inWay("shared", "grid", 2, 1, 8000),
	}
	text := plain(write(t, read(t, "me.json", run(results...))))
	const says = "With 2 workers owners of mark bits are faster on 1 of 1 heap and shared bits on 0, with 4 on 0 of 1 and 1."
	assert.Contains(t, text, says)
	assert.NotContains(t, text, "ratio predicted")

	predicted := schema.Simulation{Schema: schema.SimSchema, Model: "mark", Results: &schema.MarkCurves{
		simulatedWay("owner", "tree", 1000, 500, 250), simulatedWay("shared", "tree", 1000, 800, 400),
	}}
	page := write(t, read(t, "me.json", run(results...)), read(t, "predicted.json", predicted))
	assert.Contains(t, plain(page), says+" Where both differ by more than 5 %, the prediction names the faster one in 1 of 2 rows. Its ratio is off by 100 % on average.")
	assert.Contains(t, plain(page), "tree 4 1.00 2.00 0.50 4.00 2.50 1.60")
	assert.Contains(t, page, "marking owner, predicted")
	for _, x := range results {
		require.NotContains(t, plain(write(t, read(t, "one.json", run(x)))), "owners of mark bits are", "one way cannot be better")
	}
}
