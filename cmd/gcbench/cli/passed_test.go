package cli

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// TestPassedOn: a process is told everything that decides what it measures.
func TestPassedOn(t *testing.T) {
	file, r := genHeap(t, "tree", "20"), newReading()
	line := "--heap " + file + " --seed 3,4 --workers 1,3 --grain 2,16 --reps 7 --floor --counters --no-verify --trust-file --max-bytes 1000000 --max-objects 2000 --max-edges 3000 --max-decompressed 4000 --format snapshot"
	c := *r.ran(t, strings.Fields(line)...)
	sources, _, err := c.Prepare(t.Context())
	require.NoError(t, err)
	require.Len(t, sources, 2)
	args := c.ArgsFor(sources[1])
	got := r.ran(t, args...)
	assert.Equal(t, []string{file}, got.Heap)
	assert.Equal(t, []uint64{4}, got.Seed)
	assert.Equal(t, []int{1, 3}, got.Workers)
	assert.Equal(t, []int{2, 16}, got.Grain)
	assert.Equal(t, c.Files, got.Files)
	assert.Equal(t, 7, got.Reps)
	assert.Equal(t, []bool{true, true, true, true}, []bool{got.Floor, got.Counters, got.NoVerify, got.TrustFile})
	assert.Equal(t, "-", got.JSON)

	c = *r.ran(t, "--heap", file)
	sources, _, err = c.Prepare(t.Context())
	require.NoError(t, err)
	got = r.ran(t, c.ArgsFor(sources[0])...)
	assert.Equal(t, []bool{false, false, false, false}, []bool{got.Floor, got.Counters, got.NoVerify, got.TrustFile})
	assert.Equal(t, 8, got.Reps)
}

// TestOneProcess measures the same as this one would, and says what stands in the way once.
func TestOneProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process that measures")
	}
	status, stdout, stderr := runCLI(strings.Fields("run --shape tree --objects 100 --workers 1 --reps 5 --floor --until 0.001% --for 1ms --json -")...)
	require.Equal(t, session.ExitOK, status, stderr)
	r := decode(t, stdout)["results"].([]any)[0].(map[string]any)
	require.Len(t, r["invocations"], 1)
	v := r["invocations"].([]any)[0].(map[string]any)
	assert.NotEqual(t, float64(os.Getpid()), v["pid"])
	assert.NotNil(t, v["probe_ns"])
	assert.Contains(t, v, "involuntary_switches")
	reference := v["reference"].(map[string]any)
	assert.EqualValues(t, measure.ReferenceVersion, reference["version"])
	assert.Len(t, reference["ns"], 5)
	assert.NotNil(t, r["limit_ns"])
	assert.Len(t, slices.Concat(v["warmup_ns"].([]any), v["samples_ns"].([]any)), 5)
	assert.Equal(t, 1, strings.Count(stderr, "5 samples are too few"), stderr)
	assert.Contains(t, stderr, "warning: --until 0.001% is not reached after 1ms: --for allows more time\n")
}

// TestOneProcessOnly: what only this process can do is not left to others.
func TestOneProcessOnly(t *testing.T) {
	t.Chdir(t.TempDir()) // for a profile that should not be
	for line, says := range map[string]string{
		"--shape tree --objects 50 --profile cpu --invocations 2": "--profile is for one process",
		"--shape tree --objects 50 --profile cpu --for 1ms":       "--profile is for one process",
		"--heap - --until 5%": "standard input can be read by one process",
	} {
		status, stdout, stderr := runCLI(append([]string{"run", "--workers", "1"}, strings.Fields(line)...)...)
		assert.Equal(t, session.ExitUsage, status)
		assert.Contains(t, stderr, says)
		assert.Empty(t, stdout)
	}
}
