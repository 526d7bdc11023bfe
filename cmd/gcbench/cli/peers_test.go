package cli

import (
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/timing"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/judging/peers"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/invoke"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// toolChild, as first argument, makes the test binary gcbench with the arguments
// that follow.
const toolChild = "gcbench-itself"

// reallyCalibrate takes half a minute. The other tests have a machine that is nowhere.
var reallyCalibrate func(*session.Session, string) (*machines.Machine, *schema.Machine, error)

func calibrateNothing(*session.Session, string) (*machines.Machine, *schema.Machine, error) {
	m, _ := machines.Named("milan")
	return m, &schema.Machine{Processors: []schema.Processor{{Number: 7}}}, nil
}

// TestMain is also gcbench itself, which gcbench peers runs again and tests of
// signals run, and a small process that writes a heap dump.
func TestMain(m *testing.M) {
	if status, mine := lab.Serve(); mine {
		os.Exit(status)
	}
	if len(os.Args) > 1 && os.Args[1] == peers.GoChildCommand {
		os.Exit(gcbench(os.Args[1:], os.Stdout, os.Stderr))
	}
	debug.SetGCPercent(400) // the tests make little that lasts, and would collect garbage for a sixth of their time
	measure.CollectGarbage = func() {}
	timing.SampleTime, measure.WarmTime = 100*time.Microsecond, 100*time.Microsecond
	timing.NewReference = measure.SmallReference
	if invoke.Here() {
		os.Exit(gcbench(os.Args[1:], os.Stdout, os.Stderr))
	}
	flags.UsualInvocations = 1 // or each of many runs would start several processes
	timing.JudgesNoise = false
	reallyCalibrate, timing.Calibrate = timing.Calibrate, calibrateNothing
	timing.NewReference = func() *measure.Reference { return nil }
	parserFor = (&parsers{}).take
	flags.AvailableMemory = sync.OnceValue(flags.AvailableMemory) // which reads many files
	if len(os.Args) > 1 && os.Args[1] == toolChild {
		os.Exit(gcbench(os.Args[2:], os.Stdout, os.Stderr))
	}
	if len(os.Args) > 2 && os.Args[1] == dumpChild {
		if err := writeDump(os.Args[2]); err != nil {
			panic(err)
		}
		os.Exit(session.ExitOK)
	}
	os.Exit(m.Run())
}

// TestPeers: two heaps, every collector, one report. A collector that is not
// installed is skipped, with a reason in the report and one warning. With
// -short nothing is compiled, and a JVM takes part only with HALFMARK_SLOW set.
func TestPeers(t *testing.T) {
	file := genHeap(t, "tree", "500")
	needed := map[string][]string{"parallel": {"javac", "java"}, "g1": {"javac", "java"}, "boehm": {"cc"}}
	for _, args := range []string{"--shape list,random --objects 2000 --seed 4 --peers go", "--heap " + file + " --peers " + collectorsHere()} {
		status, stdout, stderr := runCLI(append(strings.Fields("peers "+args), "--workers", "2", "--reps", "6", "--json", "-")...)
		require.Equal(t, session.ExitOK, status, stderr)
		r := decode(t, stdout)
		assert.Equal(t, "gcbench-peers/1", r["schema"])
		assert.Contains(t, r["env"], "cpu")
		for _, h := range r["heaps"].([]any) {
			h := h.(map[string]any)
			for _, field := range strings.Fields("shape heap layout seed objects edges roots live arena_bytes workers peers") {
				assert.Contains(t, h, field)
			}
			assert.Equal(t, 2.0, h["workers"])
			assert.Equal(t, map[string]any{
				"queue": "stealhalf", "grain": float64(tune.DefaultGrain), "deque": float64(tune.DefaultCapacity), "overflow": float64(tune.DefaultOverflowBlocks),
				"steal": "empty", "amount": "balance", "victim": "random", "idle": "park", "marking": "auto", "speculation": "auto",
			}, h["options"])
			for _, p := range h["peers"].([]any) {
				p := p.(map[string]any)
				name := p["name"].(string)
				if p["skipped"] != "" {
					assert.Nil(t, p["ratio"])
					assert.Equal(t, 1, strings.Count(stderr, "warning: "+name+" is skipped: "), stderr)
					t.Logf("%s is not installed here: %s", name, p["skipped"])
					require.NotEmpty(t, needed[name])
					continue
				}
				checkPeer(t, p)
				assert.Contains(t, stderr, " "+name+" ", "the table has a row")
			}
		}
	}
}

// collectorsHere are those that this run may build and start.
func collectorsHere() string {
	switch {
	case testing.Short():
		return "go"
	case os.Getenv("HALFMARK_SLOW") == "":
		return "go,boehm"
	}
	return strings.Join(spell.PeerNames(), ",")
}

func checkPeer(t *testing.T, p map[string]any) {
	t.Helper()
	require.Len(t, p["samples_ns"], 6)
	ci := p["ci95_ns"].([]any)
	assert.Positive(t, ci[0])
	assert.LessOrEqual(t, ci[0], p["median_ns"])
	assert.LessOrEqual(t, p["median_ns"], ci[1])
	assert.Positive(t, p["ratio"])
	between := p["ratio_ci95"].([]any)
	assert.LessOrEqual(t, between[0], p["ratio"])
	assert.LessOrEqual(t, p["ratio"], between[1])
	assert.Positive(t, p["ns_per_object"])
	assert.NotEmpty(t, p["version"])
	assert.NotEmpty(t, p["what"])
	if p["name"] == peers.Self {
		assert.Equal(t, 1.0, p["ratio"])
	}
}

// TestPeersWithoutTools: halfmark and Go are compared wherever gcbench runs.
func TestPeersWithoutTools(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := exec.LookPath("cc")
	require.Error(t, err)
	status, stdout, stderr := runCLI("peers", "--objects", "1000", "--reps", "6", "--workers", "1")
	require.Equal(t, session.ExitOK, status, stderr)
	for _, name := range []string{"parallel", "g1", "boehm"} {
		assert.Equal(t, 1, strings.Count(stderr, "gcbench: warning: "+name+" is skipped: no "), stderr)
		assert.NotContains(t, stdout, name)
	}
	assert.Contains(t, stdout, " halfmark ")
	assert.Regexp(t, `\nhalfmark marks with: deque stealhalf, grain \d+, capacity \d+, overflow \d+,\n  steal empty, amount balance, victim random, idle park, marking auto,\n  speculation auto\n$`, stdout)
	assert.Contains(t, stdout, " go ")
}
