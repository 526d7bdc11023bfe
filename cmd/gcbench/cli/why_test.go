package cli

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// TestWhyInAnEdgeList: paths by number; a node that is garbage ends with status 1.
func TestWhyInAnEdgeList(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.el")
	require.NoError(t, os.WriteFile(path, []byte("# nodes 6\n# roots 0 5\n0 1\n0 2\n1 3\n2 3\n4 3\n"), 0o600))
	assert.Equal(t, `node 3 is alive: a root leads to it in 2 references.
step  object  the next at
   0  node 0  reference 1 of 2
   1  node 1  reference 1 of 1
   2  node 3
It keeps nothing else alive.

node 0 is alive: it is a root.
step  object  the next at
   0  node 0
It keeps 4 objects alive, itself among them.
`, mustRun(t, "why", path, "3", "0"))

	names := filepath.Join(t.TempDir(), "names.el")
	require.NoError(t, os.WriteFile(names, []byte("main \"a b\"\n\"a b\" 7\n"), 0o600))
	_, stdout, _ := runCLI("why", names, "7")
	assert.Equal(t, `7 is alive: a root leads to it in 2 references.
step  object  the next at
   0  main    reference 1 of 1
   1  "a b"   reference 1 of 1
   2  7
It keeps nothing else alive.
`, stdout)

	const garbage = "node 4 is not reachable: no root leads to it, so it is garbage.\n"
	status, stdout, stderr := runCLI("why", path, "4")
	assert.Equal(t, []any{session.ExitFailed, garbage, "gcbench: node 4 is not reachable\n"}, []any{status, stdout, stderr})
	status, stdout, stderr = runCLI("why", path, "4", "5", "--json", "-")
	assert.Equal(t, session.ExitFailed, status)
	assert.Contains(t, stderr, "gcbench: 1 of 2 objects are not reachable\n")
	r := decode(t, stdout)
	assert.Equal(t, []any{"gcbench-why/1", path, "edge list"}, []any{r["schema"], r["heap"], r["format"]})
	assert.Contains(t, r["env"], "cpu")
	objects := r["objects"].([]any)
	assert.Equal(t, map[string]any{"asked": "4", "label": "node 4", "number": 4.0, "reachable": false, "distance": 0.0}, objects[0])
	assert.Equal(t, map[string]any{
		"asked": "5", "label": "node 5", "number": 5.0, "reachable": true, "distance": 0.0, "keeps": map[string]any{"objects": 1.0},
		"path": []any{map[string]any{"distance": 0.0, "label": "node 5", "number": 5.0}},
	}, objects[1])

	assert.Equal(t, path+`: 5 objects are reachable

Where the shortest paths to them begin:
objects  root
      4  node 0
      1  node 5
`, mustRun(t, "why", path))
}

// TestWhyNamesNoObject: what no object is called is an error in the command line, and says
// what there is.
func TestWhyNamesNoObject(t *testing.T) {
	list, empty := genHeap(t, "list", "100"), filepath.Join(t.TempDir(), "empty.el")
	require.NoError(t, os.WriteFile(empty, []byte("# nodes 0\n"), 0o600))
	for _, c := range []struct{ file, object, says string }{
		{list, "100", "there is no object 100: the objects have the numbers from 0 to 99, in order of address"},
		{list, "0x64", "0x64: only a Go heap dump has addresses: the objects have the numbers from 0 to 99, in order of address"},
		{list, "#5", `"#5" names no object: `}, {list, "five", `"five" names no object: `}, {list, "", "the name of an object is missing"},
		{list, "18446744073709551616", "there is no object 18446744073709551616: "},
		{list, "-1", "unknown flag -1"},
		{empty, "0", "there is no object 0: the heap has no objects"},
	} {
		json := filepath.Join(t.TempDir(), "x.json")
		status, stdout, stderr := runCLI("why", c.file, c.object, "--json", json)
		assert.Equal(t, session.ExitUsage, status, c.object)
		assert.Empty(t, stdout)
		assert.Contains(t, stderr, c.says)
		assert.Empty(t, filesIn(t, filepath.Dir(json)))
	}
	status, _, stderr := runCLI("why", list, "--class=")
	assert.Equal(t, session.ExitUsage, status)
	assert.Contains(t, stderr, "--class: the name of a class is missing")
	_, stdout, _ := runCLI("why", empty)
	assert.Equal(t, empty+": 0 objects are reachable\n", stdout)
}

// TestWhyInALongList: the middle of the path is left out, and --all brings it back.
func TestWhyInALongList(t *testing.T) {
	list := genHeap(t, "list", "5000")
	folded := mustRun(t, "why", list, "4999")
	assert.Contains(t, folded, "objects more")
	assert.Less(t, strings.Count(folded, "\n"), 30)
	_, rest, _ := strings.Cut(folded, "a root leads to it in ")
	number, _, _ := strings.Cut(rest, " ")
	distance, err := strconv.Atoi(strings.ReplaceAll(number, ",", ""))
	require.NoError(t, err, folded)
	assert.Equal(t, distance+4, strings.Count(mustRun(t, "why", list, "4999", "--all"), "\n"))
	_, survey, _ := strings.Cut(mustRun(t, "why", list), "\n")
	for line := range strings.Lines(folded + survey) {
		assert.LessOrEqual(t, len([]rune(line)), 81, "lines fit a terminal of 80 columns: %q", line)
	}
}

// TestWhyInterrupted: an interrupt ends the search.
func TestWhyInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stderr strings.Builder
	status := command(ctx, []string{"why", genHeap(t, "tree", "100"), "5"}, &stderr, &stderr)
	assert.Equal(t, session.ExitFailed, status)
	assert.Contains(t, stderr.String(), "interrupted")
}
