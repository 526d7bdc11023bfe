package cli

import (
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/timing"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/mark/sim/calibrate"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestSimMarkMachine: the report says on which machine, and what went between its caches; the table has these columns, within 80.
func TestSimMarkMachine(t *testing.T) {
	args := strings.Fields("sim mark --machine milan --shape random --objects 100k --workers 2,16 --marking owner,shared --json -")
	status, stdout, stderr := runCLI(args...)
	require.Equal(t, session.ExitOK, status, stderr)
	for _, title := range []string{"lines/obj", "sent/obj", "slots full", "hottest"} {
		assert.Contains(t, stderr, title)
	}
	for line := range strings.Lines(stderr) {
		assert.LessOrEqual(t, len([]rune(strings.TrimSuffix(line, "\n"))), 80, line)
	}
	curves := decode(t, stdout)["results"].([]any)
	require.Len(t, curves, 2)
	for i, marking := range []string{"owner", "shared"} {
		c := curves[i].(map[string]any)
		assert.Equal(t, marking, c["marking"])
		assert.Equal(t, "milan", c["machine"].(map[string]any)["name"])
		checkMarkCurve(t, c, 2, 16)
		for _, p := range c["points"].([]any) {
			p := p.(map[string]any)
			moved := p["transfers"].(map[string]any)
			owned := marking == "owner"
			assert.Equal(t, owned, moved["slots"].(float64) > 0)
			assert.Equal(t, owned, p["slot_fill"].(float64) > 0)
			assert.Equal(t, owned, p["hottest_share"].(float64) > 0)
			assert.Equal(t, !owned, moved["bits"].(float64) > 10_000)
		}
	}
	sameAgain(t, stdout, args)
	readAgain(t, stdout)
}

// TestSimMarkWrongMachine: errors name the flag, and say what would be right.
func TestSimMarkWrongMachine(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("wrong.json", []byte(`{"name": "mine", "cores": 0}`), 0o600))
	for _, c := range []struct {
		flags  string
		status int
		says   string
	}{
		{"--machine abacus", session.ExitFailed, "--machine: it is neither icelake, milan, graviton3 or emerald nor a file of gcbench sim calibrate or scaling: open abacus"},
		{"--machine wrong.json", session.ExitFailed, `wrong.json: machine "mine": cores cannot be 0: it must be 1 to 128`},
		{"--machine emerald --workers 2,17", session.ExitUsage, "--workers: 17 cannot be used: the machine emerald has 16 cores"},
		{"--machine milan --cost miss=3", session.ExitUsage, "--cost: the machine sets miss"},
		{"--machine ", session.ExitUsage, "--machine"},
	} {
		args := append([]string{"sim", "mark", "--shape", "tree", "--objects", "1000"}, strings.Split(c.flags, " ")...)
		status, _, stderr := runCLI(args...)
		assert.Equal(t, c.status, status, "%s: %s", c.flags, stderr)
		assert.Contains(t, strings.Join(strings.Fields(stderr), " "), c.says)
	}
}

// TestSlowCalibrate: this machine is written, and marks can be imagined on it.
func TestSlowCalibrate(t *testing.T) {
	tagged.Slow(t)
	t.Chdir(t.TempDir())
	defer func() { timing.Calibrate = calibrateNothing }()
	timing.Calibrate = reallyCalibrate
	status, stdout, stderr := runCLI("sim", "calibrate", "-o", "here.json")
	if runtime.GOOS != "linux" {
		assert.Equal(t, session.ExitFailed, status)
		return
	}
	require.Equal(t, session.ExitOK, status, stderr)
	assert.Contains(t, stdout, "a locked instruction")
	file, err := os.Open("here.json")
	require.NoError(t, err)
	defer file.Close()
	m, err := calibrate.Read(file, "here.json")
	require.NoError(t, err)
	assert.Positive(t, min(m.Near, m.HitLast, m.Memory, m.Object, m.Locked))
	status, _, stderr = runCLI("sim", "mark", "--machine", "here.json", "--shape", "tree", "--objects", "10k")
	assert.Equal(t, session.ExitOK, status, stderr)
}
