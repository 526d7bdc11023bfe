package sweep

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// published reads docs/figures/MODEL.json into results and returns the seed.
func published(t *testing.T, model string, results any) uint64 {
	t.Helper()
	text, err := os.ReadFile("../../../../../docs/figures/" + model + ".json")
	require.NoError(t, err)
	r := schema.Simulation{Results: results}
	require.NoError(t, json.Unmarshal(text, &r))
	return r.Seed
}

// again simulates those cells that are quickly done, which stand in the published
// figures, old, at the same places, and compares.
func again[C any](t *testing.T, cells, old []*C, quick func(*C) bool, simulate func([]*C) error) (repeated int) {
	t.Helper()
	require.Len(t, old, len(cells))
	var now, want []*C
	for i := range cells {
		if quick(old[i]) {
			now, want = append(now, cells[i]), append(want, old[i])
		}
	}
	require.NoError(t, simulate(now))
	require.Equal(t, want, now)
	return len(now)
}

// TestMakespanFigures: the published figures are the simulator's; the cell that is
// quickest to repeat is simulated again.
func TestMakespanFigures(t *testing.T) {
	t.Parallel()
	var figures schema.Makespan
	seed := published(t, "makespan", &figures)
	o := Options{Seed: seed, Runs: figures[0].Runs, Progress: func(int, int) {}}
	quick := func(c *schema.MakespanCell) bool { return c == &figures[0] }
	assert.Equal(t, 1, again(t, cellsOf(makespanGrid(o)), cellsOf(figures), quick, func(cells []*schema.MakespanCell) error {
		return over(t.Context(), o, cells, o.Runs, simulateMakespan, fillMakespan)
	}))
}

// TestDagFigures: the same for dags, of which the smaller ones are executed again.
func TestDagFigures(t *testing.T) {
	t.Parallel()
	var figures schema.Dag
	seed := published(t, "dag", &figures)
	o := Options{Seed: seed, Runs: figures.Balanced[0].Runs, Progress: func(int, int) {}}
	quick := func(c *schema.DagCell) bool { return c.Work.Mean <= 1<<15 }
	assert.Greater(t, again(t, dagCells(dagCharts(o)), dagCells(&figures), quick, func(cells []*schema.DagCell) error {
		return over(t.Context(), o, cells, o.Runs, simulateDag, fillDag)
	}), 8)
}

// TestBalanceFigures: the same for balancing, of which the smaller systems are
// simulated again.
func TestBalanceFigures(t *testing.T) {
	t.Parallel()
	var figures schema.Balance
	seed := published(t, "balance", &figures)
	o := Options{Seed: seed, Runs: figures.Sizes[0].Runs, Progress: func(int, int) {}}
	quick := func(c *schema.BalanceCell) bool { return c.Processes*c.Steps*c.Runs <= 1<<20 }
	assert.Greater(t, again(t, balanceCells(balanceBlocks(o)), balanceCells(&figures), quick, func(cells []*schema.BalanceCell) error {
		return over(t.Context(), o, cells, 1, simulateBalance, fillBalance)
	}), 5)
}
