package cli

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// TestScaling: the report has the machine and marks in both ways, and the commands below the table read it.
func TestScaling(t *testing.T) {
	t.Chdir(t.TempDir())
	file := genHeap(t, "random", "400")
	stdout := mustRun(t, "scaling", "--shape", "tree,grid", "--objects", "900", "--heap", file, "--workers", "1,2", "--for", "1ms", "-o", "me.json")
	text, err := os.ReadFile("me.json")
	require.NoError(t, err)
	var r schema.Run
	require.NoError(t, json.Unmarshal(text, &r))
	assert.Equal(t, schema.RunSchema, r.Schema)
	require.NotNil(t, r.Machine)
	assert.Equal(t, []schema.Processor{{Number: 7}}, r.Machine.Processors)
	assert.Equal(t, "milan", r.Imagined.Name)
	require.Len(t, r.Results, 3*2*2)
	assert.Len(t, r.Heaps, 3)
	for _, row := range r.Results {
		assert.True(t, row.Verified)
		assert.Len(t, row.Invocations, 1)
	}
	assert.Contains(t, stdout, "3 heaps, with 1, 2 workers, by owners and by shared bits\n")
	assert.Regexp(t, `\ngrid +[0-9.]+ .s +[0-9.]+ [0-9.]+\n`, stdout)

	_, below, found := strings.Cut(stdout, "both on one page:\n")
	require.True(t, found)
	assert.Contains(t, below, " --machine me.json --against me.json ")
	for line := range strings.Lines(below) {
		mustRun(t, strings.Fields(line)[1:]...)
	}
	page, err := os.ReadFile("scaling.html")
	require.NoError(t, err)
	assert.Contains(t, string(page), "Owners or shared bits")
	assert.Contains(t, string(page), "owners predicted")
}

// TestScalingPlans: if the user does not say how large heaps are, a trial decides that.
func TestScalingPlans(t *testing.T) {
	notShort(t, "marks heaps of 250,000 objects")
	t.Chdir(t.TempDir())
	status, stdout, stderr := runCLI("scaling", "--shape", "wide,tree", "--workers", "1,2", "--for", "1ms", "-o", "me.json")
	require.Equal(t, session.ExitOK, status, stderr)
	assert.Contains(t, stderr, "--for 1ms is too short for all heaps: tree left out")
	assert.Contains(t, stderr, "heaps have 125k objects instead of 4M")
	assert.Contains(t, stdout, "shapes of 125k")
}

// TestScalingUsage: what cannot be measured is refused before anything is.
func TestScalingUsage(t *testing.T) {
	for line, wrong := range map[string]string{
		"--workers 2,4 -o x":                "--workers: the first number is 2 and must be 1: speedups are over one worker",
		"--heap - -o x":                     "--heap: standard input can be read by one process, and several measure: give a file",
		"--shape tree":                      "--json",
		"--objects 99999999999 -o x":        "--objects",
		"--weak follow -o x":                "--weak means nothing without --heap",
		"--heap none.heap -o x":             "none.heap",
		"--shape tree --workers 0 -o x.out": "--workers",
	} {
		status, _, stderr := runCLI(append([]string{"scaling"}, strings.Fields(line)...)...)
		assert.NotEqual(t, session.ExitOK, status, line)
		assert.Contains(t, stderr, wrong, line)
	}
}
