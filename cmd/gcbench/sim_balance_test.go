package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/picture"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
)

// described is what the page of a model shows.
type described interface {
	writeTables(io.Writer) error
	picture() *picture.Picture
}

// readFigures reads docs/figures/MODEL.json into results.
func readFigures(t *testing.T, model string, results described) simReport {
	t.Helper()
	text, err := os.ReadFile("../../docs/figures/" + model + ".json")
	require.NoError(t, err)
	r := simReport{Results: results}
	require.NoError(t, json.Unmarshal(text, &r))
	require.Equal(t, simSchema, r.Schema)
	require.Equal(t, model, r.Model)
	return r
}

// checkPage: the tables and the picture of docs/algorithms/MODEL.md are made from
// the figures in docs/figures/MODEL.json, by the command that the page names. With
// HALFMARK_REDRAW=1 they are made anew.
func checkPage(t *testing.T, model string, results described) {
	t.Helper()
	r := readFigures(t, model, results)
	var tables, drawn bytes.Buffer
	require.NoError(t, results.writeTables(&tables))
	require.NoError(t, results.picture().WriteSVG(&drawn))
	page, svg := "../../docs/algorithms/"+model+".md", "../../docs/figures/"+model+".svg"
	text := read(t, page)
	before, rest, found := strings.Cut(text, "## What was measured\n")
	require.True(t, found)
	caption, rest, found := strings.Cut(rest, "```\n")
	require.True(t, found)
	_, after, found := strings.Cut(rest, "```\n")
	require.True(t, found)
	want := before + "## What was measured\n" + caption + "```\n" + tables.String() + "```\n" + after
	if os.Getenv("HALFMARK_REDRAW") != "" {
		require.NoError(t, os.WriteFile(page, []byte(want), 0o644))
		require.NoError(t, os.WriteFile(svg, drawn.Bytes(), 0o644))
		return
	}
	const again = "HALFMARK_REDRAW=1 go test ./cmd/gcbench -run 'TestBalancePage|TestDagPage'"
	assert.Equal(t, want, text, "make the tables anew with: %s", again)
	assert.True(t, drawn.String() == read(t, svg), "%s is another picture than the code draws; make it anew with: %s", svg, again)
	assert.Contains(t, text, "go run ./cmd/gcbench "+strings.Join(r.Command, " ")+"\n")
}

func TestBalancePage(t *testing.T) { checkPage(t, "balance", &balanceResults{}) }

// TestBalanceFigures: the published figures are the simulator's; the smaller
// systems are simulated again.
func TestBalanceFigures(t *testing.T) {
	t.Parallel()
	var published balanceResults
	r := readFigures(t, "balance", &published)
	planned := (&simBalanceCmd{Reps: published.Sizes[0].Runs}).plan()
	cells, old := planned.all(), published.all()
	require.Len(t, old, len(cells))
	again := 0
	for i, c := range cells {
		if c.Processes*c.Steps*c.Runs > 1<<20 {
			continue
		}
		again++
		found, err := c.simulate(r.Seed)
		require.NoError(t, err)
		c.fill(&found)
		require.Equal(t, old[i], c)
	}
	assert.Greater(t, again, 5)
}

// TestSimBalance: the report has every block, and the theorem's systems stay low
// where the others do not.
func TestSimBalance(t *testing.T) {
	if testing.Short() {
		t.Skip("three seconds of simulation")
	}
	status, stdout, table := runCLI("sim", "balance", "--quick", "--reps", "2", "--seed", "5", "--json", "-")
	require.Equal(t, session.ExitOK, status)
	assert.Contains(t, table, "oneempty")
	var results balanceResults
	r := simReport{Results: &results}
	require.NoError(t, json.Unmarshal([]byte(stdout), &r))
	assert.Equal(t, simSchema, r.Schema)
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
		assert.Equal(t, c.Processes == drawnProcesses, c.Curve != nil)
	}
	assert.Equal(t, 6, low)
	assert.Equal(t, 6, high)
	assert.NotEmpty(t, results.Patterns)
	assert.NotEmpty(t, results.Rates)
	assert.NotEmpty(t, results.Shrinking)
}

func TestSimBalanceUsage(t *testing.T) {
	status, _, stderr := runCLI("sim", "balance", "--reps", "1")
	assert.Equal(t, session.ExitUsage, status)
	assert.Contains(t, stderr, "--reps: 1 run")
}
