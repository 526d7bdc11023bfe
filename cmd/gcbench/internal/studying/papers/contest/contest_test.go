package contest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestSlowBrokenMarkers swaps the deques that the marker's rows compare.
func TestSlowBrokenMarkers(t *testing.T) {
	tagged.Slow(t)
	t.Parallel()
	if testing.Short() {
		t.Skip("marks every shape with every deque several times")
	}
	named := func(name string, k *stealq.Kind) []*stealq.Kind {
		kinds := slices.DeleteFunc(stealq.Kinds(), func(k *stealq.Kind) bool { return k.Name == name })
		copied := *k
		copied.Name = name
		return append(kinds, &copied)
	}
	short := *stealq.StealHalf
	short.New = func(deques, capacity int) []stealq.Deque {
		return stealq.StealHalf.New(deques, max(capacity/4, stealq.MinCapacity))
	}
	for i, kinds := range [][]*stealq.Kind{
		named("stealhalf", stealq.Locked), // strong operations
		named("split", stealq.ChaseLev),   // stores
		named("stealhalf", stealq.ABP),    // items per steal
		named("stealhalf", &short),        // overflow
	} {
		row := Marker(kinds).Claims[i]
		found := row.Measure(claims.Effort{Quick: true, Seed: 1})
		require.NoError(t, found.Err)
		assert.False(t, found.Holds, "%s: %s", row.Text, found.Measured)
	}
}
