package git

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// skipInShort leaves out what runs git dozens of times.
func skipInShort(t *testing.T) {
	if testing.Short() {
		t.Skip("runs git dozens of times")
	}
}

// TestWaysToName: a repository can be named by its folder, a folder inside, its .git, and the
// file .git of a worktree. Variables for git do not lead Read elsewhere.
func TestWaysToName(t *testing.T) {
	skipInShort(t)
	elsewhere := newScratch(t, "sha256")
	s := newScratch(t, "sha1")
	s.history()
	worktree := filepath.Join(t.TempDir(), "other")
	s.git("worktree", "add", "-q", "--detach", worktree, "main")
	bare := scratch{t, t.TempDir()}
	s.git("clone", "-q", "--bare", "--no-local", s.folder, bare.folder)
	want := s.read().Heap.NumObjects()
	t.Setenv("GIT_DIR", filepath.Join(elsewhere.folder, ".git"))
	t.Setenv("GIT_OBJECT_DIRECTORY", filepath.Join(elsewhere.folder, ".git", "objects"))
	for _, path := range []string{s.folder, filepath.Join(s.folder, "deep", "er"), filepath.Join(s.folder, ".git"), worktree, filepath.Join(worktree, ".git")} {
		d, err := Read(t.Context(), path, sink.Options{})
		require.NoError(t, err)
		assert.Equal(t, want, d.Heap.NumObjects(), path)
		assert.Equal(t, strings.HasSuffix(path, "er") && path != worktree, strings.Contains(strings.Join(d.Notes, "\n"), "is the folder deep/er/ of a repository"), path)
	}
	t.Chdir(s.folder)
	d, err := Read(t.Context(), "", sink.Options{})
	require.NoError(t, err)
	assert.Equal(t, want, d.Heap.NumObjects())
	assert.Equal(t, want-6, bare.read().Heap.NumObjects(), "a clone has what is reached")
}

// TestOddRepositories: what is missing is counted, and said.
func TestOddRepositories(t *testing.T) {
	skipInShort(t)
	s := newScratch(t, "sha1")
	empty := s.read()
	assert.Zero(t, empty.Heap.NumObjects())
	s.history()
	s.git("config", "uploadpack.allowFilter", "true")
	clone := func(args ...string) (scratch, *sink.Dump) {
		c := scratch{t, t.TempDir()}
		s.git(append(append([]string{"clone", "-q"}, args...), "file://"+s.folder, c.folder)...)
		return c, c.read()
	}
	c, shallow := clone("--depth=2")
	c.requireSameAsGit(shallow)
	assert.Equal(t, uint64(2), shallow.Stats.Dangling)
	assert.Contains(t, shallow.Notes, "The clone is shallow: its history ends where 2 parents are not there.")

	_, partial := clone("--bare", "--no-tags", "--filter=blob:none")
	assert.Positive(t, partial.Stats.Dangling)
	assert.Contains(t, strings.Join(partial.Notes, "\n"), "references lead to objects that are not there: the clone is partial, or damaged")

	shared := scratch{t, t.TempDir()}
	s.git("clone", "-q", "--shared", s.folder, shared.folder)
	shared.commit("own", "7")
	d := shared.read()
	shared.requireSameAsGit(d)
	assert.Greater(t, d.Heap.NumObjects(), s.read().Heap.NumObjects(), "those of the alternate, too")

	s.git("replace", "main", "main^")
	require.NoError(t, os.WriteFile(filepath.Join(s.folder, ".git", "info", "grafts"), []byte(s.git("rev-parse", "main")+"\n"), 0o600))
	d = s.read()
	all, _ := lists(t, d)
	assert.Equal(t, s.git("cat-file", "--batch-all-objects", "--batch-check"), strings.Join(all, "\n"))
	assert.Equal(t, uint64(6), d.Stats.Edges[parents].Count, "as they are stored")
}

// TestDamage: a file that is gone is a missing object; a file that is damaged is an error.
func TestDamage(t *testing.T) {
	s := newScratch(t, "sha1")
	s.history()
	file := func(what string) string {
		hash := s.git("rev-parse", what)
		return filepath.Join(s.folder, ".git", "objects", hash[:2], hash[2:])
	}
	require.NoError(t, os.Remove(file("v1:a")))
	d := s.read()
	assert.Positive(t, d.Stats.Dangling)
	assert.Equal(t, uint64(1), d.Stats.DanglingRoots, "the ref plain")

	require.NoError(t, os.WriteFile(filepath.Join(s.folder, ".git", "refs", "heads", "broken"), []byte("x\n"), 0o600))
	assert.Contains(t, strings.Join(s.read().Notes, "\n"), "Git says: warning: ignoring broken ref refs/heads/broken")

	tree := file("main^{tree}")
	hash := s.git("rev-parse", "main^{tree}")
	require.NoError(t, os.Chmod(tree, 0o600))
	bytes := must(os.ReadFile(tree))
	require.NoError(t, os.WriteFile(tree, append(bytes[:len(bytes)/2:len(bytes)/2], make([]byte, len(bytes)/2)...), 0o600))
	_, err := Read(t.Context(), s.folder, sink.Options{})
	assert.ErrorContains(t, err, hash)
	require.NoError(t, os.WriteFile(tree, nil, 0o600))
	_, err = Read(t.Context(), s.folder, sink.Options{})
	assert.ErrorContains(t, err, hash)
}

