package engine

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/crew"
	"github.com/seed-3ccf4018/halfmark/overflow"
)

// A worker about to park is wanted while any shared place holds work, and not for
// the end, which is for who left last to declare; once the mark is over, worker 0
// alone is wanted, to return from it.
func TestWhoIsWanted(t *testing.T) {
	m := idleMarker(t)
	require.True(t, m.workers[0].wanted())
	require.False(t, m.workers[1].wanted())

	m.crew.Reset()
	require.Equal(t, crew.Joined, m.crew.Join())
	require.False(t, m.workers[0].wanted())
	require.False(t, m.workers[1].wanted())
	for _, p := range places(m) {
		p.put()
		require.True(t, m.workers[0].wanted(), p.name)
		require.True(t, m.workers[1].wanted(), p.name)
		p.take()
		require.False(t, m.workers[1].wanted(), p.name)
	}
	m.crew.Leave(false)
	require.False(t, m.workers[0].wanted(), "nobody is active, and that is no reason to stay")
	require.False(t, m.workers[1].wanted())
	m.crew.Abort()
}

// idleMarker returns a marker of two parked workers with no mark running.
func idleMarker(t *testing.T) *Marker {
	t.Helper()
	m, err := New(Options{Workers: 2, Grain: 1, Capacity: 2, OverflowBlocks: 1})
	require.NoError(t, err)
	m.Pending = overflow.NewPending(100_000)
	m.planShared(m.readsNothing())
	t.Cleanup(m.Close)
	return m
}

// TestSmallMarksStartNobody: the functions start a goroutine for each worker that is woken, and only
// for these.
func TestSmallMarksStartNobody(t *testing.T) {
	before := runtime.NumGoroutine()
	during := 0
	g := Func{Nodes: 3, Successors: func(buf []uint32, node uint32) []uint32 {
		during = max(during, runtime.NumGoroutine())
		return append(buf, (node+1)%3)
	}}
	for _, workers := range []int{1, 2, 1024} {
		r, err := Graph(t.Context(), g, []uint32{0}, Options{Workers: workers})
		require.NoError(t, err)
		require.EqualValues(t, 3, r.Count())
		require.Len(t, r.Stats.Workers, workers)
	}
	require.LessOrEqual(t, during, before)
	for _, workers := range []int{0, 3} { // one worker marks a small Adjacency and needs no others
		r, err := Graph(t.Context(), adjacentHub(t, 999), []uint32{0}, Options{Workers: workers})
		require.NoError(t, err)
		require.Len(t, r.Stats.Workers, max(1, workers))
	}
}
