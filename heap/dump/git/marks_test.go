package git_test

import (
	"bytes"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/git"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// TestMarks marks the repository of this very file, if it is in one: as the oracle, with one
// worker and several, and after a snapshot.
func TestMarks(t *testing.T) {
	if testing.Short() {
		t.Skip("the repository is large: this takes half a second")
	}
	if err := exec.Command("git", "rev-parse", "--git-dir").Run(); err != nil {
		t.Skip("this folder is not in a git repository, or there is no git")
	}
	d, err := git.Read(t.Context(), ".", sink.Options{})
	require.NoError(t, err)
	want, err := heap.Reachable(d.Heap)
	require.NoError(t, err)
	digest, err := heap.Digest(d.Heap, want)
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, heap.WriteSnapshot(&file, d.Heap))
	again, err := heap.ReadSnapshotStream(&file)
	require.NoError(t, err)
	for _, workers := range []int{1, 2, 5} {
		for _, h := range []*heap.Heap{d.Heap, again} {
			result, err := mark.Heap(t.Context(), h, mark.Options{Workers: workers})
			require.NoError(t, err)
			got, err := heap.Digest(h, result.Marks)
			require.NoError(t, err)
			require.Equal(t, digest, got, "%d workers", workers)
		}
	}
}
