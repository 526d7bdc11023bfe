package crew

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// The clock is read after the first node, and then after half as many nodes as will be
// scanned in the time that is left, if all take as long as those before. No batch goes
// beyond the next reading.
func TestSoloTimer(t *testing.T) {
	s := SoloTimer{readAt: 1}
	since := now().Add(-10 * time.Second)
	require.Equal(t, 1, s.Takes(7, 0))
	require.False(t, s.over(time.Nanosecond, since, 0), "nothing was scanned")
	require.False(t, s.over(121*time.Second, since, 1))
	require.EqualValues(t, 1+5, s.readAt, "10 seconds a node, and 111 are left")
	require.Equal(t, 5, s.Takes(64, 1))
	require.Equal(t, 3, s.Takes(3, 1))
	require.False(t, s.over(time.Nanosecond, since, 5), "the clock is not read")
	require.False(t, s.over(time.Hour, since, 6))
	require.EqualValues(t, 6+policy.BatchObjects, s.readAt, "a batch at most")
	require.True(t, s.over(9*time.Second, since, s.readAt))
	require.True(t, s.over(time.Hour, since, 1000), "it stays so")
	require.Equal(t, 64, s.Takes(64, 1000))
}
