package cli

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// ofShapes are two results with the same processes, of two shapes.
func ofShapes(a, b string) func(map[string]any) {
	return func(r map[string]any) {
		one := r["results"].([]any)[0].(map[string]any)
		other := maps.Clone(one)
		one["shape"], other["shape"] = a, b
		r["results"] = []any{one, other}
	}
}

// TestFailAboveNamesTheWorst of several rows that are too slow, and asks for a verdict.
func TestFailAboveNamesTheWorst(t *testing.T) {
	a := recorded(t, ofShapes("tree", "list"), around(1000, 12)...)
	slower := func(tree, list float64) string {
		return recorded(t, func(r map[string]any) {
			ofShapes("tree", "list")(r)
			for i, factor := range []float64{tree, list} {
				one := r["results"].([]any)[i].(map[string]any)
				var processes []any
				for _, samples := range around(1000*factor, 12) {
					processes = append(processes, map[string]any{"samples_ns": samples, "reference": steadyReference()})
				}
				one["invocations"] = processes
			}
		}, around(1000, 12)...)
	}
	for b, worst := range map[string]string{slower(1.2, 1.5): "list with 1 worker: B/A 1.5", slower(1.5, 1.2): "tree with 1 worker: B/A 1.5"} {
		status, _, stderr := runCLI("compare", a, b, "--fail-above", "5%")
		assert.Equal(t, session.ExitLimit, status)
		assert.Contains(t, stderr, "2 rows slower by more than that, most of all "+worst)
	}
	status, _, stderr := runCLI("compare", a, slower(1.035, 1), "--fail-above", "3%")
	assert.Equal(t, session.ExitOK, status, "more than 3 % slower, and nobody knows")
	assert.Contains(t, stderr, "--fail-above does not judge unsure rows: 1 row")
}
