package cli

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// TestRoots: --roots takes the place of a file's roots, in every plain graph and in every command that reads it.
func TestRoots(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"g.el": "0 1\n1 2\n3 4\n4 5\n", "rooted.el": "# roots 0\n0 1\n1 2\n3 4\n4 5\n", "d.csv": "app,json\nlab,json\nlab,web\n",
		"g.mtx": "%%MatrixMarket matrix coordinate pattern general\n6 6 4\n1 2\n2 3\n4 5\n5 6\n",
	} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	}
	for args, says := range map[string]string{
		"g.el --roots 3": "live      3 (50 %) with 2 edges", "g.el --roots 3,0": "live      6 (100 %)", "rooted.el --roots 5": "live      1 (17 %)",
		"d.csv --roots lab": "live      3 (75 %)", "g.mtx --roots 6": "live      1 (17 %)", "g.mtx --roots 1,4": "live      6 (100 %)",
	} {
		status, stdout, stderr := runCLI(append([]string{"info"}, strings.Fields(args)...)...)
		require.Equal(t, session.ExitOK, status, stderr)
		assert.Contains(t, stdout, says, args)
		assert.Empty(t, stderr, "a root was chosen, so no warning says which one is taken")
	}
	_, stdout, _ := runCLI("info", "g.mtx")
	assert.Contains(t, stdout, "rooted ")
	assert.NotContains(t, mustRun(t, "info", "g.mtx", "--roots", "4"), "rooted ")
	mustRun(t, "convert", "g.mtx", "x.el", "--roots", "5,1")
	text, err := os.ReadFile("x.el")
	require.NoError(t, err)
	assert.Contains(t, string(text), "# roots 4 0\n")
	assert.Contains(t, mustRun(t, "run", "--heap", "g.el", "--roots", "3", "--reps", "6", "--invocations", "1", "--workers", "1"), "g.el")
	mustRun(t, "convert", "rooted.el", "g.heap")
	for args, says := range map[string]string{
		"info g.el --roots 9":           "g.el: --roots: there is no object 9: the nodes have the numbers from 0 to 5",
		"info g.el --roots x":           `g.el: --roots: "x" names no object`,
		"info g.el --roots 3,3":         `"3" is in the list twice`,
		"info d.csv --roots jsn":        "d.csv: --roots: jsn names no object: did you mean json?",
		"info g.heap --roots 1":         "--roots: g.heap (heap snapshot) has the roots of the program: --roots is for plain graphs",
		"run --shape tree --roots 1":    "--roots means nothing without --heap",
		"verify --shape tree --roots 1": "--roots means nothing without FILE",
	} {
		status, _, stderr := runCLI(strings.Fields(args)...)
		assert.NotEqual(t, session.ExitOK, status, args)
		assert.Contains(t, stderr, says, args)
	}
}
