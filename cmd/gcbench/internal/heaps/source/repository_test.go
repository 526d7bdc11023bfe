package source

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/dump"
)

// TestRepository: git:FOLDER is a git repository, a folder alone is nothing, and ./git:FOLDER
// is a file.
func TestRepository(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	none, folder := t.TempDir(), t.TempDir()
	for name, value := range map[string]string{"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CEILING_DIRECTORIES": filepath.Dir(none)} {
		t.Setenv(name, value)
	}
	git := exec.Command("git", "fast-import", "--quiet")
	git.Dir = folder
	git.Stdin = strings.NewReader("commit refs/heads/main\ncommitter c <c@example.com> 0 +0000\ndata 1\nx\nM 644 inline file\ndata 4\ntext\n")
	require.NoError(t, exec.Command("git", "init", "-q", folder).Run())
	require.NoError(t, git.Run())

	path := "git:" + folder
	require.NoError(t, Exists(t.Context(), path))
	h, err := Open(path, Reading{})
	require.NoError(t, err)
	assert.Equal(t, []any{dump.Git, path, "git:" + filepath.Base(folder), "", uint64(3), true}, []any{h.Format, h.File, h.Name(), h.Layout(), h.NumObjects(), h.HasSizes()})
	ref, err := h.Find("main")
	require.NoError(t, err)
	assert.Equal(t, "refs/heads/main", h.RootLabel(ref))
	_, err = h.Find("nosuch")
	assert.ErrorContains(t, err, `"nosuch" names no object: give one such as `+h.Text(0))

	var limit *LimitError
	_, err = Open(path, Reading{Limits: Limits{Objects: 2}})
	require.ErrorAs(t, err, &limit)
	assert.Equal(t, "--max-objects", limit.Flag)

	assert.ErrorContains(t, Exists(t.Context(), "git:"+none), "git:"+none+": git rev-parse: exit status 128: fatal: not a git repository")
	_, err = Open("git:"+none, Reading{})
	assert.ErrorContains(t, err, "not a git repository")
	for _, meant := range []string{folder, filepath.Join(folder, ".git")} {
		assert.ErrorContains(t, Exists(t.Context(), meant), "is a directory, not a heap: give the name of a file in it, or git:"+meant+" for the git repository")
	}
	err = Exists(t.Context(), none)
	assert.ErrorContains(t, err, "give the name of a file in it")
	assert.NotContains(t, err.Error(), "git:")
	assert.ErrorIs(t, Exists(t.Context(), "./"+path), os.ErrNotExist)
	_, err = Open("./"+path, Reading{})
	assert.ErrorIs(t, err, os.ErrNotExist)
}
