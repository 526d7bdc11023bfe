//go:build !interleave

package mark_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// TestSmallCallsAllocateLittle: a call that finds a Marker allocates its result. An exploration finds none.
func TestSmallCallsAllocateLittle(t *testing.T) {
	if raced {
		t.Skip("the race detector makes sync.Pool forget")
	}
	g := mark.Func{Nodes: 100, Successors: func(buf []uint32, node uint32) []uint32 {
		if node < 99 {
			buf = append(buf, node+1)
		}
		return buf
	}}
	var before, after runtime.MemStats
	const calls = 500
	runtime.ReadMemStats(&before)
	for range calls {
		_, err := mark.Graph(t.Context(), g, []uint32{0}, mark.Options{})
		require.NoError(t, err)
	}
	runtime.ReadMemStats(&after)
	require.Less(t, (after.TotalAlloc-before.TotalAlloc)/calls, uint64(4<<10))
}
