package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/models"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestSimMark: the same report, table and picture each time, and figures that
// agree with one another.
func TestSimMark(t *testing.T) {
	t.Chdir(t.TempDir())
	args := []string{"sim", "mark", "--seed", "7", "--shape", "list,tree,wide", "--objects", "20_000", "--workers", "1,2,40",
		"--idle", "spin", "--cost", "miss=77,wake=0", "--json", "-", "--svg", "figure.svg"}
	status, stdout, stderr := runCLI(args...)
	require.Equal(t, session.ExitOK, status, stderr)
	r := decode(t, stdout)
	assert.Equal(t, "gcbench-sim/1", r["schema"])
	assert.Equal(t, "mark", r["model"])
	curves := r["results"].([]any)
	require.Len(t, curves, 3)
	for i, name := range []string{"list", "tree", "wide"} {
		c := curves[i].(map[string]any)
		assert.Equal(t, name, c["shape"])
		assert.Equal(t, name, c["name"])
		assert.Equal(t, 20000.0, c["objects"])
		assert.Equal(t, "spin", c["idle"])
		assert.Equal(t, 77.0, c["costs_ns"].(map[string]any)["miss"])
		checkMarkCurve(t, c, 1, 2, 40)
	}
	assert.Contains(t, stderr, "\nlist ", "the table has a row")
	figure, err := os.ReadFile("figure.svg")
	require.NoError(t, err)
	assert.Contains(t, string(figure), "</svg>")

	sameAgain(t, stdout, args)
	readAgain(t, stdout)
}

// readAgain: a report that is read and written again is the same, so that its curves can be
// drawn elsewhere.
func readAgain(t *testing.T, written string) {
	t.Helper()
	var curves schema.MarkCurves
	read := schema.Simulation{Results: &curves}
	require.NoError(t, json.Unmarshal([]byte(written), &read))
	var again bytes.Buffer
	require.NoError(t, read.WriteJSON(&again))
	assert.Equal(t, written, again.String())
	assert.NotEmpty(t, curves[0].Name)
}

func checkMarkCurve(t *testing.T, c map[string]any, workers ...float64) {
	t.Helper()
	points := c["points"].([]any)
	require.Len(t, points, len(workers))
	one := c["one_ns"].(float64)
	assert.InEpsilon(t, one/c["span_ns"].(float64), c["ceiling"], 1e-5)
	for i, workers := range workers {
		p := points[i].(map[string]any)
		assert.Equal(t, workers, p["workers"])
		assert.InEpsilon(t, one/p["virtual_ns"].(float64), p["speedup"], 1e-5)
		assert.LessOrEqual(t, p["speedup"], p["limit"])
		assert.LessOrEqual(t, p["limit"], c["ceiling"])
		assert.GreaterOrEqual(t, p["virtual_ns"].(float64)*workers, p["starved_ns"].(float64)+p["hoarded_ns"].(float64)+p["searching_ns"].(float64))
		assert.Positive(t, p["peak_frontier"])
	}
}

// TestSimMarkMarking: both ways of marking in one table, which says which is which, with as
// many owners as there can be.
func TestSimMarkMarking(t *testing.T) {
	t.Chdir(t.TempDir())
	status, stdout, stderr := runCLI("sim", "mark", "--shape", "random", "--objects", "5000", "--workers", "2,40",
		"--marking", "owner,shared", "--recruit", "300", "--json", "-")
	require.Equal(t, session.ExitOK, status, stderr)
	curves := decode(t, stdout)["results"].([]any)
	require.Len(t, curves, 2)
	for i, marking := range []string{"owner", "shared"} {
		c := curves[i].(map[string]any)
		assert.Equal(t, marking, c["marking"])
		assert.Equal(t, "random marking "+marking, c["name"])
		assert.Equal(t, 300.0, c["recruit"])
		for k, owners := range []float64{2, 32} {
			p := c["points"].([]any)[k].(map[string]any)
			if marking == "shared" {
				owners = 0
			}
			assert.Equal(t, owners, p["owners"])
			assert.Equal(t, owners > 0, p["refs_forwarded"].(float64) > 0)
			assert.Equal(t, owners > 0, p["slots_published"].(float64) > 0)
		}
	}
	assert.Regexp(t, `\nrandom marking owner +40 +32 `, stderr)
	assert.Regexp(t, `\nrandom marking shared +40 +shared `, stderr)
}

// TestSimMarkPreset: a preset stands for its flags.
func TestSimMarkPreset(t *testing.T) {
	t.Chdir(t.TempDir())
	status, stdout, stderr := runCLI("sim", "mark", "--shape", "tree", "--objects", "5000", "--workers", "8", "--preset", "hotspot", "--json", "-")
	require.Equal(t, session.ExitOK, status, stderr)
	c := decode(t, stdout)["results"].([]any)[0].(map[string]any)
	assert.Equal(t, "hotspot", c["preset"])
	assert.Equal(t, "abp", c["queue"])
	assert.Equal(t, 1.0, c["grain"])
	p := c["points"].([]any)[0].(map[string]any)
	assert.Positive(t, p["steals"])
	assert.Equal(t, p["steals"], p["items_stolen"])
}

