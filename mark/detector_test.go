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
		require.True(t, d.join())
		require.Equal(t, 1, d.active())
		_, ok := d.quiet()
		require.False(t, ok, "a worker is active")
		require.True(t, d.join())
		d.leave()
		d.leave()

		state, ok := d.quiet()
		require.True(t, ok)
		require.True(t, d.join(), "somebody comes back ...")
		d.leave()
		require.False(t, d.finish(state), "... so the earlier look is void, though nobody is active")

		state, ok = d.quiet()
		require.True(t, ok)
		require.True(t, d.finish(state))
		require.True(t, d.done())
		require.False(t, d.join(), "nobody joins a mark that is over")
		_, ok = d.quiet()
		require.False(t, ok)
	}
	d.reset()
	require.True(t, d.join())
	d.abort()
	require.False(t, d.join())
}

// The count of activations wraps without touching its neighbours.
func TestDetectorWraps(t *testing.T) {
	var d detector
	d.state.Store(activations)
	require.True(t, d.join())
	require.False(t, d.done())
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
