package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
)

// Tests do not empty the caches of the machine.
func init() { lastCache = func() uint64 { return 0 } }

// TestExplain: the sentences, the facts they rest on, and a report, of shapes and of a
// file.
func TestExplain(t *testing.T) {
	defer func(was func() uint64) { lastCache = was }(lastCache)
	lastCache = func() uint64 { return 1 << 20 }
	file := genHeap(t, "list", "400")
	for _, args := range []string{"--shape list,tree --objects 400 --seed 4", file} {
		status, stdout, stderr := runCLI(strings.Fields("explain --workers 2 --reps 1 --json - " + args)...)
		require.Equal(t, session.ExitOK, status, stderr)
		r := decode(t, stdout)
		assert.Equal(t, "gcbench-explain/1", r["schema"])
		assert.Contains(t, r["env"], "cpu")
		list := r["heaps"].([]any)[0].(map[string]any)
		facts := list["facts"].(map[string]any)
		assert.Equal(t, 300.0, facts["live"])
		assert.Equal(t, 300.0, facts["structure"].(map[string]any)["levels"])
		assert.InDelta(t, 1, facts["bound"].(map[string]any)["ceiling"], 0.1)
		assert.Equal(t, 2.0, facts["many"].(map[string]any)["workers"])
		assert.Positive(t, facts["one"].(map[string]any)["median_ns"])
		assert.Positive(t, facts["cold_ns"])
		assert.Contains(t, rulesOf(list), "list")
		assert.Contains(t, stderr, "- A list: 300 live objects on 300 levels")
		assert.Contains(t, stderr, "1 worker ")
		for line := range strings.Lines(stderr) {
			assert.LessOrEqual(t, len([]rune(line)), 81, "lines fit a terminal of 80 columns: %q", line)
		}
		if args == file {
			assert.True(t, strings.HasPrefix(stderr, "list.heap: 400 objects"), stderr)
			assert.Equal(t, file, facts["heap"])
			continue
		}
		assert.Contains(t, stderr, "\n\ntree: 400 objects")
		assert.Equal(t, 4.0, facts["seed"])
		assert.Contains(t, rulesOf(r["heaps"].([]any)[1].(map[string]any)), "small")
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
	stdout := mustRun(t, "explain", "--shape", "tree", "--objects", "300", "--workers", "1", "--reps", "1")
	assert.NotContains(t, stdout, "speedup")
	assert.NotContains(t, stdout, "Small")
	assert.Contains(t, stdout, "1 worker ")
}
