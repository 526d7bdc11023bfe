package sweep

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/report"
)

// published reads docs/figures/MODEL.json into results and returns the seed.
func published(t *testing.T, model string, results any) uint64 {
	t.Helper()
	text, err := os.ReadFile("../../../../docs/figures/" + model + ".json")
	require.NoError(t, err)
	r := report.Simulation{Results: results}
	require.NoError(t, json.Unmarshal(text, &r))
	return r.Seed
}

// TestMakespanFigures: the published figures are the simulator's; the cell that is
// quickest to repeat is simulated again.
func TestMakespanFigures(t *testing.T) {
	t.Parallel()
	var old report.Makespan
	seed := published(t, "makespan", &old)
	now := makespanGrid(Options{Runs: old[0].Runs})
	require.Len(t, old, len(now))
	runs := make([]makespanRun, old[0].Runs)
	for i := range runs {
		var err error
		runs[i], err = simulateMakespan(&now[0], seed+uint64(i))
		require.NoError(t, err)
	}
	fillMakespan(&now[0], runs)
	assert.Equal(t, old[0], now[0])
}

// TestDagFigures: the same for dags, of which the smaller ones are executed again.
func TestDagFigures(t *testing.T) {
	t.Parallel()
	var figures report.Dag
	seed := published(t, "dag", &figures)
	cells, old := dagCells(dagCharts(Options{Runs: figures.Balanced[0].Runs})), dagCells(&figures)
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
			runs[k], err = simulateDag(c, seed+uint64(k))
			require.NoError(t, err)
		}
		fillDag(c, runs)
		require.Equal(t, old[i], c)
	}
	assert.Greater(t, again, 10)
}

// TestBalanceFigures: the same for balancing, of which the smaller systems are
// simulated again.
func TestBalanceFigures(t *testing.T) {
	t.Parallel()
	var figures report.Balance
	seed := published(t, "balance", &figures)
	cells, old := balanceCells(balanceBlocks(Options{Runs: figures.Sizes[0].Runs})), balanceCells(&figures)
	require.Len(t, old, len(cells))
	again := 0
	for i, c := range cells {
		if c.Processes*c.Steps*c.Runs > 1<<20 {
			continue
		}
		again++
		found, err := simulateBalance(c, seed)
		require.NoError(t, err)
		fillBalance(c, &found)
		require.Equal(t, old[i], c)
	}
	assert.Greater(t, again, 5)
}
