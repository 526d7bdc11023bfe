package calibrate

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
)

// All figures are there. None is held against a clock: this machine may be busy.
func TestCore(t *testing.T) {
	m, _ := machines.Named("milan")
	require.NoError(t, Core(t.Context(), m))
	require.Positive(t, min(m.Object, m.Test, m.Look, m.Locked, m.Split))
	require.NoError(t, m.Validate())

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, Core(ctx, m), context.Canceled)
}

// The references of a small heap are counted as a mark meets them.
func TestReached(t *testing.T) {
	h, err := smallHeap("uniform")
	require.NoError(t, err)
	live, edges, err := reached(h)
	require.NoError(t, err)
	require.Greater(t, edges, 15*live)
	require.Less(t, edges, 17*live)
}
