package sweep

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestInParallel: results are in order; an error or an interrupt ends the work.
func TestInParallel(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	squares, err := inParallel(ctx, 1000, nil, func(i int) (int, error) { return i * i, nil })
	require.NoError(t, err)
	for i, v := range squares {
		require.Equal(t, i*i, v)
	}

	// How many begin before the news of an error arrives depends on the scheduler, so
	// there are many, and the test asks only that they do not all begin.
	const many = 1_000_000
	var begun atomic.Int32
	broken := errors.New("broken")
	_, err = inParallel(ctx, many, nil, func(i int) (int, error) {
		if begun.Add(1) == 50 {
			return 0, broken
		}
		return 0, nil
	})
	require.ErrorIs(t, err, broken)
	require.Less(t, begun.Load(), int32(many))

	hangs := make(chan struct{}) // a simulation that takes long
	defer close(hangs)
	ctx2, stop2 := context.WithCancel(context.Background())
	_, err = inParallel(ctx2, 100, nil, func(i int) (int, error) {
		stop2()
		<-hangs
		return 0, nil
	})
	require.ErrorIs(t, err, context.Canceled)

	begun.Store(0)
	_, err = inParallel(ctx, many, nil, func(i int) (int, error) {
		if begun.Add(1) == 50 {
			stop()
		}
		return 0, nil
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Less(t, begun.Load(), int32(many))

	none, err := inParallel(context.Background(), 0, nil, func(i int) (int, error) { return 0, nil })
	require.NoError(t, err)
	require.Empty(t, none)
}
