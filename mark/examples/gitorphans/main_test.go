package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// gitIn returns a function that runs git in a new repository.
func gitIn(t *testing.T, format string) (folder string, git func(args ...string) string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	folder = t.TempDir()
	for name, value := range map[string]string{"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_NOSYSTEM": "1",
		"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "c", "GIT_COMMITTER_EMAIL": "c@example.com"} {
		t.Setenv(name, value)
	}
	git = func(args ...string) string {
		t.Helper()
		c := exec.Command("git", append([]string{"-C", folder}, args...)...)
		var problems strings.Builder
		c.Stderr = &problems
		out, err := c.Output()
		require.NoError(t, err, "git %v: %s", args, &problems)
		return strings.TrimSpace(string(out))
	}
	git("init", "-q", "-b", "main", "--object-format="+format)
	return folder, git
}

// history gives the repository commits on branches that are deleted, tags, a submodule, and a
// file that is staged. It returns the commit of the deleted branch.
func history(t *testing.T, folder string, git func(args ...string) string) (gone string) {
	t.Helper()
	commit := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
		git("add", name)
		git("commit", "-q", "-m", "object "+name+"\n\ntree of no account")
	}
	commit("a", "1")
	git("checkout", "-q", "-b", "side")
	commit("deep/er/b", "2")
	git("tag", "-a", "kept", "-m", "a tag")
	commit("deep/er/c", "3")
	git("tag", "-a", "lost", "-m", "another tag")
	gone = git("rev-parse", "HEAD")
	git("checkout", "-q", "main")
	commit("d", "4")
	git("update-index", "--add", "--cacheinfo", "160000,"+gone+",sub") // names a commit, but keeps nothing
	git("commit", "-q", "-m", "submodule")
	git("branch", "-q", "-D", "side")
	git("tag", "-d", "lost")
	git("worktree", "add", "-q", "--detach", filepath.Join(t.TempDir(), "other"), "main")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "staged"), []byte("5"), 0o600))
	git("add", "staged")
	return gone
}

func repositoryIn(t *testing.T, folder string) *repository {
	t.Helper()
	r, err := read(t.Context(), folder)
	require.NoError(t, err)
	return r
}

// printed returns the lines that do prints.
func printed(t *testing.T, do func(out io.Writer) error) (lines []string) {
	t.Helper()
	var text strings.Builder
	require.NoError(t, do(&text))
	return strings.Split(strings.TrimSpace(text.String()), "\n")
}

// TestSameAsFsck: git itself finds the same objects, with both kinds of hashes.
func TestSameAsFsck(t *testing.T) {
	for _, format := range []string{"sha1", "sha256"} {
		folder, git := gitIn(t, format)
		history(t, folder, git)
		var want, got []string
		for line := range strings.Lines(git("fsck", "--unreachable", "--no-reflogs")) {
			words := strings.Fields(line) // unreachable KIND HASH
			want = append(want, words[2]+" "+words[1])
		}
		lines := printed(t, func(out io.Writer) error { return repositoryIn(t, folder).orphans(t.Context(), out) })
		for _, line := range lines[:len(lines)-1] {
			words := strings.Fields(line)
			got = append(got, words[0]+" "+words[1])
		}
		slices.Sort(want)
		require.Len(t, want, 6, "a commit, three trees, a blob and a tag")
		assert.Equal(t, want, got) // git lists objects by hash
		assert.Regexp(t, `^6 of \d+ objects are not reachable; they have \d+ bytes$`, lines[len(lines)-1])
	}
}

// TestWhy: a path begins with a ref, and ends with the object.
func TestWhy(t *testing.T) {
	folder, git := gitIn(t, "sha1")
	gone := history(t, folder, git)
	r := repositoryIn(t, folder)
	why := func(hash string) []string {
		return printed(t, func(out io.Writer) error { return r.explain(t.Context(), out, hash) })
	}
	blob := git("rev-parse", "kept:deep/er/b")
	assert.Equal(t, []string{"refs/tags/kept (root)", git("rev-parse", "kept") + " tag", git("rev-parse", "kept^{commit}") + " commit",
		git("rev-parse", "kept^{tree}") + " tree", git("rev-parse", "kept:deep") + " tree", git("rev-parse", "kept:deep/er") + " tree", blob + " blob"}, why(blob))
	assert.Equal(t, []string{"index (root)", git("rev-parse", ":staged") + " blob"}, why(git("rev-parse", ":staged")))
	assert.Equal(t, []string{gone + " is not reachable"}, why(gone))
	assert.Equal(t, why(blob), why(blob[:12]), "the beginning of a hash will do")
	assert.Equal(t, []string{"refs/tags/kept (root)", git("rev-parse", "kept") + " tag"}, why("kept"))
	assert.ErrorContains(t, r.explain(t.Context(), nil, "nosuch"), "-why nosuch: it must be the hash of an object")
}

// TestOddRepositories: an empty one, one without a worktree, a shallow one, and none.
func TestOddRepositories(t *testing.T) {
	folder, git := gitIn(t, "sha1")
	assert.Empty(t, repositoryIn(t, folder).roots)
	history(t, folder, git)
	bare, shallow := t.TempDir(), t.TempDir()
	git("clone", "-q", "--bare", "file://"+folder, bare)
	r := repositoryIn(t, bare)
	lines := printed(t, func(out io.Writer) error { return r.orphans(t.Context(), out) })
	assert.Len(t, lines, 1, "a clone has no orphans")
	git("clone", "-q", "--depth=1", "file://"+folder, shallow)
	assert.Contains(t, strings.Join(repositoryIn(t, shallow).Notes, "\n"), "The clone is shallow")
	_, err := read(t.Context(), filepath.Join(bare, "nosuch"))
	assert.ErrorContains(t, err, "git rev-parse")
}
