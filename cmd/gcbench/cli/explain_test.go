package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/timing"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// Tests do not empty the caches of the machine.
func init() { timing.LastCache = func() uint64 { return 0 } }

// TestExplain: the sentences, the facts they rest on, and a report, of a shape and of a
// file.
func TestExplain(t *testing.T) {
	defer func(was func() uint64) { timing.LastCache = was }(timing.LastCache)
	timing.LastCache = func() uint64 { return 1 << 20 }
	file := genHeap(t, "tree", "400")
	for _, args := range []string{"--shape list --objects 400 --seed 4", file} {
		if testing.Short() && args == file {
			break
		}
		status, stdout, stderr := runCLI(strings.Fields("explain --workers 2 --reps 1 --json - " + args)...)
		require.Equal(t, session.ExitOK, status, stderr)
		r := decode(t, stdout)
		assert.Equal(t, "gcbench-explain/1", r["schema"])
		assert.Contains(t, r["env"], "cpu")
		explained := r["heaps"].([]any)[0].(map[string]any)
		facts := explained["facts"].(map[string]any)
		assert.Equal(t, 300.0, facts["live"])
		assert.Equal(t, 2.0, facts["many"].(map[string]any)["workers"])
		assert.Positive(t, facts["one"].(map[string]any)["median_ns"])
		assert.Positive(t, facts["cold_ns"])
		assert.Contains(t, stderr, "1 worker ")
		for line := range strings.Lines(stderr) {
			assert.LessOrEqual(t, len([]rune(line)), 81, "lines fit a terminal of 80 columns: %q", line)
		}
		if args == file {
			assert.True(t, strings.HasPrefix(stderr, "tree.heap: 400 objects"), stderr)
			assert.Equal(t, file, facts["heap"])
			assert.Contains(t, rulesOf(explained), "small")
			continue
		}
		assert.Equal(t, 4.0, facts["seed"])
		assert.Equal(t, 300.0, facts["structure"].(map[string]any)["levels"])
		assert.InDelta(t, 1, facts["bound"].(map[string]any)["ceiling"], 0.1)
		assert.Contains(t, rulesOf(explained), "list")
		assert.Contains(t, stderr, "- A list: 300 live objects on 300 levels")
	}
}

func rulesOf(heap map[string]any) (rules []string) {
	for _, f := range heap["findings"].([]any) {
		rules = append(rules, f.(map[string]any)["rule"].(string))
	}
	return rules
}

// TestExplainOne: with one worker there is nothing to compare, and no rule about further
// workers applies.
func TestExplainOne(t *testing.T) {
	if testing.Short() {
		t.Skip("TestExplain does more")
	}
	stdout := mustRun(t, "explain", "--shape", "tree,list", "--objects", "300", "--workers", "1", "--reps", "1")
	assert.NotContains(t, stdout, "speedup")
	assert.NotContains(t, stdout, "Small")
	assert.Contains(t, stdout, "1 worker ")
	assert.Contains(t, stdout, "\n\nlist: 300 objects")
}
