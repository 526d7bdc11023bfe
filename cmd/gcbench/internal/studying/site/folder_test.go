package site

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A site is written into a new folder, an empty one, or over a site. Other files there stay.
func TestFolder(t *testing.T) {
	made, err := (&Site{Source: small(nil), Play: []byte("play")}).Make()
	require.NoError(t, err)
	empty := t.TempDir()
	for _, dir := range []string{empty, filepath.Join(empty, "new", "er")} {
		require.NoError(t, Vacant(dir))
		require.NoError(t, made.Write(dir))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "CNAME"), []byte("name"), 0o600))
		require.NoError(t, Vacant(dir), "a site can be made again")
		require.NoError(t, made.Write(dir))
		assert.FileExists(t, filepath.Join(dir, "CNAME"))
		for file, want := range made.Files {
			text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
			require.NoError(t, err)
			assert.Equal(t, want, text, file)
		}
	}
}

// A folder with other things is refused, and so is a file.
func TestNotVacant(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "index.html")
	require.NoError(t, os.WriteFile(file, []byte("<title>mine</title>"), 0o600))
	assert.EqualError(t, Vacant(dir), dir+" is not empty, and gcbench site has not made it: name a new folder")
	assert.Error(t, Vacant(file))
	require.NoError(t, os.Rename(file, filepath.Join(dir, "a")))
	assert.ErrorContains(t, Vacant(dir), "is not empty")
}
