package stealq

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAVainStealTakesNoGifts: a thief whose victim is emptied between its look and its
// claim has nothing afterwards, as its owner already knew. Therefore no owner may give
// it an item from then on: that owner may leave and never look again.
func TestAVainStealTakesNoGifts(t *testing.T) {
	thief, victim := newRudolph(8), newRudolph(8)
	require.True(t, thief.Push(1))
	require.NotZero(t, thief.load()&open, "a push takes gifts again")
	thief.Pop()
	_, ok := thief.Pop()
	require.False(t, ok)
	require.Zero(t, thief.load()&open, "a pop that finds nothing takes none")
	tried := thief.Counters().CAS
	thief.Pop()
	require.Equal(t, tried, thief.Counters().CAS, "and the next has nothing to say")
	for i := range uint64(4) {
		require.True(t, victim.Push(i))
	}

	looks := 0
	n, o := thief.move(victim, func(_, _ rudolphState) int {
		looks++
		return 2 - looks // 1 at the look, none after the claims
	})
	require.Equal(t, 2, looks)
	require.Zero(t, n)
	require.Equal(t, Empty, o)
	require.Zero(t, thief.load()&open)
	n, o = victim.Balance(thief)
	require.Zero(t, n, "a gift to an owner who has left")
	require.Equal(t, Empty, o)

	n, o = thief.Steal(victim, One)
	require.Equal(t, 1, n)
	require.Equal(t, Took, o)
	require.NotZero(t, thief.load()&open, "who has taken something will pop again")
	require.NoError(t, Check([]Deque{thief, victim}))
}
