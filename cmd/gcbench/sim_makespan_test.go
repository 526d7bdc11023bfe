package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMakespanPage: the rows that docs/algorithms/makespan.md shows are those of
// docs/figures/makespan.json, its picture is drawn from that file, and that file
// is what the model finds today, in the cell that is quickest to repeat.
func TestMakespanPage(t *testing.T) {
	t.Parallel()
	var cells []makespanCell
	published := simReport{Results: &cells}
	text, err := os.ReadFile("../../docs/figures/makespan.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &published))
	require.Len(t, cells, 55)

	var table, picture bytes.Buffer
	require.NoError(t, makespanTable(&table, cells))
	page, err := os.ReadFile("../../docs/algorithms/makespan.md")
	require.NoError(t, err)
	shown := 0
	for line := range strings.Lines(string(page)) {
		if strings.HasPrefix(line, " 2^") || strings.HasPrefix(line, "tasks ") {
			assert.Contains(t, table.String(), line)
			shown++
		}
	}
	assert.Greater(t, shown, 10)

	require.NoError(t, makespanPicture(cells).WriteSVG(&picture))
	drawn, err := os.ReadFile("../../docs/figures/makespan.svg")
	require.NoError(t, err)
	assert.Equal(t, picture.String(), string(drawn))

	c := simMakespanCmd{simFlags: simFlags{Seed: published.Seed}, Reps: cells[0].Runs}
	runs := make([]makespanRun, c.Reps)
	for i := range runs {
		runs[i], err = c.simulate(&cells[0], i)
		require.NoError(t, err)
	}
	now := makespanCell{Processors: cells[0].Processors, Tasks: cells[0].Tasks, Runs: c.Reps}
	now.fill(runs)
	assert.Equal(t, cells[0], now)
}
