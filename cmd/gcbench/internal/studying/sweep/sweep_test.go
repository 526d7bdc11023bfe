package sweep

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestInParallel: results are in order, each is counted, and an interrupt ends the work.
func TestInParallel(t *testing.T) {
	var counted []int
	squares, err := inParallel(t.Context(), 1000, func(done, total int) {
		require.Equal(t, 1000, total)
		counted = append(counted, done)
	}, func(i int) int { return i * i })
	require.NoError(t, err)
	for i, v := range squares {
		require.Equal(t, i*i, v)
		require.Equal(t, i+1, counted[i])
	}

	ignore := func(int, int) {}
	hangs := make(chan struct{}) // a simulation that takes long
	defer close(hangs)
	ctx, stop := context.WithCancel(t.Context())
	_, err = inParallel(ctx, 100, ignore, func(i int) int {
		stop()
		<-hangs
		return 0
	})
	require.ErrorIs(t, err, context.Canceled)

	// How many begin before the news arrives depends on the scheduler, so
	// there are many, and the test asks only that they do not all begin.
	const many = 1_000_000
	var begun atomic.Int32
	ctx, stop = context.WithCancel(t.Context())
	_, err = inParallel(ctx, many, ignore, func(i int) int {
		if begun.Add(1) == 50 {
			stop()
		}
		return 0
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Less(t, begun.Load(), int32(many))

	none, err := inParallel(t.Context(), 0, ignore, func(i int) int { return 0 })
	require.NoError(t, err)
	require.Empty(t, none)
}