// TestNoRepository: what git says, and what to do without git.
func TestNoRepository(t *testing.T) {
	s := newScratch(t, "sha1")
	_, err := Read(t.Context(), filepath.Join(s.folder, "nosuch"), sink.Options{})
	assert.ErrorContains(t, err, "nosuch")
	none := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(none))
	_, err = Read(t.Context(), none, sink.Options{})
	assert.ErrorContains(t, err, "not a git repository")
	if os.Getuid() == 0 {
		require.NoError(t, os.Chown(filepath.Join(s.folder, ".git"), 12345, 12345))
		require.NoError(t, os.Chown(s.folder, 12345, 12345))
		_, err = Read(t.Context(), s.folder, sink.Options{})
		assert.ErrorContains(t, err, "safe.directory")
	}
	t.Setenv("PATH", t.TempDir())
	_, err = Read(t.Context(), s.folder, sink.Options{})
	assert.ErrorContains(t, err, "install git, or put it on the PATH")
}

// TestLimits: each limit has its own error, and a repository that just fits is read.
func TestLimits(t *testing.T) {
	s := newScratch(t, "sha1")
	s.history()
	d := s.read()
	edges := uint64(0)
	for _, e := range d.Stats.Edges {
		edges += e.Count
	}
	for _, r := range d.Stats.Roots {
		edges += r.Count
	}
	_, err := Read(t.Context(), s.folder, sink.Options{MaxObjects: d.Heap.NumObjects(), MaxEdges: edges})
	require.NoError(t, err)
	for option, opts := range map[string]sink.Options{
		"MaxObjects": {MaxObjects: d.Heap.NumObjects() - 1}, "MaxEdges": {MaxEdges: edges - 1}, "MaxNames": {MaxNames: 100},
	} {
		_, err := Read(t.Context(), s.folder, opts)
		var limit *sink.LimitError
		require.ErrorAs(t, err, &limit)
		assert.Equal(t, option, limit.Option)
	}
}

// TestCancelled: when the context ends, git ends, and so does Read. A program that never
// ends stands for git. If Read waited for it, the test would not end.
func TestCancelled(t *testing.T) {
	s := newScratch(t, "sha1")
	s.commit("a", "1")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Read(ctx, s.folder, sink.Options{})
	require.ErrorIs(t, err, context.Canceled)

	bin, started := t.TempDir(), filepath.Join(t.TempDir(), "started")
	endless := "#!/bin/sh\ncase \"$*\" in *rev-parse*) echo sha1; echo false; exit;; esac\necho yes >" + started + "\nexec tail -f /dev/null\n"
	require.NoError(t, os.WriteFile(filepath.Join(bin, "git"), []byte(endless), 0o700))
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	ctx, cancel = context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error)
	go func() { _, err := Read(ctx, s.folder, sink.Options{}); ended <- err }()
	for {
		if _, err := os.Stat(started); err == nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
}

// TestRepositoryRunsNothing: a repository may name a command that fetches what it lacks. No git
// runs the command, not even one that does not know GIT_NO_LAZY_FETCH.
func TestRepositoryRunsNothing(t *testing.T) {
	s := newScratch(t, "sha1")
	s.commit("a", "1")
	trace := filepath.Join(t.TempDir(), "trace")
	for name, value := range map[string]string{
		"core.repositoryformatversion": "1", "extensions.partialClone": "origin", "remote.origin.promisor": "true",
		"remote.origin.url": s.folder, "remote.origin.uploadpack": "touch '" + trace + "'; false",
	} {
		s.git("config", name, value)
	}
	lost := strings.Repeat("12", 20) + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(s.folder, ".git", "refs", "heads", "main"), []byte(lost), 0o600))
	ask := func(env []string) {
		c := exec.Command("git", "-C", s.folder, "cat-file", "--batch-check")
		c.Env, c.Stdin = append(env, "GIT_NO_LAZY_FETCH=0"), strings.NewReader("HEAD\n")
		_ = c.Run()
	}
	ask(slices.DeleteFunc(environment(), func(v string) bool { return strings.HasPrefix(v, "GIT_ALLOW_PROTOCOL=") }))
	if os.Remove(trace) != nil {
		t.Skip("this git does not run the command in any case")
	}
	ask(environment())
	assert.NoFileExists(t, trace)
}

// TestLongLine: the name of a ref that is no separate file can be of any length.
func TestLongLine(t *testing.T) {
	s := newScratch(t, "sha1")
	s.commit("a", "1")
	refs := s.git("rev-parse", "HEAD") + " refs/heads/" + strings.Repeat("a", lineBytes) + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(s.folder, ".git", "packed-refs"), []byte(refs), 0o600))
	_, err := Read(t.Context(), s.folder, sink.Options{})
	require.EqualError(t, err, "git: for-each-ref: git has printed a line of more than 65536 bytes: the names of refs and of folders must be shorter")
}

// TestWordsOfGitCannotControlATerminal: they have names of files and refs in them.
func TestWordsOfGitCannotControlATerminal(t *testing.T) {
	var f firstBytes
	_, err := f.Write([]byte("warning:\tref \u009b31m\x1b[1m\nfatal: \u202eab\xffc\r\n"))
	require.NoError(t, err)
	assert.Equal(t, "warning: ref ?31m?[1m\nfatal: ?ab?c", f.text())
}
