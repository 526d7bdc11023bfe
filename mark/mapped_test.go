//go:build linux

package mark_test

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// A mapped snapshot that is cut while it is in use ends the mark with an error,
// whichever worker meets the missing pages.
func TestMappedFileCutUnderTheMark(t *testing.T) {
	h := randomHeap(t, 50_000, 6, 1, 1)
	cut, path := mappedHeap(t, h)
	m := newMarker(t, mark.Options{Workers: 3, Grain: 1, Tuning: tune.Tuning{Idle: tune.IdleYield}})
	requireOracle(t, m, cut)
	require.NoError(t, os.Truncate(path, 64<<10))
	r, err := m.MarkHeap(context.Background(), cut)
	require.ErrorContains(t, err, "truncated")
	require.Less(t, r.Count(), h.NumObjects())
	requireOracle(t, m, h)
}
