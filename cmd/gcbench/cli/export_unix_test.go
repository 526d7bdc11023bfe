//go:build unix

package cli

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestSlowTwoExportsIntoOneFolder: of two processes that export into one new folder at once, one ends with status 0,
// and rounds of the folder come to what it has foretold.
func TestSlowTwoExportsIntoOneFolder(t *testing.T) {
	tagged.Slow(t)
	t.Parallel()
	small, large := genHeap(t, "tree", "3000"), genHeap(t, "random", "3000")
	root := t.TempDir()
	for pair := range 12 {
		dir := filepath.Join(root, fmt.Sprint(pair))
		a := startTool(t, "export", small, "--shards", "3", "-o", dir)
		b := startTool(t, "export", large, "--shards", "3", "-o", dir)
		said := []int{a.status(t), b.status(t)}
		require.ElementsMatch(t, []int{session.ExitOK, session.ExitFailed}, said, "%s%s", &a.stderr, &b.stderr)
		require.Contains(t, a.stderr.String()+b.stderr.String(), "give a new folder")
		mustRun(t, "rounds", dir, "--workers", "1")
	}
}