// TestSimMarkHeap: a heap from a file is simulated as the shape from which the file was
// made, and the report names the file.
func TestSimMarkHeap(t *testing.T) {
	tree, list := genHeap(t, "tree", "3000"), genHeap(t, "list", "500")
	figure := filepath.Join(t.TempDir(), "figure.svg")
	args := []string{"sim", "mark", "--workers", "1,8", "--json", "-"}
	status, stdout, stderr := runCLI(append(args, "--heap", tree+","+list, "--svg", figure)...)
	require.Equal(t, session.ExitOK, status, stderr)
	_, built, _ := runCLI(append(args, "--shape", "tree", "--objects", "3000")...)
	fromFile := decode(t, stdout)["results"].([]any)
	require.Len(t, fromFile, 2)
	got, want := fromFile[0].(map[string]any), decode(t, built)["results"].([]any)[0].(map[string]any)
	assert.Equal(t, tree, got["heap"])
	assert.Equal(t, "", got["shape"])
	assert.Equal(t, 3000.0, got["objects"])
	assert.Equal(t, want["points"], got["points"])
	assert.Equal(t, want["ceiling"], got["ceiling"])
	assert.Contains(t, stderr, "\ntree.heap ", "the table has a row")
	assert.Contains(t, stderr, "\nlist.heap ")
	assert.Contains(t, read(t, figure), "tree.heap: ceiling ")
}

func TestSimMarkUsage(t *testing.T) {
	for args, says := range map[string]string{
		"--shape nosuch":                       "--shape",
		"--objects 0":                          "1 to 4294967294",
		"--shape uniform --objects 4000000000": "32 GiB",
		"--workers 1,2000":                     "1 to 1024",
		"--deque nosuch":                       "--deque",
		"--amount all --deque stealhalf":       "--amount",
		"--preset hotspot --grain 64":          "contradicts --preset hotspot",
		"--cost speed=1":                       "NAME being object, ref, miss, claim",
		"--marking nobody":                     "--marking",
		"--marking owner --grain 1":            "--marking: owner means nothing with grain 1",
		"--recruit 0":                          "--recruit",
		"--cost miss":                          "whole number of nanoseconds, 0 to 1000000",
		"--cost look=0":                        "whole number of nanoseconds, 1 to 1000000",
		"--cost miss=1,miss=2":                 "twice",
		"--layout up":                          "--layout",
		"--heap x.heap --shape tree":           "--shape and --heap exclude",
		"--max-bytes 5":                        "--max-bytes means nothing without --heap",
		"--format snapshot":                    "--format means nothing without --heap",
	} {
		t.Run(args, func(t *testing.T) {
			t.Chdir(t.TempDir())
			status, stdout, stderr := runCLI(append([]string{"sim", "mark"}, strings.Fields(args)...)...)
			assert.Equal(t, session.ExitUsage, status, stderr)
			assert.Empty(t, stdout)
			assert.Contains(t, stderr, says)
			assert.Contains(t, stderr, "Try: gcbench sim mark --help")
		})
	}
}

// TestSimMarkAgainst: what gcbench run has measured stands beside what is simulated, in a table
// and in the report. A report on other heaps is refused.
func TestSimMarkAgainst(t *testing.T) {
	notShort(t, "simulates")
	t.Chdir(t.TempDir())
	mustRun(t, "run", "--shape", "tree,list", "--objects", "3000", "--workers", "1,2", "--invocations", "1", "--reps", "6", "--json", "measured.json")
	require.NoError(t, os.WriteFile("again.json", []byte(read(t, "measured.json")), 0o600))
	status, stdout, stderr := runCLI("sim", "mark", "--shape", "tree,wide", "--objects", "3000", "--workers", "1,2,4", "--against", "measured.json,again.json", "--json", "-")
	require.Equal(t, session.ExitOK, status, stderr)
	curves := decode(t, stdout)["results"].([]any)
	points := curves[0].(map[string]any)["points"].([]any)
	assert.Positive(t, points[1].(map[string]any)["measured"].(map[string]any)["speedup"])
	assert.Nil(t, points[2].(map[string]any)["measured"], "nobody measured four workers")
	assert.Nil(t, curves[1].(map[string]any)["points"].([]any)[0].(map[string]any)["measured"], "nor this heap")
	assert.Regexp(t, `\ntree +1 +2 +[\d.]+ +[\d.]+ +1.00 +1.00 +1.00\ntree +2 +2 `, stderr)
	readAgain(t, stdout)

	status, stdout, stderr = runCLI("sim", "mark", "--shape", "wide", "--objects", "3000", "--workers", "1", "--against", "measured.json", "--json", "-")
	assert.Equal(t, session.ExitFailed, status)
	assert.Empty(t, stdout)
	assert.Contains(t, stderr, "nothing in measured.json was measured with these heaps")
}

// TestSimMarkExample: help has the example.
func TestSimMarkExample(t *testing.T) {
	assert.Contains(t, mustRun(t, "sim", "mark", "--help"), models.MarkExample)
}

// TestSlowSimMarkExample: a heap of the default size gains what the example is to show.
func TestSlowSimMarkExample(t *testing.T) {
	tagged.Slow(t)
	status, stdout, stderr := runCLI("sim", "mark", "--shape", "random", "--workers", "16", "--json", "-")
	require.Equal(t, session.ExitOK, status, stderr)
	c := decode(t, stdout)["results"].([]any)[0].(map[string]any)
	assert.Greater(t, c["points"].([]any)[0].(map[string]any)["speedup"], 5.0)
}
