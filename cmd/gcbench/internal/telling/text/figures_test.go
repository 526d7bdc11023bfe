package text

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/sweep"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

const docs = "../../../../../docs/"

// readFigures reads docs/figures/MODEL.json into results. WriteJSON makes the same
// file of them.
func readFigures(t *testing.T, model string, results schema.Results) schema.Simulation {
	t.Helper()
	r := schema.Simulation{Results: results}
	text := read(t, docs+"figures/"+model+".json")
	require.NoError(t, json.Unmarshal([]byte(text), &r))
	var again bytes.Buffer
	require.NoError(t, r.WriteJSON(&again))
	require.True(t, text == again.String(), "%s.json is not as WriteJSON writes it", model)
	require.Equal(t, schema.SimSchema, r.Schema)
	require.Equal(t, model, r.Model)
	return r
}

// again makes what is made from the figures.
const again = "HALFMARK_REDRAW=1 go test ./cmd/gcbench/internal/telling/text -run Page"

// checkPicture: docs/figures/MODEL.svg is what the code draws. With HALFMARK_REDRAW=1 it is
// drawn anew.
func checkPicture(t *testing.T, model string, results schema.Results) {
	t.Helper()
	var drawn bytes.Buffer
	require.NoError(t, sweep.Picture(results).WriteSVG(&drawn))
	svg := docs + "figures/" + model + ".svg"
	if os.Getenv("HALFMARK_REDRAW") != "" {
		require.NoError(t, os.WriteFile(svg, drawn.Bytes(), 0o644))
	}
	assert.True(t, drawn.String() == read(t, svg), "%s is another picture than the code draws; make it anew with: %s", svg, again)
}

// checkPage: the tables and the picture of docs/algorithms/MODEL.md are made from
// the figures in docs/figures/MODEL.json, by the command that the page names. With
// HALFMARK_REDRAW=1 they are made anew.
func checkPage(t *testing.T, model string, results schema.Results) {
	t.Helper()
	r := readFigures(t, model, results)
	checkPicture(t, model, results)
	page := docs + "algorithms/" + model + ".md"
	text := read(t, page)
	before, rest, found := strings.Cut(text, "## What was measured\n")
	require.True(t, found)
	caption, rest, found := strings.Cut(rest, "```\n")
	require.True(t, found)
	_, after, found := strings.Cut(rest, "```\n")
	require.True(t, found)
	want := before + "## What was measured\n" + caption + "```\n" + Simulation(results) + "```\n" + after
	if os.Getenv("HALFMARK_REDRAW") != "" {
		require.NoError(t, os.WriteFile(page, []byte(want), 0o644))
		return
	}
	assert.Equal(t, want, text, "make the tables anew with: %s", again)
	assert.Contains(t, text, "go run ./cmd/gcbench "+strings.Join(r.Command, " ")+"\n")
}

func TestBalancePage(t *testing.T) { checkPage(t, "balance", &schema.Balance{}) }

func TestDagPage(t *testing.T) { checkPage(t, "dag", &schema.Dag{}) }

// TestMakespanPage: the rows that docs/algorithms/makespan.md shows are those of
// docs/figures/makespan.json, and its picture is drawn from that file.
func TestMakespanPage(t *testing.T) {
	t.Parallel()
	var cells schema.Makespan
	readFigures(t, "makespan", &cells)
	require.Len(t, cells, 33)

	table := Simulation(&cells)
	shown := 0
	for line := range strings.Lines(read(t, docs+"algorithms/makespan.md")) {
		if strings.HasPrefix(line, " 2^") || strings.HasPrefix(line, "tasks ") {
			assert.Contains(t, table, line)
			shown++
		}
	}
	assert.Greater(t, shown, 10)
	checkPicture(t, "makespan", &cells)
}

// TestMarkSimPage: the picture of docs/algorithms/mark-sim.md is drawn from its figures.
func TestMarkSimPage(t *testing.T) {
	var curves schema.MarkCurves
	require.NoError(t, json.Unmarshal([]byte(read(t, docs+"figures/mark-sim.json")), &schema.Simulation{Results: &curves}))
	require.Len(t, curves, 8)
	for i := range curves {
		curves[i].Name = curves[i].Shape // which is what the command calls a heap of a shape
	}
	checkPicture(t, "mark-sim", &curves)
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

// TestAgainst: a speedup that was not measured is a dash.
func TestAgainst(t *testing.T) {
	var b strings.Builder
	c := &schema.MarkCurve{Name: "tree", Facts: schema.Facts{Live: 10}, Points: []schema.MarkPoint{
		{Workers: 4, VirtualNS: 30, Measured: &schema.Measured{Reports: 4, NS: 150, Speedup: 3, Simulated: 3}},
		{Workers: 4, VirtualNS: 30, Measured: &schema.Measured{Reports: 1, NS: 700}},
	}}
	require.NoError(t, NewRows(&b, columns.Against([]string{"tree"}), columns.PointKeys).Row(columns.PointsOf(c)...))
	assert.Regexp(t, `\ntree +4 +4 +15.0 +3.0 +3.00 +3.00 +1.00\n`, b.String())
	assert.Regexp(t, `\ntree +4 +1 +70.0 +3.0 +- +- +-\n`, b.String())
}
