package cli

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// content is what a file has.
func content(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return b
}

// TestConvertLayout: the objects of a file in each order. The reachable objects keep their number, and the order is
// the one that was asked for: by breadth the levels do not fall, and a mark's order is that of one worker.
func TestConvertLayout(t *testing.T) {
	t.Chdir(t.TempDir())
	mustRun(t, "gen", "random", "--objects", "3000", "--layout", "alloc", "-o", "a.heap")
	before := decode(t, mustRunJSON(t, "info", "a.heap", "--json", "-"))
	for _, layout := range []string{"shuffled", "bfs", "mark"} {
		out := layout + ".heap"
		mustRun(t, "convert", "a.heap", out, "--layout", layout)
		after := decode(t, mustRunJSON(t, "info", out, "--json", "-"))
		for _, key := range []string{"objects", "edges", "roots", "live", "arena_bytes", "levels"} {
			assert.Equal(t, before[key], after[key], "%s of %s", key, layout)
		}
		assert.NotEqual(t, before["digest"], after["digest"], layout)
		mustRun(t, "verify", out)
	}
	mustRun(t, "gen", "random", "--objects", "3000", "--layout", "bfs", "-o", "b.heap")
	assert.Equal(t, decode(t, mustRunJSON(t, "info", "b.heap", "--json", "-"))["digest"], decode(t, mustRunJSON(t, "info", "bfs.heap", "--json", "-"))["digest"])
	mustRun(t, "convert", "mark.heap", "again.heap", "--layout", "mark")
	mustRun(t, "convert", "again.heap", "same.heap", "--layout", "mark")
	assert.True(t, bytes.Equal(content(t, "again.heap"), content(t, "same.heap")), "what lies in the order of a mark is marked in this order")
	status, _, stderr := runCLI("convert", "a.heap", "x.heap", "--layout", "alloc")
	assert.Equal(t, 2, status)
	assert.Contains(t, stderr, "it must be shuffled, bfs or mark")
}

// TestInfoLike: the shape that a heap was made of is the one that resembles it, and lines fit a terminal.
func TestInfoLike(t *testing.T) {
	t.Chdir(t.TempDir())
	mustRun(t, "gen", "tree:payload=64", "--objects", "3000", "--layout", "alloc", "-o", "a.heap")
	stdout := mustRun(t, "info", "a.heap", "--like")
	assert.Contains(t, stdout, "  1  --shape tree:payload=64 --layout alloc\n")
	assert.Contains(t, stdout, "likeness, at most 1")
	assert.Contains(t, stdout, "To mark the first: gcbench run --shape tree:payload=64 --layout alloc --objects 3000\n")
}
