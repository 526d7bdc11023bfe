package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
)

func TestDagPage(t *testing.T) { checkPage(t, "dag", &dagResults{}) }

// TestDagFigures: the published figures are the simulator's; the smaller dags are
// executed again.
func TestDagFigures(t *testing.T) {
	t.Parallel()
	var published dagResults
	r := readFigures(t, "dag", &published)
	planned := (&simDagCmd{Reps: published.Balanced[0].Runs}).plan()
	cells, old := planned.all(), published.all()
	require.Len(t, old, len(cells))
	again := 0
	for i, c := range cells {
		if old[i].Work.Mean > 1<<15 {
			continue
		}
		again++
		runs := make([]dagRun, c.Runs)
		for k := range runs {
			var err error
			runs[k], err = c.simulate(r.Seed + uint64(k))
			require.NoError(t, err)
		}
		c.fill(runs)
		require.Equal(t, old[i], c)
	}
	assert.Greater(t, again, 10)
}

// TestSimDag: two runs write the same bytes; alone, low-cost stealing costs
// nothing; a conventional deque costs the work and more. With -short there is one
// run: that the published figures come out again shows the same.
func TestSimDag(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	svg := filepath.Join(dir, "dag.svg")
	args := []string{"sim", "dag", "--quick", "--reps", "2", "--json", "-", "--svg", svg}
	status, first, table := runCLI(args...)
	require.Equal(t, session.ExitOK, status)
	assert.Contains(t, table, "lowcost/P·span")
	drawn, err := os.ReadFile(svg)
	require.NoError(t, err)
	assert.Contains(t, string(drawn), "</svg>")
	if !testing.Short() {
		_, second, _ := runCLI(args...)
		assert.Equal(t, first, second)
		assert.Equal(t, string(drawn), read(t, svg))
	}

	var results dagResults
	r := simReport{Results: &results}
	require.NoError(t, json.Unmarshal([]byte(first), &r))
	assert.Equal(t, simSchema, r.Schema)
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

func TestSimDagUsage(t *testing.T) {
	status, _, stderr := runCLI("sim", "dag", "--reps", "1")
	assert.Equal(t, session.ExitUsage, status)
	assert.Contains(t, stderr, "--reps: 1 run")
}
