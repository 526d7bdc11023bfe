package shard

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// TestVacant: an export goes into an empty folder or a new one. To ask leaves nothing behind.
func TestVacant(t *testing.T) {
	dir := t.TempDir()
	in := func(names ...string) string { return filepath.Join(append([]string{dir}, names...)...) }
	require.NoError(t, os.Mkdir(in("empty"), 0o700))
	for _, full := range []string{"full", "killed", "whole"} {
		require.NoError(t, os.Mkdir(in(full), 0o700))
	}
	for _, file := range []string{in("full", "a"), in("killed", ".part-0371.heap.ec432176.tmp"), in("whole", "part-0000.heap"), in("whole", manifestName)} {
		require.NoError(t, os.WriteFile(file, nil, 0o600))
	}
	require.NoError(t, os.Mkdir(in("claimed"), 0o700))
	require.NoError(t, os.WriteFile(in("claimed", claimName), nil, 0o600))
	before := filesOf(t, dir)
	for _, good := range []string{in("empty"), in("new"), in("new", "and", "deep")} {
		require.NoError(t, Vacant(good), good)
	}
	for bad, says := range map[string]string{
		in("full"):           "is not empty: it has a; give a new folder",
		in("killed"):         "has .part-0371.heap.ec432176.tmp and no parts.json: it is an export that did not come to its end",
		in("claimed"):        "another export writes into this folder, or was killed while it did (it has .gcbench-export): give a new folder",
		in("whole"):          "is not empty: it has part-0000.heap; give a new folder",
		in("full", "a"):      in("full", "a") + ": ",
		in("full", "a", "b"): in("full", "a"),
	} {
		require.ErrorContains(t, Vacant(bad), says)
	}
	require.Equal(t, before, filesOf(t, dir))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 5)
}

// TestExportsIntoOneFolder: of several exports that begin at once, one writes the folder. The others say that
// they have not, and the folder is that of the one.
func TestExportsIntoOneFolder(t *testing.T) {
	const exports = 4
	var plans [exports]*Plan
	for i := range plans { // of different heaps, so that a mixture is damaged
		p, err := NewPlan(t.Context(), chain(t, 20+uint64(i)), 3, shape.Alloc)
		require.NoError(t, err)
		plans[i] = p
	}
	root := t.TempDir()
	for pair := range 200 {
		dir := filepath.Join(root, fmt.Sprint(pair))
		if pair%2 == 0 {
			require.NoError(t, os.Mkdir(dir, 0o700))
		}
		var errs [exports]error
		var all sync.WaitGroup
		begin := make(chan struct{})
		for i, p := range plans {
			all.Go(func() {
				<-begin
				_, errs[i] = p.Write(t.Context(), dir, func(int) {})
			})
		}
		close(begin)
		all.Wait()
		winner := slices.Index(errs[:], nil)
		require.GreaterOrEqual(t, winner, 0, "%v", errs)
		for i, err := range errs {
			if i != winner {
				require.ErrorContains(t, err, "give a new folder", "two have written, or one for another reason has not")
			}
		}
		e, err := Open(dir)
		require.NoError(t, err)
		require.Equal(t, 20+uint64(winner), e.Objects)
		require.NoError(t, e.look())
		require.NoFileExists(t, filepath.Join(dir, claimName))
	}
}
