package engine

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// By default bits have owners while these are few, and what a mark did is in its statistics.
func TestOwnersByDefault(t *testing.T) {
	s, err := shape.Parse("random")
	require.NoError(t, err)
	h, err := s.Build(shape.Params{Objects: 120_000}) // one worker would mark a smaller heap alone
	require.NoError(t, err)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2 * tune.MaxOwners))
	for _, c := range []struct {
		workers int
		marking tune.Marking
		owners  int
	}{
		{1, tune.MarkingAuto, 1},
		{2, tune.MarkingAuto, 2},
		{tune.DefaultOwners, tune.MarkingAuto, tune.DefaultOwners},
		{tune.DefaultOwners + 1, tune.MarkingAuto, 0},
		{tune.MaxOwners, tune.MarkingAuto, 0},
		{tune.DefaultOwners + 1, tune.MarkingOwner, tune.DefaultOwners + 1},
		{tune.MaxOwners + 1, tune.MarkingOwner, tune.MaxOwners},
		{2, tune.MarkingShared, 0},
	} {
		m, err := New(Options{Workers: c.workers, Tuning: tune.Tuning{Marking: c.marking}})
		require.NoError(t, err)
		r, err := m.MarkHeap(t.Context(), h)
		require.NoError(t, err)
		require.Equal(t, c.owners, r.Stats.Plan.Owners, "%+v", c)
		m.Close()
	}
}

// TestOwnersAreNamedAsTheyAre: the pages say as many owners as the marker uses.
func TestOwnersAreNamedAsTheyAre(t *testing.T) {
	for file, text := range map[string]string{
		"../../tune/marking.go":                     fmt.Sprintf("owners at most: %d.", tune.DefaultOwners),
		"../../../docs/algorithms/owner-marking.md": fmt.Sprintf("**By default more than %d workers share their bits**", tune.DefaultOwners),
		"../../../docs/algorithms/mark-sim.md":      fmt.Sprintf("With `--marking owner` at most %d workers own the bits", tune.MaxOwners),
	} {
		b, err := os.ReadFile(file)
		require.NoError(t, err)
		require.True(t, strings.Contains(strings.Join(strings.Fields(string(b)), " "), text), "%s does not say: %s", file, text)
	}
}
