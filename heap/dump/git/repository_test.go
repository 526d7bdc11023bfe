package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/dumptest"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// scratch is a repository of a test.
type scratch struct {
	t      *testing.T
	folder string
}

func newScratch(t *testing.T, hash string) scratch {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	for name, value := range map[string]string{"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_NOSYSTEM": "1",
		"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "c", "GIT_COMMITTER_EMAIL": "c@example.com"} {
		t.Setenv(name, value)
	}
	s := scratch{t, t.TempDir()}
	s.git("init", "-q", "-b", "main", "--object-format="+hash)
	return s
}

// git runs git in the repository, and returns what it prints.
func (s scratch) git(args ...string) string { return s.feed("", args...) }

func (s scratch) feed(stdin string, args ...string) string {
	s.t.Helper()
	c := exec.Command("git", append([]string{"-C", s.folder, "--no-replace-objects"}, args...)...)
	var problems strings.Builder
	c.Stdin, c.Stderr = strings.NewReader(stdin), &problems
	out, err := c.Output()
	require.NoError(s.t, err, "git %v: %s", args, &problems)
	return strings.TrimSpace(string(out))
}

func (s scratch) commit(name, text string) {
	s.t.Helper()
	require.NoError(s.t, os.MkdirAll(filepath.Dir(filepath.Join(s.folder, name)), 0o755))
	require.NoError(s.t, os.WriteFile(filepath.Join(s.folder, name), []byte(text), 0o600))
	s.git("add", name)
	s.git("commit", "-q", "-m", "object "+name+"\n\ntree of no account\nparent as well")
}

// stream is a history for "git fast-import", with a merge, a tag of a tag, a submodule, and a
// file of an odd name.
var stream = func() string {
	const by = "committer c <c@example.com> 1000000000 +0000\ndata 44\nobject a\n\ntree of no account\nparent as well\n"
	const odd = "M 644 inline \"deep/er/b\\001c\\n d\"\ndata 1\n2\n"
	file := func(name, text string) string { return "M 644 inline " + name + "\ndata 1\n" + text + "\n" }
	tag := func(name, mark, of string) string {
		return "tag " + name + "\nmark " + mark + "\nfrom " + of + "\ntagger c <c@example.com> 1000000000 +0000\ndata 1\nx\n"
	}
	return "commit refs/heads/main\nmark :1\n" + by + file("a", "1") +
		"commit refs/heads/side\nmark :2\n" + by + "from :1\n" + odd +
		tag("v1", ":7", ":2") + tag("v1-again", ":8", ":7") +
		"commit refs/heads/side\nmark :3\n" + by + "from :2\n" + file("deep/er/lost", "3") +
		tag("lost", ":9", ":3") +
		"commit refs/heads/main\nmark :4\n" + by + "from :1\n" + file("d", "4") +
		"commit refs/heads/main\nmark :5\n" + by + "from :4\nmerge :2\n" + odd +
		"commit refs/heads/main\nmark :6\n" + by + "from :5\nM 160000 :3 sub\n" // names a commit, and keeps nothing
}()

// history gives the repository the stream, tags of a tree and of a blob, and deletes a branch
// and a tag.
func (s scratch) history() {
	s.t.Helper()
	s.feed(stream, "fast-import", "--quiet")
	s.feed("delete refs/heads/side\ndelete refs/tags/lost\ncreate refs/tags/plain v1:a\n", "update-ref", "--stdin")
	s.git("tag", "-a", "folder", "-m", "a tag of a tree", "v1^{tree}")
	s.git("reset", "-q", "--hard")
}

func (s scratch) read() *sink.Dump {
	s.t.Helper()
	d, err := Read(s.t.Context(), s.folder, sink.Options{})
	require.NoError(s.t, err)
	require.NoError(s.t, d.Heap.Check())
	return d
}

// lists returns the lines of git's list of all objects, sorted, and the hashes of those that are
// reached.
func lists(t *testing.T, d *sink.Dump) (all, reached []string) {
	t.Helper()
	live, err := heap.Reachable(d.Heap)
	require.NoError(t, err)
	for ref, bytes := range d.Objects() {
		all = append(all, d.Text(ref)+" "+d.Class(ref)+" "+sink.Decimal.Text(bytes))
		if live.Has(ref) {
			reached = append(reached, d.Text(ref))
		}
	}
	slices.Sort(all)
	slices.Sort(reached)
	return all, reached
}

// requireSameAsGit compares with what git itself lists and reaches.
func (s scratch) requireSameAsGit(d *sink.Dump) {
	s.t.Helper()
	all, reached := lists(s.t, d)
	require.Equal(s.t, s.git("cat-file", "--batch-all-objects", "--batch-check"), strings.Join(all, "\n"))
	var want []string
	for line := range strings.Lines(s.git("rev-list", "--all", "--objects", "--no-object-names")) {
		want = append(want, strings.TrimSpace(line))
	}
	slices.Sort(want)
	require.Equal(s.t, slices.Compact(want), reached)
}

