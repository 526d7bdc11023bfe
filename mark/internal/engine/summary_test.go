package engine

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Time that is not busy is idle, idle time that is not hoarded is starved, and hoarded
// time is never more than idle time. The termination begins when the last worker has
// left.
func TestTimesOfAMark(t *testing.T) {
	m, _ := policyMarker(t, Options{Workers: 3})
	start := time.Now()
	for i, busy := range []time.Duration{10, 4, 11} {
		m.workers[i].Marked = uint64(i + 1)
		m.workers[i].Busy = busy * time.Second
	}
	m.workers[0].Left = start.Add(8 * time.Second)
	m.workers[2].Left = start.Add(7 * time.Second)
	m.workers[0].Waited = 2 * time.Second
	m.workers[1].Hoarded = time.Second
	m.summarize(start, start.Add(10*time.Second))
	s := m.Stats
	require.Equal(t, 10*time.Second, s.Duration)
	require.Equal(t, 2*time.Second, s.Termination)
	require.EqualValues(t, 6, s.Marked)
	require.Equal(t, 6*time.Second, s.Sum().Idle)
	require.Equal(t, 3*time.Second, s.Hoarded)
	require.Equal(t, 3*time.Second, s.Starved)

	m.workers[0].Waited = time.Minute
	m.summarize(start, start.Add(10*time.Second))
	require.Equal(t, 6*time.Second, s.Hoarded)
	require.Zero(t, s.Starved)
}
