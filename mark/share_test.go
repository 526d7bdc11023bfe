package mark

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Somebody is woken for work in whatever tier it ends up: the deque, the overflow
// list, the pending bitmap. The mark is over, so who is woken sleeps again at once.
func TestWhatOverflowsWakes(t *testing.T) {
	m := idleMarker(t)
	m.detector.reset()
	m.detector.abort()
	w := m.workers[0]
	w.stats = WorkerStats{}
	for i, tier := range []string{"deque", "deque", "overflow list", "pending bitmap"} {
		m.lobby.drain()
		w.publish([]uint32{uint32(i + 1)})
		require.Equal(t, uint64(i+1), w.stats.Wakes, "nobody was woken for what went to the %s", tier)
	}
	m.lobby.drain()
	require.Equal(t, 2, w.deque.Len())
	require.Equal(t, uint64(1), w.stats.BlocksOverflowed)
	require.Equal(t, uint64(1), w.stats.RefsPended)
}
