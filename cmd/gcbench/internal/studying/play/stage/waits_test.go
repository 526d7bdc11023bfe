package stage

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// TestHolder: the thread that has taken a lock holds it until it is released. A thread that does not wait for a lock is
// not told of a holder.
func TestHolder(t *testing.T) {
	made := []interleave.Made{{Thread: 0, Object: "m", Verb: "locks"}, {Thread: 1, Object: "n", Verb: "locks"}, {Thread: 0, Object: "m", Verb: "unlocks"}, {Thread: 2, Object: "m", Verb: "locks"}}
	for n, by := range []int{-1, 0, 0, -1, 2} {
		require.Equal(t, by, holder(made[:n], "m"))
	}
	seen := &interleave.Watched{Made: made, Threads: []interleave.Standing{{Object: "m", Can: true}, {Object: "m", Waits: "waits for the lock m"}}}
	require.Empty(t, waits(seen, 0))
	require.Equal(t, "waits for the lock m, which worker c holds", waits(seen, 1))
}

// TestAnotherFailure: a failure that the goal does not ask for is shown, and not won.
func TestAnotherFailure(t *testing.T) {
	s, err := named("theft")
	require.NoError(t, err)
	other := *s
	other.Wins = endsWith("is lost")
	v := viewOf(t, &other, s.Winning)
	require.Equal(t, "item 1 is taken twice", v.Failed)
	require.False(t, v.Won)
}
