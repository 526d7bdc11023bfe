package mark

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// The clock is read after the first node, and then after half as many nodes as will be
// scanned in the time that is left, if all take as long as those before. No batch goes
// beyond the next reading.
func TestPatience(t *testing.T) {
	p := patience{readAt: 1}
	since := now().Add(-10 * time.Second)
	require.Equal(t, 1, p.takes(7, 0))
	require.False(t, p.over(time.Nanosecond, since, 0), "nothing was scanned")
	require.False(t, p.over(121*time.Second, since, 1))
	require.EqualValues(t, 1+5, p.readAt, "10 seconds a node, and 111 are left")
	require.Equal(t, 5, p.takes(64, 1))
	require.Equal(t, 3, p.takes(3, 1))
	require.False(t, p.over(time.Nanosecond, since, 5), "the clock is not read")
	require.False(t, p.over(time.Hour, since, 6))
	require.EqualValues(t, 6+batchObjects, p.readAt, "a batch at most")
	require.True(t, p.over(9*time.Second, since, p.readAt))
	require.True(t, p.over(time.Hour, since, 1000), "it stays so")
	require.Equal(t, 64, p.takes(64, 1000))
}

// A graph with fast callbacks is marked by one worker alone. With slow ones a second worker
// comes as soon as there is something for it.
func TestSlowCallbacksRecruit(t *testing.T) {
	for _, slow := range []bool{false, true} {
		var once atomic.Bool
		g := Func{Nodes: 40, Successors: func(buf []uint32, node uint32) []uint32 {
			if slow && once.CompareAndSwap(false, true) {
				time.Sleep(2 * policy.CallPatience)
			}
			if node == 0 {
				for to := range uint32(39) {
					buf = append(buf, to+1)
				}
			}
			return buf
		}}
		m, err := New(Options{Workers: 2})
		require.NoError(t, err)
		m.planShared(m.readsNothing())
		r, err := m.MarkGraph(context.Background(), g, []uint32{0})
		require.NoError(t, err)
		if slow {
			require.Positive(t, r.Stats.Sum().Wakes)
		} else if r.Stats.Duration < policy.CallPatience { // else the machine was busy
			require.Zero(t, r.Stats.Sum().Wakes)
		}
		m.Close()
	}
}
