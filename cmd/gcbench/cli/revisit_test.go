package cli

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// runOf are the arguments of a run that takes little time.
func runOf(heaps string, more ...string) []string {
	return append(strings.Fields("run --workers 1,2 --reps 1 "+heaps), more...)
}

// reported reads a report as gcbench compare does, which checks it.
func reported(t *testing.T, content string) *schema.Run {
	t.Helper()
	r, err := measure.ReadRun(strings.NewReader(content), "the report")
	require.NoError(t, err)
	return r
}

// TestSlowHeaps: the report says what was marked, each heap once however many processes and
// settings marked it, and with the facts that its results have.
func TestSlowHeaps(t *testing.T) {
	tagged.Slow(t)
	t.Parallel()
	file := genHeap(t, "wide", "400")
	for args, each := range map[string]int{
		"--shape list,tree --objects 400 --deque stealhalf,locked --json -": 4,
		"--heap " + file + " --seed 5 --invocations 2 --json -":             2,
	} {
		r := reported(t, mustRunJSON(t, runOf(args)...))
		require.Len(t, r.Heaps, len(r.Results)/each)
		for i, h := range r.Heaps {
			assert.Equal(t, r.Results[i*each].Facts, h.Facts)
			assert.NotEmpty(t, h.Remarks)
			assert.Positive(t, h.Bound.Ceiling)
			if h.Shape == "list" {
				assert.Equal(t, 300, h.Structure.Levels)
				assert.Len(t, h.Levels, schema.MaxBars)
				assert.Equal(t, "list", h.Remarks[0].Rule)
			}
		}
	}
}

// TestHeapsAreAsExplained: the report, explain and info say the same of a heap.
func TestHeapsAreAsExplained(t *testing.T) {
	t.Parallel()
	file := genHeap(t, "random", "600")
	h := decode(t, mustRunJSON(t, runOf("--heap "+file, "--json", "-")...))["heaps"].([]any)[0].(map[string]any)
	explained := decode(t, mustRunJSON(t, "explain", file, "--reps", "1", "--workers", "1", "--json", "-"))["heaps"].([]any)[0].(map[string]any)["facts"].(map[string]any)
	assert.Equal(t, explained["structure"], h["structure"])
	assert.Equal(t, explained["bound"], h["bound"])
	info := decode(t, mustRunJSON(t, "info", file, "--json", "-"))
	assert.Equal(t, info["degrees"], h["degrees"])
	bars := h["levels"].([]any)
	require.Len(t, bars, len(info["levels"].([]any)))
	for i, n := range info["levels"].([]any) {
		assert.Equal(t, n, bars[i].(map[string]any)["objects"])
	}
}

// TestHeapsOfStdin: it can be read once, and is surveyed all the same.
func TestHeapsOfStdin(t *testing.T) {
	snapshot, err := os.ReadFile(genHeap(t, "tree", "400"))
	require.NoError(t, err)
	piped(t, snapshot)
	r := reported(t, mustRunJSON(t, runOf("--heap -,"+genHeap(t, "list", "400"), "--json", "-")...))
	require.Len(t, r.Heaps, 2)
	assert.Equal(t, "stdin", r.Heaps[0].Facts.Heap)
	assert.EqualValues(t, 300, r.Heaps[0].Live)
}

// TestNoHeaps: a process that measures for another one leaves the survey to that.
func TestNoHeaps(t *testing.T) {
	t.Setenv("GCBENCH_INVOCATION", "1")
	r := reported(t, mustRunJSON(t, runOf("--shape tree --objects 400 --json -")...))
	assert.NotEmpty(t, r.Results)
	assert.Empty(t, r.Heaps)
}

