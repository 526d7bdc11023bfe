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
	m := Member{Solo: SoloTimer{readAt: 1}, crew: &Crew{Lobby: NewLobby(1)}}
	m.aloneSince = now().Add(-10 * time.Second)
	s := &m.Solo
	require.Equal(t, 1, s.Takes(7, 0))
	require.False(t, m.SoloEnds(time.Nanosecond, 0), "nothing was scanned")
	require.False(t, m.SoloEnds(121*time.Second, 1))
	require.EqualValues(t, 1+5, s.readAt, "10 seconds a node, and 111 are left")
	require.Equal(t, 5, s.Takes(64, 1))
	require.Equal(t, 3, s.Takes(3, 1))
	require.False(t, m.SoloEnds(time.Nanosecond, 5), "the clock is not read")
	require.False(t, m.SoloEnds(time.Hour, 6))
	require.EqualValues(t, 6+policy.BatchObjects, s.readAt, "a batch at most")
	require.True(t, m.SoloEnds(9*time.Second, s.readAt))
	require.True(t, m.SoloEnds(time.Hour, 1000), "it stays so")
	require.Equal(t, 64, s.Takes(64, 1000))
}
