package stealq_test

import (
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/stretchr/testify/require"
)

// TestLocksArePaidFor: the kinds with a lock count what their headers say that an
// operation costs, two read-modify-writes for each time that the lock is held.
func TestLocksArePaidFor(t *testing.T) {
	for _, c := range []struct {
		kind   string
		store  uint64 // stores of a push and of a pop
		empty  uint64 // read-modify-writes of a pop that finds nothing
		missed uint64 // of a steal that does
		took   uint64 // of one that takes; 0 where there are no thieves
	}{
		{kind: "locked", store: 0, empty: 2, missed: 4, took: 6},
		{kind: "central", store: 1, empty: 0, missed: 0},
	} {
		k, err := stealq.ParseKind(c.kind)
		require.NoError(t, err)
		d, thief := pair(k, 2)
		costs := func(what string, rmw, stores uint64, of stealq.Deque, op func()) {
			before := *of.Counters()
			op()
			after := of.Counters()
			require.Equal(t, rmw, after.RMW-before.RMW, "%s: %s", c.kind, what)
			require.Equal(t, stores, after.Stores-before.Stores, "%s: %s", c.kind, what)
			require.Zero(t, after.CAS)
		}
		costs("pop of nothing", c.empty, 0, d, func() { d.Pop() })
		for range 2 {
			costs("push", 2, c.store, d, func() { require.True(t, d.Push(1)) })
		}
		costs("push into a full one", 2, 0, d, func() { require.False(t, d.Push(1)) })
		if c.took > 0 {
			costs("steal", c.took, 0, thief, func() { thief.Steal(d, stealq.One) })
		}
		costs("pop", 2, c.store, d, func() { d.Pop() })
		for range 2 {
			d.Pop()
		}
		costs("steal of nothing", c.missed, 0, thief, func() { thief.Steal(d, stealq.One) })
	}
}