// TestHeapsLeftOut: a heap that cannot be looked at again is left out with a warning, and the
// results are there.
func TestHeapsLeftOut(t *testing.T) {
	notShort(t, "surveys heaps")
	dir := t.TempDir()
	file, out := filepath.Join(dir, "x.heap"), filepath.Join(dir, "out.json")
	tree, err := os.ReadFile(genHeap(t, "tree", "400"))
	require.NoError(t, err)
	list, err := os.ReadFile(genHeap(t, "list", "400"))
	require.NoError(t, err)
	damaged := bytes.Clone(tree)
	for i := len(damaged) / 2; i < len(damaged); i++ {
		damaged[i] ^= 0x10
	}
	defer func(was func() uint64) { flags.AvailableMemory = was }(flags.AvailableMemory)
	unlimited := flags.AvailableMemory
	little := func() { flags.AvailableMemory = func() uint64 { return 10_000 } }
	for name, c := range map[string]struct {
		heap string
		then func() // after the first row
		says string
	}{
		"gone":    {"--heap " + file, func() { os.Remove(file) }, "no such file"},
		"changed": {"--heap " + file, func() { os.WriteFile(file, list, 0o600) }, "x.heap: it is not what was measured: it has changed meanwhile"},
		"damaged": {"--heap " + file, func() { os.WriteFile(file, damaged, 0o600) }, "x.heap: "},
		"large":   {"--heap " + file, little, "are available"},
		"shape":   {"--shape tree --objects 400", little, "tree: marking it needs about 0.0 MiB of memory and 0.0 MiB are available"},
	} {
		require.NoError(t, os.WriteFile(file, tree, 0o600))
		flags.AvailableMemory = unlimited
		var stderr bytes.Buffer
		status := command(t.Context(), runOf(c.heap, "--json", out), cancelOnWrite{c.then}, &stderr)
		require.Equal(t, session.ExitOK, status, "%s: %s", name, &stderr)
		r := reported(t, read(t, out))
		assert.Len(t, r.Results, 2, name)
		assert.Empty(t, r.Heaps, name)
		const lacks = `"heaps" of --json lacks a heap: `
		for _, warnings := range []string{stderr.String(), strings.Join(r.Warnings, "\n")} {
			_, why, _ := strings.Cut(warnings, lacks)
			assert.Contains(t, why, c.says, name)
		}
	}
}

// TestInterruptedSurvey: the results are complete, and all that was asked for is written.
func TestInterruptedSurvey(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var stderr bytes.Buffer
	status := command(ctx, runOf("--shape tree --objects 400", "--json", filepath.Join(dir, "a.json"), "--csv", filepath.Join(dir, "b.csv")), cancelOnWrite{cancel}, &stderr)
	assert.Equal(t, session.ExitFailed, status)
	assert.Contains(t, stderr.String(), `gcbench: interrupted; all results are written, but "heaps" of --json is not complete`)
	assert.NotContains(t, stderr.String(), "lacks")
	assert.Equal(t, []string{"a.json", "b.csv"}, filesIn(t, dir))
	r := reported(t, read(t, filepath.Join(dir, "a.json")))
	assert.False(t, r.Partial)
	assert.Len(t, r.Results, 2)
	assert.Empty(t, r.Heaps)
	assert.Contains(t, strings.Join(r.Warnings, "\n"), `"heaps" is not complete`)
}

// TestSlowHeapsOfAnUncheckedFile: whatever is in a file that was never checked, the survey comes to
// an end, and the report can be read.
func TestSlowHeapsOfAnUncheckedFile(t *testing.T) {
	tagged.Slow(t)
	t.Parallel()
	snapshot, err := os.ReadFile(genHeap(t, "random", "60"))
	require.NoError(t, err)
	file, random := filepath.Join(t.TempDir(), "x.heap"), rand.New(rand.NewPCG(1, 2))
	ends := map[string]int{}
	rounds := 60
	if testing.Short() {
		rounds = 15
	}
	for range rounds {
		damaged := bytes.Clone(snapshot)
		for range 1 + random.IntN(3) {
			damaged[len(damaged)/8+random.IntN(len(damaged)*7/8)] = byte(random.Uint32())
		}
		require.NoError(t, os.WriteFile(file, damaged, 0o600))
		status, stdout, _ := runCLI(runOf("--heap "+file, "--trust-file", "--no-verify", "--json", "-")...)
		switch {
		case status != session.ExitOK:
			ends["failed"]++
		case len(reported(t, stdout).Heaps) == 0:
			ends["left out"]++
		default:
			ends["surveyed"]++
		}
	}
	t.Log(ends)
	assert.True(t, ends["left out"] > 0 || testing.Short())
	assert.Positive(t, ends["surveyed"])
}
