package cli

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/explain"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// TestPassedOn: a process is told everything that decides what it measures.
func TestPassedOn(t *testing.T) {
	file, r := genHeap(t, "tree", "20"), newReading()
	line := "--heap " + file + " --seed 3,4 --workers 1,3 --grain 2,16 --reps 7 --floor --counters --no-verify --trust-file --max-bytes 1000000 --max-objects 2000 --max-edges 3000 --max-decompressed 4000 --format snapshot"
	c := *r.ran(t, strings.Fields(line)...)
	sources, _, err := c.prepare(t.Context())
	require.NoError(t, err)
	require.Len(t, sources, 2)
	args := c.argsFor(sources[1])
	got := r.ran(t, args...)
	assert.Equal(t, []string{file}, got.Heap)
	assert.Equal(t, []uint64{4}, got.Seed)
	assert.Equal(t, []int{1, 3}, got.Workers)
	assert.Equal(t, []int{2, 16}, got.Grain)
	assert.Equal(t, c.fileFlags, got.fileFlags)
	assert.Equal(t, 7, got.Reps)
	assert.Equal(t, []bool{true, true, true, true}, []bool{got.Floor, got.Counters, got.NoVerify, got.TrustFile})
	assert.Equal(t, "-", got.JSON)

	c = *r.ran(t, "--heap", file)
	sources, _, err = c.prepare(t.Context())
	require.NoError(t, err)
	got = r.ran(t, c.argsFor(sources[0])...)
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

// TestEffort: saved results are of as many processes as a comparison wants, and --until
// does not go on for ever.
func TestEffort(t *testing.T) {
	defer func(was int) { usualInvocations = was }(usualInvocations)
	usualInvocations = 6
	var f effortFlags
	assert.Equal(t, []int{3, 6}, []int{f.effort(false).Least, f.effort(false).Most})
	assert.Equal(t, 6, f.effort(true).Least)
	f.Until = 0.01
	assert.Equal(t, 6, f.effort(false).Least)
	assert.Equal(t, untilFor, f.effort(false).For)
	f.For = 5
	assert.EqualValues(t, 5, f.effort(false).For)
}

// TestOneProcessOnly: what only this process can do is not left to others.
func TestOneProcessOnly(t *testing.T) {
	t.Chdir(t.TempDir()) // for a profile that should not be
	for line, says := range map[string]string{
		"--shape tree --objects 50 --profile cpu --invocations 2": "--profile is of one process",
		"--shape tree --objects 50 --profile cpu --for 1ms":       "--profile is of one process",
		"--heap - --until 5%": "standard input can be read by one process",
	} {
		status, stdout, stderr := runCLI(append([]string{"run", "--workers", "1"}, strings.Fields(line)...)...)
		assert.Equal(t, session.ExitUsage, status)
		assert.Contains(t, stderr, says)
		assert.Empty(t, stdout)
	}
}

// varied is a result with so much variation within a process and between processes.
func varied(shape string, within float64, between ...float64) (r schema.Result) {
	r.Shape, r.Workers, r.CV = shape, 2, within
	if between != nil {
		r.CVBetween = &between[0]
	}
	return r
}

// TestFailCV: either variation crosses the threshold, with a status of its own.
func TestFailCV(t *testing.T) {
	steady := varied("list", 0.05, 0.05)
	assert.NoError(t, failCV(0.05, []schema.Result{steady, varied("grid", 0.01)}))
	assert.NoError(t, failCV(0, []schema.Result{varied("tree", 9, 9)}))
	for _, one := range []schema.Result{varied("tree", 0.2, 0.01), varied("tree", 0.01, 0.2), varied("tree", 0.2)} {
		err := failCV(0.05, []schema.Result{steady, one})
		var limit *session.Failure
		require.ErrorAs(t, err, &limit)
		assert.Equal(t, session.ExitLimit, limit.Status)
		assert.Contains(t, err.Error(), "--fail-cv 5%: tree with 2 workers has a cv of ")
		assert.Contains(t, err.Error(), "20 %")
	}
}

// TestVarying: the warning counts either variation, and names the worst.
func TestVarying(t *testing.T) {
	assert.Empty(t, varying([]schema.Result{varied("tree", 0.1), varied("tree", 0.1, 0.1)}))
	assert.Equal(t, []string{"2 of 3 rows vary by more than 10 % (cv), most of all list with 2 workers: 40 %"},
		varying([]schema.Result{varied("tree", 0.3, 0.01), varied("list", 0.01, 0.4), varied("grid", 0.01, 0.01)}))
	setups := make([]setup, 3)
	for i, workers := range []int{2, 4, 1} {
		setups[i].options = mark.Options{Workers: workers}
	}
	assert.Equal(t, 4, mostWorkers(setups))
}

// TestExplainedMarks: they choose victims with the seed of the heap, and there are as many
// as were asked for.
func TestExplainedMarks(t *testing.T) {
	c := explainCmd{Workers: 2, Reps: 3}
	for i, o := range c.options(4) {
		assert.EqualValues(t, 4, o.Tuning.Seed)
		assert.Equal(t, i+1, o.Workers)
	}
	h, err := source.Watch(nil).Build("tree", shape.Params{Objects: 50})
	require.NoError(t, err)
	var progress bytes.Buffer
	s := session.New(t.Context(), nil, io.Discard, io.Discard)
	s.Relay(&progress)
	require.NoError(t, c.measure(s, heapSource{}, h, nil, &explain.Facts{}, portion{0, 1}))
	assert.Contains(t, progress.String(), "sample 1 of 6\n")
}

// TestWords: a text is split as a shell does it, and flags are taken out with their values.
func TestWords(t *testing.T) {
	got, err := words("a  'b c'\t\"d'\"\ne'' '' --x='y z'")
	require.NoError(t, err)
	assert.Equal(t, []string{"a", "b c", "d'", "e", "", "--x=y z"}, got)
	_, err = words(`a "b`)
	assert.Error(t, err)
	assert.Equal(t, []string{"--shape", "a", "json", "--jsonx"}, withoutFlags([]string{"--a", "x", "--shape", "a", "--json=y", "json", "--json", "--a", "--jsonx"}, []string{"a", "json"}))
}
