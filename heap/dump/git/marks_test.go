package git_test

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/dump/git"
	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/dumptest"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestSlowMarks marks the repository of this very file, if it is in one: as the oracle, with one
// worker and several, and after a snapshot.
func TestSlowMarks(t *testing.T) {
	tagged.Slow(t)
	if err := exec.Command("git", "rev-parse", "--git-dir").Run(); err != nil {
		t.Skip("this folder is not in a git repository, or there is no git")
	}
	d, err := git.Read(t.Context(), ".", sink.Options{})
	require.NoError(t, err)
	dumptest.Marks(t, d.Heap)
}
