package shard

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestVacant: an export goes into an empty folder or a new one. To ask leaves nothing behind.
func TestVacant(t *testing.T) {
	dir := t.TempDir()
	in := func(names ...string) string { return filepath.Join(append([]string{dir}, names...)...) }
	require.NoError(t, os.Mkdir(in("empty"), 0o700))
	for _, full := range []string{"full", "killed", "whole"} {
		require.NoError(t, os.Mkdir(in(full), 0o700))
	}
	for _, file := range []string{in("full", "a"), in("killed", ".part-0371.heap.ec432176.tmp"), in("whole", "part-0000.heap"), in("whole", manifestName)} {
		require.NoError(t, os.WriteFile(file, nil, 0o600))
	}
	before := filesOf(t, dir)
	for _, good := range []string{in("empty"), in("new"), in("new", "and", "deep")} {
		require.NoError(t, Vacant(good), good)
	}
	for bad, says := range map[string]string{
		in("full"):           "is not empty: it has a; give a new folder",
		in("killed"):         "has .part-0371.heap.ec432176.tmp and no parts.json: an export there was interrupted",
		in("whole"):          "is not empty: it has part-0000.heap; give a new folder",
		in("full", "a"):      in("full", "a") + ": ",
		in("full", "a", "b"): in("full", "a"),
	} {
		require.ErrorContains(t, Vacant(bad), says)
	}
	require.Equal(t, before, filesOf(t, dir))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 4)
}
