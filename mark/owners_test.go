package mark

import (
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// By default bits have owners while these are few, and what a mark did is in its statistics.
func TestOwnersByDefault(t *testing.T) {
	s, err := shape.Parse("random")
	require.NoError(t, err)
	h, err := s.Build(shape.Params{Objects: 120_000}) // one worker would mark a smaller heap alone
	require.NoError(t, err)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2 * MaxOwners))
	for _, c := range []struct {
		workers int
		marking Marking
		owners  int
	}{
		{1, MarkingAuto, 1},
		{2, MarkingAuto, 2},
		{DefaultOwners, MarkingAuto, DefaultOwners},
		{DefaultOwners + 1, MarkingAuto, 0},
		{MaxOwners, MarkingAuto, 0},
		{DefaultOwners + 1, MarkingOwner, DefaultOwners + 1},
		{MaxOwners + 1, MarkingOwner, MaxOwners},
		{2, MarkingShared, 0},
	} {
		m, err := New(Options{Workers: c.workers, Tuning: Tuning{Marking: c.marking}})
		require.NoError(t, err)
		r, err := m.MarkHeap(t.Context(), h)
		require.NoError(t, err)
		require.Equal(t, c.owners, r.Stats.Owners, "%+v", c)
		m.Close()
	}
}

// Whoever reads how many owners there are by default reads the number that the marker uses.
func TestOwnersAreNamedAsTheyAre(t *testing.T) {
	for file, text := range map[string]string{
		"policy.go":                           fmt.Sprintf("owners at most: %d.", DefaultOwners),
		"../docs/algorithms/owner-marking.md": fmt.Sprintf("**By default more than %d workers share their bits**", DefaultOwners),
		"../docs/algorithms/mark-sim.md":      fmt.Sprintf("By default\n  more than %d workers share the bits, and with `--marking owner` at most %d own them", DefaultOwners, MaxOwners),
	} {
		b, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Contains(t, string(b), text, file)
	}
}
