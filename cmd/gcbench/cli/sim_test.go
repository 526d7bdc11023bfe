package cli

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestSimBarriers: a line for each barrier, and the run of one that loses. A barrier that is cut says so.
func TestSimBarriers(t *testing.T) {
	out := mustRun(t, "sim", "barriers", "--barrier", "none,dijkstra", "--rescan")
	assert.Regexp(t, `(?m)^none +loses in 10 steps, [\d,]+ states\ndijkstra +safe, 137,493 states$`, out)
	out = mustRun(t, "sim", "barriers", "--barrier", "hybrid", "--new", "white")
	assert.Contains(t, out, "loses in 3 steps")
	assert.Contains(t, out, "  2. mutator 0 allocates C, which is white\n")
	assert.Contains(t, out, "reachable, and white.\n")
}

// TestSlowSimMakespan: one grid, the same report, table and picture each time. With
// -short there is one run: that the published figures come out again shows the
// same.
func TestSlowSimMakespan(t *testing.T) {
	tagged.Slow(t)
	t.Parallel()
	svg := filepath.Join(t.TempDir(), "figure.svg")
	args := []string{"sim", "makespan", "--quick", "--reps", "3", "--seed", "7", "--json", "-", "--svg", svg}
	status, stdout, stderr := runCLI(args...)
	require.Equal(t, session.ExitOK, status, stderr)
	r := decode(t, stdout)
	assert.Equal(t, "gcbench-sim/1", r["schema"])
	assert.Equal(t, "makespan", r["model"])
	assert.Equal(t, 7.0, r["seed"])
	cells := r["results"].([]any)
	require.Len(t, cells, 6)
	for _, c := range cells {
		checkMakespanCell(t, c.(map[string]any))
	}
	assert.Contains(t, stderr, " 16384 ", "the table has a row")
	assert.Contains(t, stderr, "bounds are 3.65 and 3.02")
	assert.Contains(t, read(t, svg), "</svg>")
	if testing.Short() {
		return
	}

	sameAgain(t, stdout, args)
}

// sameAgain: the same command, which has --seed 7, prints the same, and with
// another seed something else.
func sameAgain(t *testing.T, first string, args []string) {
	t.Helper()
	status, second, _ := runCLI(args...)
	require.Equal(t, session.ExitOK, status)
	assert.Equal(t, first, second)
	other := slices.Clone(args)
	other[slices.Index(args, "--seed")+1] = "8"
	_, third, _ := runCLI(other...)
	assert.NotEqual(t, first, third)
}

func checkMakespanCell(t *testing.T, c map[string]any) {
	t.Helper()
	assert.Equal(t, 3.0, c["runs"])
	for _, name := range []string{"standard", "cooperative"} {
		v := c[name].(map[string]any)
		for _, figure := range []string{"beyond", "constant", "requests", "granted"} {
			e := v[figure].(map[string]any)
			ci := e["ci95"].([]any)
			assert.LessOrEqual(t, ci[0], e["mean"], "%s %s", name, figure)
			assert.LessOrEqual(t, e["mean"], ci[1], "%s %s", name, figure)
		}
		mean := v["beyond"].(map[string]any)["mean"]
		assert.Positive(t, mean)
		assert.LessOrEqual(t, mean, v["longest"])
		assert.Less(t, v["longest"], v["bound"])
	}
	assert.Less(t, c["scattered"].(map[string]any)["mean"], 0.6)
	assert.Positive(t, c["ratio"].(map[string]any)["mean"])
}

