package interleave

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Outside an exploration ReceiveWithin waits for an item or for the time.
func TestReceiveWithin(t *testing.T) {
	c := MakeChan[int](1)
	_, ok := c.ReceiveWithin(time.Millisecond)
	require.False(t, ok)
	go c.Send(7)
	v, ok := c.ReceiveWithin(time.Hour)
	require.True(t, ok)
	require.Equal(t, 7, v)
}

// In an exploration it finds an item, or it does not. A loop that calls Gosched finds it in the
// end.
func TestReceiveWithinExplored(t *testing.T) {
	rep := Explore(func(w *World) func() {
		c := MakeChan[int](1)
		var sent Int64
		missed := 0
		w.Go("sender", func() { sent.Store(1); c.Send(7) })
		w.Go("receiver", func() {
			v, ok := c.ReceiveWithin(time.Hour)
			for ; !ok; v, ok = c.ReceiveWithin(time.Hour) {
				missed++
				sent.Load()
				Gosched()
			}
			if v != 7 || c.Len() != 0 {
				w.Failf("received %d, %d are left", v, c.Len())
			}
		})
		return func() { w.Outcomef("missed %d", missed) }
	}, Options{Search: Bounded, Preemptions: 3})
	require.NoError(t, rep.Err())
	require.True(t, rep.Complete)
	require.Positive(t, rep.Outcomes["missed 0"])
	require.Positive(t, rep.Outcomes["missed 1"])
}
