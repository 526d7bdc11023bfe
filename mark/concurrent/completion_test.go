package concurrent

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDrainCounted: of many workers that drain all buffers, exactly one is told that work is done.
func TestDrainCounted(t *testing.T) {
	for range 200 {
		b := NewBuffers(3)
		var scanned, done atomic.Int32
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				for range 8 {
					if b.DrainCounted(func() int { return min(1, max(0, 10-int(scanned.Add(1)))) }) {
						done.Add(1)
					}
				}
			})
		}
		all.Wait()
		for b.full.Load() > 0 { // a worker that found the list empty too soon has left some
			if b.DrainCounted(func() int { return 0 }) {
				done.Add(1)
			}
		}
		require.Equal(t, int32(1), done.Load())
		require.Zero(t, b.left.Load())
	}
}
