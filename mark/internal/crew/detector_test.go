package crew

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

func TestDetector(t *testing.T) {
	var d Detector
	for range 3 {
		d.Reset()
		require.False(t, d.Done())
		require.Equal(t, Joined, d.Join())
		require.Equal(t, 1, d.Active())
		_, ok := d.Quiet()
		require.False(t, ok, "a worker is active")
		require.Equal(t, Joined, d.Join())
		d.Leave(false)
		d.Leave(false)

		state, ok := d.Quiet()
		require.True(t, ok)
		require.Equal(t, Joined, d.Join(), "somebody comes back ...")
		d.Leave(false)
		require.False(t, d.Finish(state), "... so the earlier look is void, though nobody is active")

		state, ok = d.Quiet()
		require.True(t, ok)
		require.True(t, d.Finish(state))
		require.True(t, d.Done())
		require.Equal(t, Ended, d.Join(), "nobody joins a mark that is over")
		_, ok = d.Quiet()
		require.False(t, ok)
	}
	d.Reset()
	require.Equal(t, Joined, d.Join())
	d.Abort()
	require.Equal(t, Ended, d.Join())
}

// The exclusive bit keeps others out, from Begin or Exclude to Clear or Leave.
func TestDetectorExcludes(t *testing.T) {
	var d Detector
	d.Reset()
	d.Begin(true)
	require.Equal(t, 1, d.Active())
	require.True(t, d.Exclusive())
	require.Equal(t, Refused, d.Join())
	_, ok := d.Lone()
	require.False(t, ok, "the bit is set already")
	d.Clear()
	require.False(t, d.Exclusive())

	state, ok := d.Lone()
	require.True(t, ok)
	require.Equal(t, Joined, d.Join())
	_, ok = d.Lone()
	require.False(t, ok, "two are active")
	d.Leave(false)
	require.False(t, d.Exclude(state), "somebody has come and gone, so the look is void")

	state, ok = d.Lone()
	require.True(t, ok)
	require.True(t, d.Exclude(state))
	require.Equal(t, Refused, d.Join())
	_, ok = d.Quiet()
	require.False(t, ok)
	d.Leave(true)
	require.False(t, d.Exclusive())
	require.Zero(t, d.Active())
	state, ok = d.Quiet()
	require.True(t, ok, "whoever leaves takes the bit along")
	require.True(t, d.Finish(state))

	d.Reset()
	d.Begin(true)
	d.Abort()
	require.Equal(t, Ended, d.Join(), "the end comes before the bit")
	d.Leave(true)
	require.True(t, d.Done())
	require.False(t, d.Exclusive())
	for range 2 {
		d.Reset()
		d.Begin(false)
		require.Equal(t, 1, d.Active())
		require.False(t, d.Exclusive())
		d.state.Or(exclusiveBit | doneBit) // the holder was not able to leave
	}
}

// The closing bit keeps others out, too, but those who are active stay. It goes with the last
// of them, with Reopen, or with Exclude.
func TestDetectorCloses(t *testing.T) {
	var d Detector
	d.Reset()
	d.Begin(false)
	require.False(t, d.Shut(), "nobody else is active")
	require.Equal(t, Joined, d.Join())
	require.True(t, d.Shut())
	require.False(t, d.Shut(), "the bit is set already")
	require.True(t, d.Refuses())
	require.True(t, d.InVain())
	require.False(t, d.Exclusive())
	require.Equal(t, Refused, d.Join())
	require.Equal(t, 2, d.Active())
	require.True(t, d.Reopen())
	require.False(t, d.Reopen(), "the bit is clear already")
	require.False(t, d.InVain())
	require.Equal(t, Joined, d.Join())

	require.True(t, d.Shut())
	require.False(t, d.Leave(false))
	require.False(t, d.Leave(false))
	state, ok := d.Lone()
	require.True(t, ok)
	require.True(t, d.Exclude(state))
	require.False(t, d.Shut(), "the exclusive bit is set")
	require.Equal(t, Refused, d.Join())
	d.Clear()
	require.Equal(t, Joined, d.Join(), "Exclude has cleared the closing bit")

	require.True(t, d.Shut())
	require.False(t, d.Leave(false))
	require.True(t, d.Leave(false), "the last one takes the bit along")
	require.False(t, d.Refuses())
	state, ok = d.Quiet()
	require.True(t, ok)
	require.Equal(t, Joined, d.Join())
	require.False(t, d.Finish(state))
	require.Equal(t, Joined, d.Join())
	require.True(t, d.Shut())
	d.Abort()
	require.False(t, d.Shut(), "the mark is over")
	require.Equal(t, Ended, d.Join(), "the end comes before the bit")

	d.Reset()
	require.False(t, d.Refuses(), "the bit of an aborted mark is forgotten")
	require.Zero(t, d.Active())
}

// The count of activations wraps without touching its neighbours.
func TestDetectorWraps(t *testing.T) {
	var d Detector
	d.state.Store(activations)
	require.Equal(t, Joined, d.Join())
	require.False(t, d.Done())
	require.False(t, d.Exclusive())
	require.Equal(t, 1, d.Active())
}

// Words that several workers write lie on lines that nothing else shares.
func TestLayout(t *testing.T) {
	const line = 64
	var c Crew
	require.GreaterOrEqual(t, unsafe.Offsetof(c.Detector), uintptr(line))
	require.GreaterOrEqual(t, unsafe.Offsetof(c.Lobby)-unsafe.Offsetof(c.Detector), uintptr(line))
	var v shown
	require.GreaterOrEqual(t, unsafe.Offsetof(v.more), uintptr(line))
	require.GreaterOrEqual(t, unsafe.Sizeof(v)-unsafe.Offsetof(v.more), uintptr(line))
}
