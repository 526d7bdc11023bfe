package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestBits: the program of docs/findings/bits.md is compiled, marks an edge list in all of its ways, which find the same,
// and refuses what is none.
func TestBits(t *testing.T) {
	notShort(t, "a C compiler")
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("there is no C compiler (cc)")
	}
	source := filepath.Join(moduleTree(t).root, "testdata", "make", "bits", "bits.c")
	t.Chdir(t.TempDir())
	out, err := exec.Command(cc, "-O2", "-Wall", "-Werror", "-pthread", "-o", "bits", source, "-lm").CombinedOutput()
	require.NoError(t, err, string(out))
	mustRun(t, "gen", "random", "--objects", "3000", "-o", "a.heap")
	mustRun(t, "convert", "a.heap", "a.el")
	out, err = exec.Command("./bits", "-r", "2", "a.el").CombinedOutput()
	require.NoError(t, err, string(out))
	assert.Equal(t, 2, strings.Count(string(out), "\n| a.el |"), string(out))
	for name, content := range map[string]string{"words.el": "a b\n", "beyond.el": "# nodes 2\n# roots 0\n0 2\n", "missing.el": ""} {
		if name != "missing.el" {
			require.NoError(t, os.WriteFile(name, []byte(content), 0o666))
		}
		out, err := exec.Command("./bits", name).CombinedOutput()
		require.Error(t, err, name)
		assert.Contains(t, string(out), "bits: ", name)
	}
}
