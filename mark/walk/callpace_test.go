package walk

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// At each look twice as many reachers are allowed if all run, keys wait and calls are slow, and
// half as many if calls are fast. There is always one, and never more than the options allow.
func TestCallPace(t *testing.T) {
	const ms = time.Millisecond
	at := time.Unix(0, 0)
	p := newCallPace(5, at)
	look := func(elapsed time.Duration, calls int64, running, waiting int) int {
		at = at.Add(elapsed)
		p.calls += calls
		was := p.allowed
		require.Equal(t, p.adapt(at, running, waiting), p.allowed != was)
		return p.allowed
	}
	require.Equal(t, 1, look(ms, 5000, 1, 9), "fast calls")
	require.Equal(t, 1, look(ms, 0, 1, 0), "no key waits")
	require.Equal(t, 2, look(ms, 500, 1, 9), "slow calls")
	require.Equal(t, 2, look(ms, 0, 1, 9), "not all run")
	require.Equal(t, 4, look(ms, 0, 2, 1), "no call has ended")
	require.Equal(t, 5, look(ms, 10, 4, 1), "no more than the options allow")
	require.Equal(t, 5, look(ms, 10, 5, 9))
	require.Equal(t, 5, look(ms, 500, 5, 9), "just slow")
	require.Equal(t, 2, look(ms, 501, 5, 9), "just fast")
	require.Equal(t, 1, look(ms, 5000, 2, 9))
	require.Equal(t, 1, look(ms, 5000, 1, 9), "there is always one")
}