// TestSlowSimBalance: the report has every block, and the theorem's systems stay low
// where the others do not.
func TestSlowSimBalance(t *testing.T) {
	tagged.Slow(t)
	status, stdout, table := runCLI("sim", "balance", "--quick", "--reps", "2", "--seed", "5", "--json", "-")
	require.Equal(t, session.ExitOK, status)
	assert.Contains(t, table, "oneempty")
	var results schema.Balance
	r := schema.Simulation{Results: &results}
	require.NoError(t, json.Unmarshal([]byte(stdout), &r))
	assert.Equal(t, schema.SimSchema, r.Schema)
	assert.Equal(t, "balance", r.Model)
	assert.EqualValues(t, 5, r.Seed)
	low, high := 0, 0
	for _, c := range results.Sizes {
		switch c.Scheme {
		case "symmetric", "asymmetric":
			assert.Less(t, c.Load.Mean, 4.5)
			low++
		case "oneempty", "oneprob":
			assert.Greater(t, c.Load.Mean, float64(c.Processes)/2)
			high++
		}
		assert.Equal(t, c.Processes == schema.DrawnProcesses, c.Curve != nil)
	}
	assert.Equal(t, 6, low)
	assert.Equal(t, 6, high)
	assert.NotEmpty(t, results.Patterns)
	assert.NotEmpty(t, results.Rates)
	assert.NotEmpty(t, results.Shrinking)
}

// TestSlowSimDag: two runs write the same bytes; alone, low-cost stealing costs
// nothing; a conventional deque costs the work and more.
func TestSlowSimDag(t *testing.T) {
	tagged.Slow(t)
	t.Parallel()
	dir := t.TempDir()
	svg := filepath.Join(dir, "dag.svg")
	args := []string{"sim", "dag", "--quick", "--reps", "2", "--json", "-", "--svg", svg}
	status, first, table := runCLI(args...)
	require.Equal(t, session.ExitOK, status)
	assert.Contains(t, table, "lowcost/P·span")
	drawn := read(t, svg)
	assert.Contains(t, drawn, "</svg>")
	_, second, _ := runCLI(args...)
	assert.Equal(t, first, second)
	assert.Equal(t, drawn, read(t, svg))

	var results schema.Dag
	r := schema.Simulation{Results: &results}
	require.NoError(t, json.Unmarshal([]byte(first), &r))
	assert.Equal(t, schema.SimSchema, r.Schema)
	assert.Equal(t, "dag", r.Model)
	alone := results.Processors[0]
	assert.Equal(t, 1, alone.Processors)
	assert.Zero(t, alone.LowCost.Synchronization.Mean+alone.LowCost.Notifications.Mean+alone.LowCost.Attempts.Mean)
	for _, c := range results.Balanced {
		assert.EqualValues(t, 1<<c.Depth-1, c.Work.Mean)
		assert.Greater(t, c.Conventional.Synchronization.Mean, c.Work.Mean)
		assert.Less(t, c.LowCost.SynchronizationPerPSpan, 10.0)
	}
	assert.NotEmpty(t, results.Unbalanced)
}

// TestSimUsage: errors name the flag, and the help of the model.
func TestSimUsage(t *testing.T) {
	for args, says := range map[string]string{
		"makespan --reps 1":           "--reps: 1 run",
		"balance --reps 1":            "--reps: 1 run",
		"dag --reps 1":                "--reps: 1 run",
		"makespan --reps 0":           "1 to 10000",
		"makespan --json - --svg -":   "--json and --svg both write to standard output",
		"makespan --seed -1":          "--seed",
		"makespan --svg":              "--svg",
		"makespan 5":                  `unexpected argument "5"`,
		"":                            "one of makespan, ",
		"nosuch":                      "gcbench sim has makespan, ",
		"makespan --json x --svg ./x": "--svg",
	} {
		t.Run(args, func(t *testing.T) {
			t.Chdir(t.TempDir())
			status, stdout, stderr := runCLI(append([]string{"sim"}, strings.Fields(args)...)...)
			assert.Equal(t, session.ExitUsage, status, stderr)
			assert.Empty(t, stdout)
			assert.Contains(t, stderr, says)
			assert.Contains(t, stderr, "Try: gcbench sim")
			assert.Empty(t, filesIn(t, "."))
		})
	}
}
