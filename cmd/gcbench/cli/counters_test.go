package cli

import (
	"encoding/csv"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/timing"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/counters"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// fakeCounters count 1000 of each event between two readings.
type fakeCounters struct {
	reads  uint64
	closed bool
}

func (f *fakeCounters) Read() (v counters.Values, err error) {
	f.reads++
	for i := range v {
		v[i] = f.reads * 1000
	}
	return v, nil
}

func (f *fakeCounters) Close() { f.closed = true }

// countWith has gcbench run read these counters.
func countWith(t *testing.T, open func() (counters.Source, []counters.Event, error)) {
	t.Helper()
	before := timing.OpenCounters
	t.Cleanup(func() { timing.OpenCounters = before })
	timing.OpenCounters = open
}

var countedRun = []string{"run", "--shape", "tree", "--objects", "500", "--workers", "1,2", "--reps", "6", "--counters"}

// TestCounters: each timed mark is between two readings, and the counts are per live
// object and mark, in the table, the JSON report and the CSV file. An event that the
// machine lacks has no column in the table, and is null and empty elsewhere.
func TestCounters(t *testing.T) {
	t.Chdir(t.TempDir())
	fake := &fakeCounters{}
	countWith(t, func() (counters.Source, []counters.Event, error) {
		return fake, []counters.Event{counters.CacheMisses, counters.Cycles}, errors.New("no more")
	})
	status, stdout, stderr := runCLI(append(countedRun, "--json", "-", "--csv", "x.csv")...)
	require.Equal(t, session.ExitOK, status, stderr)
	assert.True(t, fake.closed)
	assert.Equal(t, 1, strings.Count(stderr, "warning: --counters: some are missing: no more\n"), stderr)
	assert.Regexp(t, `\nshape .* idle % +LLC miss +cycles\ntree .*\n`, stderr)
	assert.Contains(t, stderr, "\nmisses, instr, cycles: of all threads in user space, per live object\n")
	assert.NotContains(t, stderr, "TLB miss")
	marks := uint64(0)
	for _, r := range decode(t, stdout)["results"].([]any) {
		r := r.(map[string]any)
		c := r["counters"].(map[string]any)
		assert.InEpsilon(t, 1000/r["live"].(float64), c["cache_misses"], 1e-9)
		assert.InEpsilon(t, 1000/r["live"].(float64), c["cycles"], 1e-9)
		assert.Contains(t, c, "instructions")
		assert.Nil(t, c["instructions"])
		assert.Nil(t, c["dtlb_load_misses"])
		marks += 6 * uint64(r["marks_per_sample"].(float64))
	}
	assert.Equal(t, 2*marks, fake.reads, "warm-up and the digest are not counted")

	file, err := os.ReadFile("x.csv")
	require.NoError(t, err)
	rows, err := csv.NewReader(strings.NewReader(string(file))).ReadAll()
	require.NoError(t, err)
	first := slices.Index(rows[0], "cache_misses")
	assert.Equal(t, []string{"cache_misses", "dtlb_load_misses", "instructions", "cycles"}, rows[0][first:first+4])
	assert.NotEmpty(t, rows[1][first])
	assert.Empty(t, rows[1][first+1])
	assert.Equal(t, rows[1][first], rows[2][first+3])
}

// TestNoCounters: one line says why, the run goes on, and the columns are left out.
func TestNoCounters(t *testing.T) {
	countWith(t, func() (counters.Source, []counters.Event, error) {
		return nil, nil, errors.New("this machine has none: another one does")
	})
	status, stdout, stderr := runCLI(countedRun...)
	require.Equal(t, session.ExitOK, status, stderr)
	assert.Equal(t, "gcbench: warning: --counters: this machine has none: another one does\n", stderr)
	assert.NotContains(t, stdout, "cycles")
	assert.Contains(t, stdout, "\ntree ")
	status, stdout, stderr = runCLI(append(countedRun, "--json", "-")...)
	require.Equal(t, session.ExitOK, status, stderr)
	assert.Nil(t, decode(t, stdout)["results"].([]any)[0].(map[string]any)["counters"])
}

// TestCountersOfThisMachine: whatever it has, the run goes on, and at most one line says
// what is missing.
func TestCountersOfThisMachine(t *testing.T) {
	status, stdout, stderr := runCLI(countedRun...)
	require.Equal(t, session.ExitOK, status, stderr)
	if strings.Contains(stderr, "--counters") {
		assert.Equal(t, 1, strings.Count(stderr, "\n"))
		t.Log(stderr)
	}
	t.Log("\n" + stdout)
}
