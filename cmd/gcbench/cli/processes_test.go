package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// parentsOwn are the flags of run that are for the process that starts others.
var parentsOwn = []string{"help", "version", "json", "csv", "bench", "timeline", "profile", "profile-dir", "invocations", "until", "for", "patience", "fail-cv"}

// TestEveryFlagReachesTheProcesses: what changes a measurement is passed on to the processes
// that measure, or is in the list above.
func TestEveryFlagReachesTheProcesses(t *testing.T) {
	r := newReading()
	file := genHeap(t, "tree", "20")
	for _, f := range r.flags(t)["run"] {
		if slices.Contains(parentsOwn, f.Name) {
			continue
		}
		line := []string{"--shape", "tree", "--objects", "100"}
		if slices.Contains([]string{"heap", "format", "weak", "roots", "separator", "columns", "header", "map", "no-map", "trust-file", "max-bytes", "max-objects", "max-edges", "max-decompressed"}, f.Name) {
			line = []string{"--heap", file}
		}
		line = without(line, "--"+f.Name)
		value := ""
		switch {
		case f.IsBool():
			line = append(line, "--"+f.Name)
		case f.Name == "heap":
			value = file
		case f.Name == "format":
			value = "snapshot"
		case f.Name == "columns":
			value = "1,3"
		case strings.HasPrefix(f.Name, "max-"):
			value = "1000000"
		case f.Name == "preset":
			value = "go"
		default:
			_, value = twoValues(t, f)
		}
		if value != "" {
			line = append(line, "--"+f.Name, value)
		}
		c := r.ran(t, line...)
		sources, _, err := c.Prepare(t.Context())
		require.NoError(t, err, line)
		args := c.ArgsFor(sources[0])
		at := slices.Index(args, "--"+f.Name)
		if assert.GreaterOrEqual(t, at, 0, "--%s is not passed on: %v", f.Name, args) && value != "" {
			assert.Equal(t, value, args[at+1], "--%s", f.Name)
		}
	}
}

// TestUntil: a run says whether it is as precise as it was told to be.
func TestUntil(t *testing.T) {
	notShort(t, "measures for a while")
	args := []string{"run", "--shape", "tree", "--objects", "1000", "--workers", "1", "--reps", "6", "--json", "-"}
	status, stdout, stderr := runCLI(append(args, "--until", "1000%")...)
	require.Equal(t, session.ExitOK, status, stderr)
	assert.Contains(t, stderr, "\n--until 1000% is reached by every row\n")
	assert.Equal(t, "precise", decode(t, stdout)["ended"])
	status, stdout, stderr = runCLI(append(args, "--until", "0.0001%", "--for", "1ms")...)
	require.Equal(t, session.ExitOK, status, stderr)
	assert.Contains(t, stderr, "warning: --until 0.0001% is not reached after 1ms: --for allows more time\n")
	r := decode(t, stdout)
	assert.Equal(t, "time", r["ended"])
	assert.NotEmpty(t, r["results"])
}
