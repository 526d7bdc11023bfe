package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWork: the list has its length in the end, and is in order. The oldest events are gone.
func TestWork(t *testing.T) {
	const events = 1000
	o := newOffice(1)
	o.work(events)
	length := 0
	for e := o.first; e != nil; e = e.next {
		length++
		require.True(t, e.next == nil || e.due <= e.next.due, "event %d comes before event %d", length, length+1)
		require.NotNil(t, e.who)
	}
	assert.Equal(t, events, length)
	assert.Greater(t, o.first.due, uint64(horizon/2))
	assert.Len(t, o.accounts, events/perAccount)
	came := func(per int) int { return (events+per-1)/per + rounds*((events/replaced+per-1)/per) }
	assert.Equal(t, came(perOrder), len(o.orders))
	assert.Equal(t, came(perNode), o.index.size())
}

func (n *node) size() int {
	if n == nil {
		return 0
	}
	return 1 + n.left.size() + n.right.size()
}

// TestWrongArguments: each error says what would be right.
func TestWrongArguments(t *testing.T) {
	require.NoError(t, check(fewest, []string{"x"}))
	assert.ErrorContains(t, check(fewest, nil), "it must be one, the file to write")
	assert.ErrorContains(t, check(fewest-1, []string{"x"}), "it must be from 10 to 100000000")
	assert.ErrorContains(t, check(most+1, []string{"x"}), "it must be from 10 to 100000000")
}
