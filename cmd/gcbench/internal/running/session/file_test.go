package session

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func put(t *testing.T, path, text string) {
	t.Helper()
	f, err := createFile(path)
	require.NoError(t, err)
	defer f.Abandon()
	_, err = f.WriteString(text)
	require.NoError(t, err)
	require.NoError(t, f.Commit())
	require.Error(t, f.Commit(), "committed twice")
}

func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(b)
}

func entries(t *testing.T, dir string) int {
	t.Helper()
	e, err := os.ReadDir(dir)
	require.NoError(t, err)
	return len(e)
}

func TestCommitReplaces(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	put(t, path, "one")
	require.NoError(t, os.Chmod(path, 0o640))
	put(t, path, "two")
	assert.Equal(t, "two", content(t, path))
	assert.Equal(t, 1, entries(t, filepath.Dir(path)))
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o640), info.Mode().Perm())
}

func TestAbandonKeepsTheOldContents(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	put(t, path, "old")
	f, err := createFile(path)
	require.NoError(t, err)
	_, err = f.WriteString("half of the n")
	require.NoError(t, err)
	require.NoError(t, f.Flush())
	assert.Equal(t, "old", content(t, path), "nothing shows before Commit")
	f.Abandon()
	f.Abandon()
	assert.Equal(t, "old", content(t, path))
	assert.Equal(t, 1, entries(t, filepath.Dir(path)))
}

// TestSymbolicLinksStay: what is behind the link is replaced, even if it does
// not exist yet.
func TestSymbolicLinksStay(t *testing.T) {
	dir := t.TempDir()
	link, target := filepath.Join(dir, "link"), filepath.Join(dir, "target")
	require.NoError(t, os.Symlink("target", link))
	for _, text := range []string{"one", "two"} {
		put(t, link, text)
		assert.Equal(t, text, content(t, target))
		info, err := os.Lstat(link)
		require.NoError(t, err)
		assert.NotZero(t, info.Mode()&os.ModeSymlink)
	}
}

// TestDevicesAreWrittenTo and not replaced by a file.
func TestDevicesAreWrittenTo(t *testing.T) {
	put(t, os.DevNull, "gone")
	info, err := os.Stat(os.DevNull)
	require.NoError(t, err)
	assert.False(t, info.Mode().IsRegular())
}

func TestCreateFailsEarly(t *testing.T) {
	dir := t.TempDir()
	_, err := createFile(dir)
	assert.ErrorContains(t, err, "is a directory")
	_, err = createFile(filepath.Join(dir, "no", "x"))
	assert.ErrorIs(t, err, os.ErrNotExist)
	assert.Zero(t, entries(t, dir))
}
