//go:build linux

package mark_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// A mapped snapshot that is cut while it is in use ends the mark with an error,
// whichever worker meets the missing pages.
func TestMappedFileCutUnderTheMark(t *testing.T) {
	h := randomHeap(t, 50_000, 6, 1, 1)
	path := filepath.Join(t.TempDir(), "cut.heap")
	file, err := os.Create(path)
	require.NoError(t, err)
	require.NoError(t, heap.WriteSnapshot(file, h))
	require.NoError(t, file.Close())
	s, err := heap.OpenSnapshot(path)
	require.NoError(t, err)
	defer s.Close()

	m := newMarker(t, mark.Options{Workers: 3, Grain: 1, Tuning: mark.Tuning{Idle: mark.IdleYield}})
	requireOracle(t, m, s.Heap())
	require.NoError(t, os.Truncate(path, 64<<10))
	r, err := m.MarkHeap(context.Background(), s.Heap())
	require.ErrorContains(t, err, "truncated")
	require.Less(t, r.Count(), h.NumObjects())
	requireOracle(t, m, h)
}
