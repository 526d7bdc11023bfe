package draft

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// namesIn are the files of a folder.
func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestFile: the place has its old contents until Commit, and Abandon leaves nothing behind.
func TestFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	require.NoError(t, WriteFile(path, []byte("old")))
	f, err := Create(path)
	require.NoError(t, err)
	_, err = f.WriteString("new")
	require.NoError(t, err)
	require.Len(t, namesIn(t, dir), 2)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "old", string(text))
	f.Abandon()
	require.Equal(t, []string{"x"}, namesIn(t, dir))

	require.NoError(t, WriteFile(path, []byte("new")))
	text, err = os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "new", string(text))
	require.Equal(t, []string{"x"}, namesIn(t, dir))
}

// TestFailures: nothing is left of a file that cannot begin, or that cannot get its name.
func TestFailures(t *testing.T) {
	dir := t.TempDir()
	_, err := Create(filepath.Join(dir, "missing", "x"))
	require.ErrorContains(t, err, "cannot write "+filepath.Join(dir, "missing", "x")+": ")
	folder := filepath.Join(dir, "folder")
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "full"), 0o700))
	require.ErrorContains(t, WriteFile(folder, []byte("new")), "writing "+folder+": ")
	require.Equal(t, []string{"folder"}, namesIn(t, dir))
}
