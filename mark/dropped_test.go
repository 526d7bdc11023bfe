//go:build !interleave

package mark_test

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// TestDroppedMarkers: the goroutines of Markers that were not closed end, and what such a Marker
// has found stays.
func TestDroppedMarkers(t *testing.T) {
	before := runtime.NumGoroutine()
	var results []*mark.Result
	for i := range 30 {
		m, err := mark.New(mark.Options{Workers: 3})
		require.NoError(t, err)
		r, err := m.MarkGraph(t.Context(), ring(10+i), []uint32{0})
		require.NoError(t, err)
		results = append(results, r)
		m, err = mark.NewFor(ring(100_000), mark.Options{Workers: 3})
		require.NoError(t, err)
		_, err = m.MarkGraph(t.Context(), ring(10), []uint32{0})
		require.NoError(t, err)
	}
	require.Greater(t, runtime.NumGoroutine(), before, "nothing was shown")
	requireCollected(t, before)
	for i, r := range results {
		require.EqualValues(t, 10+i, r.Count())
		require.Len(t, slices.Collect(r.All()), 10+i)
	}
}

// requireCollected waits until the garbage collector has ended all goroutines but want.
func requireCollected(t *testing.T, want int) {
	t.Helper()
	for range 200 {
		if runtime.GC(); runtime.NumGoroutine() <= want {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("%d goroutines are left behind", runtime.NumGoroutine()-want)
}

// TestAMarkKeepsItsMarker: only a mark knows this Marker any more, and it comes to its end. Then
// the Marker is dropped.
func TestAMarkKeepsItsMarker(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, m := range []func() (*mark.Marker, error){
		func() (*mark.Marker, error) { return mark.New(mark.Options{Workers: 2}) },
		func() (*mark.Marker, error) { return mark.NewFor(ring(100), mark.Options{Workers: 2}) },
	} {
		r, err := must(t, m).MarkGraph(t.Context(), mark.Func{Nodes: 5, Successors: func(buf []uint32, node uint32) []uint32 {
			for range 3 {
				runtime.GC()
				time.Sleep(time.Millisecond) // the cleanups run
			}
			return append(buf, (node+1)%5)
		}}, []uint32{0})
		require.NoError(t, err)
		require.EqualValues(t, 5, r.Count())
	}
	requireCollected(t, before)
}

func must(t *testing.T, make func() (*mark.Marker, error)) *mark.Marker {
	m, err := make()
	require.NoError(t, err)
	return m
}

// TestClosedAndDropped: a Marker that was closed is not closed again, and one whose options lead to it may be closed
// all the same.
func TestClosedAndDropped(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 20 {
		var m *mark.Marker
		m, err := mark.New(mark.Options{Workers: 2, Until: func(uint32) bool { return m == nil }})
		require.NoError(t, err)
		m.Close()
		m.Close()
	}
	requireCollected(t, before)
}
