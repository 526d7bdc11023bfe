package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/shard"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/git"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// heaps are the heaps of the tests by name. The one of a git repository is nil where there is
// no git.
func heaps(t *testing.T) map[string]*heap.Heap {
	t.Helper()
	all := map[string]*heap.Heap{"git": repository(t)}
	for _, name := range []string{"list", "tree", "random", "rmat"} {
		all[name] = build(t, name, 3000)
	}
	return all
}

func build(t *testing.T, name string, objects uint64) *heap.Heap {
	t.Helper()
	s, err := shape.Parse(name)
	require.NoError(t, err)
	h, err := s.Build(shape.Params{Objects: objects, Seed: 1})
	require.NoError(t, err)
	return h
}

// repository is a git repository of a few commits, with an object that no ref reaches.
func repository(t *testing.T) *heap.Heap {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Log("skipped: no git on the PATH")
		return nil
	}
	dir := t.TempDir()
	run := func(args ...string) {
		c := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.org"}, args...)...)
		c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	run("init", "-q")
	for i := range 12 {
		folder := filepath.Join(dir, strings.Repeat("d/", i%4))
		require.NoError(t, os.MkdirAll(folder, 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(folder, "file"), []byte(strings.Repeat("x", i)), 0o666))
		run("add", ".")
		run("commit", "-q", "-m", "commit")
	}
	run("commit", "-q", "--amend", "-m", "the one before is garbage now")
	dump, err := git.Read(context.Background(), dir, sink.Options{})
	require.NoError(t, err)
	return dump.Heap
}

// export cuts a heap into a new folder.
func export(t *testing.T, h *heap.Heap, parts int, l shape.Layout) (dir string, e *shard.Export) {
	t.Helper()
	plan, err := shard.NewPlan(context.Background(), h, parts, l)
	require.NoError(t, err)
	dir = filepath.Join(t.TempDir(), "parts")
	_, err = plan.Write(context.Background(), dir, func(int) {})
	require.NoError(t, err)
	e, err = shard.Open(dir)
	require.NoError(t, err)
	return dir, e
}
