package mark

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

func TestDetector(t *testing.T) {
	var d detector
	for range 3 {
		d.reset()
		require.False(t, d.done())
		require.Equal(t, joined, d.join())
		require.Equal(t, 1, d.active())
		_, ok := d.quiet()
		require.False(t, ok, "a worker is active")
		require.Equal(t, joined, d.join())
		d.leave(false)
		d.leave(false)

		state, ok := d.quiet()
		require.True(t, ok)
		require.Equal(t, joined, d.join(), "somebody comes back ...")
		d.leave(false)
		require.False(t, d.finish(state), "... so the earlier look is void, though nobody is active")

		state, ok = d.quiet()
		require.True(t, ok)
		require.True(t, d.finish(state))
		require.True(t, d.done())
		require.Equal(t, ended, d.join(), "nobody joins a mark that is over")
		_, ok = d.quiet()
		require.False(t, ok)
	}
	d.reset()
	require.Equal(t, joined, d.join())
	d.abort()
	require.Equal(t, ended, d.join())
}

// The exclusive bit keeps others out, from begin or exclude to clear or leave.
func TestDetectorExcludes(t *testing.T) {
	var d detector
	d.reset()
	d.begin(true)
	require.Equal(t, 1, d.active())
	require.True(t, d.exclusive())
	require.Equal(t, refused, d.join())
	_, ok := d.lone()
	require.False(t, ok, "the bit is set already")
	d.clear()
	require.False(t, d.exclusive())

	state, ok := d.lone()
	require.True(t, ok)
	require.Equal(t, joined, d.join())
	_, ok = d.lone()
	require.False(t, ok, "two are active")
	d.leave(false)
	require.False(t, d.exclude(state), "somebody has come and gone, so the look is void")

	state, ok = d.lone()
	require.True(t, ok)
	require.True(t, d.exclude(state))
	require.Equal(t, refused, d.join())
	_, ok = d.quiet()
	require.False(t, ok)
	d.leave(true)
	require.False(t, d.exclusive())
	require.Zero(t, d.active())
	state, ok = d.quiet()
	require.True(t, ok, "whoever leaves takes the bit along")
	require.True(t, d.finish(state))

	d.reset()
	d.begin(true)
	d.abort()
	require.Equal(t, ended, d.join(), "the end comes before the bit")
	d.leave(true)
	require.True(t, d.done())
	require.False(t, d.exclusive())
	for range 2 {
		d.reset()
		d.begin(false)
		require.Equal(t, 1, d.active())
		require.False(t, d.exclusive())
		d.state.Or(exclusiveBit | doneBit) // the holder was not able to leave
	}
}

// The count of activations wraps without touching its neighbours.
func TestDetectorWraps(t *testing.T) {
	var d detector
	d.state.Store(activations)
	require.Equal(t, joined, d.join())
	require.False(t, d.done())
	require.False(t, d.exclusive())
	require.Equal(t, 1, d.active())
}

// What several workers write lies on lines that nothing else shares.
func TestLayout(t *testing.T) {
	const line = 64
	var m Marker
	require.GreaterOrEqual(t, unsafe.Offsetof(m.detector)-unsafe.Offsetof(m.marks), uintptr(line))
	require.GreaterOrEqual(t, unsafe.Offsetof(m.ranges)-unsafe.Offsetof(m.detector), uintptr(line))
	var r ranges
	require.GreaterOrEqual(t, unsafe.Offsetof(r.open), uintptr(line))
	require.GreaterOrEqual(t, unsafe.Offsetof(r.own)-unsafe.Offsetof(r.open), uintptr(line))
	var v visible
	require.GreaterOrEqual(t, unsafe.Offsetof(v.more), uintptr(line))
	require.GreaterOrEqual(t, unsafe.Sizeof(v)-unsafe.Offsetof(v.more), uintptr(line))
}
