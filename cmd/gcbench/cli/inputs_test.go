package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// TestFilesThatAreNone: every subcommand that reads a heap says in one line which file
// it cannot read, why, and what would be right.
func TestFilesThatAreNone(t *testing.T) {
	good := genHeap(t, "list", "1")
	dir := t.TempDir()
	place := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.Mkdir(place("folder.heap"), 0o700))
	require.NoError(t, os.Symlink("nowhere", place("dangling.heap")))
	require.NoError(t, os.WriteFile(place("empty.heap"), nil, 0o600))
	const absent, forbidden = "give the name of an existing file; gcbench gen makes one", "permission denied: you must be allowed to read the file, and to pass through its folders"
	files := map[string]string{
		dir:                    "is a directory, not a heap: give the name of a file in it",
		place("folder.heap"):   "is a directory, not a heap: give the name of a file in it",
		place("missing.heap"):  absent,
		place("no/where.el"):   absent,
		place("dangling.heap"): absent,
		place("empty.heap"):    "is empty; heaps come from a snapshot",
		good + "/x":            "not a directory",
	}
	if os.Geteuid() != 0 { // nothing is forbidden to root
		require.NoError(t, os.WriteFile(place("secret.heap"), nil, 0o000))
		require.NoError(t, os.Mkdir(place("closed"), 0o000))
		files[place("secret.heap")], files[place("closed/x.heap")] = forbidden, forbidden
	}
	for file, says := range files {
		for k, command := range readers(t) {
			if testing.Short() && (len(says)+k)%2 != 0 {
				continue
			}
			command = strings.Replace(command, "--reps 1 ", "--reps 6 ", 1) // or there is a warning, too
			status, stdout, stderr := runCLI(with(command, file)...)
			assert.Equal(t, session.ExitFailed, status, "%s %s", command, file)
			assert.Empty(t, stdout, "%s %s", command, file)
			assert.Equal(t, 1, strings.Count(stderr, "\n"), "%s %s: %s", command, file, stderr)
			assert.Contains(t, stderr, file, command)
			assert.Contains(t, stderr, says, "%s %s", command, file)
		}
	}
}

// TestSmallestHeaps: one object is a heap, and so is none; but an empty edge list is
// seldom meant, and gets a warning.
func TestSmallestHeaps(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.el")
	require.NoError(t, os.WriteFile(empty, nil, 0o600))
	for file, warns := range map[string]bool{genHeap(t, "list", "1"): false, empty: true} {
		for _, command := range readers(t) {
			status, stdout, stderr := runCLI(with(command, file)...)
			assert.Equal(t, session.ExitOK, status, "%s %s: %s", command, file, stderr)
			assert.NotContains(t, stdout, "NaN", command)
			assert.Equal(t, warns, strings.Contains(stderr, "gcbench: warning: "+empty+` has no nodes, so there is nothing to mark: a line "0 1" is a reference from node 0 to node 1`+"\n"), "%s: %s", command, stderr)
		}
	}
}