// TestSameAsGit: the same objects, types, sizes and reached objects, with both kinds of hashes,
// loose and packed.
func TestSameAsGit(t *testing.T) {
	hashes := []string{"sha256", "sha1"}
	if testing.Short() {
		hashes = hashes[1:]
	}
	for _, hash := range hashes {
		s := newScratch(t, hash)
		s.history()
		for _, packed := range []bool{false, true} {
			if packed {
				s.git("repack", "-q", "-a", "-d", "-k")
			}
			d := s.read()
			dumptest.Marks(t, d.Heap)
			s.requireSameAsGit(d)
			var unreachable []string
			for line := range strings.Lines(s.git("fsck", "--unreachable", "--no-reflogs")) {
				unreachable = append(unreachable, strings.Fields(line)[2]) // unreachable KIND HASH
			}
			_, reached := lists(t, d)
			require.Len(t, unreachable, 6, "a commit, three trees, a blob and a tag")
			assert.Equal(t, int(d.Heap.NumObjects())-6, len(reached))
			for _, hash := range unreachable {
				assert.NotContains(t, reached, hash)
			}
			assert.Equal(t, map[string]string{"sha1": "git repository, SHA-1", "sha256": "git repository, SHA-256"}[hash], d.Writer)
			assert.Equal(t, []sink.EdgeCount{
				{Kind: "parents", Count: 6, Followed: true}, {Kind: "trees of commits", Count: 6, Followed: true},
				{Kind: "tree entries", Count: 18, Followed: true}, {Kind: "tagged objects", Count: 4, Followed: true},
				{Kind: "submodule links", Count: 1},
			}, d.Stats.Edges)
			assert.Zero(t, d.Stats.Dangling+d.Stats.DanglingRoots)
		}
	}
}

// TestRootsAndNames: what is a root, what it is called, and which words find an object.
func TestRootsAndNames(t *testing.T) {
	skipInShort(t)
	s := newScratch(t, "sha1")
	s.history()
	s.git("update-ref", "refs/remotes/origin/main", "main^")
	s.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
	s.git("checkout", "-q", "--detach", "main")
	s.commit("detached", "5")
	s.git("worktree", "add", "-q", "--detach", filepath.Join(t.TempDir(), "other"), "main")
	other := scratch{t, filepath.Join(s.folder, ".git", "worktrees", "other")}
	elsewhere := strings.TrimSuffix(strings.TrimSpace(string(must(os.ReadFile(filepath.Join(other.folder, "gitdir"))))), "/.git")
	scratch{t, elsewhere}.commit("elsewhere", "6")
	d := s.read()
	s.requireSameAsGit(d)
	labels := map[string][]string{}
	for _, ref := range d.Heap.Roots() {
		labels[d.Text(ref)] = slices.Collect(d.RootsOf(ref))
	}
	assert.Equal(t, map[string][]string{
		s.git("rev-parse", "main"):                     {"refs/heads/main"},
		s.git("rev-parse", "main^"):                    {"refs/remotes/origin/HEAD", "refs/remotes/origin/main"},
		s.git("rev-parse", "HEAD"):                     {"HEAD"},
		scratch{t, elsewhere}.git("rev-parse", "HEAD"): {"HEAD of another worktree"},
		s.git("rev-parse", "v1"):                       {"refs/tags/v1"},
		s.git("rev-parse", "v1-again"):                 {"refs/tags/v1-again"},
		s.git("rev-parse", "folder"):                   {"refs/tags/folder"},
		s.git("rev-parse", "plain"):                    {"refs/tags/plain"},
	}, labels)
	for _, word := range []string{"HEAD", "main", "heads/main", "refs/heads/main", "v1", "plain", "origin", "origin/main", s.git("rev-parse", "v1:a"), s.git("rev-parse", "--short", "main^{tree}")} {
		ref, ok := d.Find(word)
		require.True(t, ok, word)
		assert.Equal(t, s.git("rev-parse", word), d.Text(ref), word)
	}
	merged := s.git("rev-parse", "main^^2")
	ref, ok := d.Find(strings.ToUpper(merged))
	require.True(t, ok)
	assert.Equal(t, merged, d.Text(ref))
	for _, word := range []string{"", "nosuch", "refs", s.git("rev-parse", "main")[:3], s.git("rev-parse", "main") + "0", strings.Repeat("0", 40), "0000", "main^"} {
		_, ok := d.Find(word)
		assert.False(t, ok, word)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
