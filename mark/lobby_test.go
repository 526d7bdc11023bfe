package mark

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/overflow"
)

// L1: whoever parks is announced before it looks a last time, and does not
// sleep if that look finds something. The token lies ready so that a lobby that
// sleeps all the same is caught at once instead of hanging.
func TestParkAnnouncesThenLooks(t *testing.T) {
	l := newLobby(3)
	l.tokens[2].send()
	looked := false
	wanted := func() bool {
		looked = true
		require.Equal(t, int64(1), l.sleepers.Load(), "a publisher would see nobody to wake")
		require.Equal(t, []int{2}, l.parked)
		return true
	}
	require.True(t, l.park(2, wanted))
	require.True(t, looked)
	require.Equal(t, 1, waiting(l.tokens[2]), "the worker slept although it was wanted")
	require.Zero(t, l.sleepers.Load())
	require.Empty(t, l.parked)
	require.Equal(t, 3, l.awake)
}

// L2: each sleeper that is woken gets one token and counts as awake; nobody
// else gets one.
func TestWakeSendsOneTokenEach(t *testing.T) {
	l := newLobby(5)
	for id := 1; id < 5; id++ { // as park does before it waits
		l.parked = append(l.parked, id)
		l.count(id, 1)
		l.leave()
	}
	tokens := func() (n int) {
		for _, c := range l.tokens {
			n += waiting(c)
		}
		return n
	}
	require.Equal(t, 1, l.awake)
	require.Zero(t, l.wake(0))
	require.Equal(t, 1, l.wake(1))
	require.Equal(t, 1, tokens())
	l.wakeWorker(1)
	l.wakeWorker(1) // awake already
	l.wakeWorker(0) // never slept
	require.Equal(t, 1, waiting(l.tokens[1]))
	require.Equal(t, 2, tokens())
	require.Equal(t, int64(2), l.sleepers.Load())
	require.Equal(t, 2, l.wake(7), "only two are left")
	require.Equal(t, 4, tokens())
	require.Zero(t, l.wake(7))
	require.Equal(t, 5, l.awake)
	require.Zero(t, l.sleepers.Load())
}

// drain is released by the last of the others to park, and only when somebody
// waits in it.
func TestLobbyDrains(t *testing.T) {
	l := newLobby(3)
	l.leave()
	l.leave()
	require.Zero(t, waiting(l.drained), "nobody is waiting")
	l.drained.send() // for a drain that waits all the same
	l.drain()        // worker 0 is the only one awake: returns at once
	require.Equal(t, 1, waiting(l.drained))
	l.drained.receive()
	require.False(t, l.draining)

	l.awake, l.draining = 3, true
	l.leave()
	require.Zero(t, waiting(l.drained), "one is still awake")
	l.leave()
	require.Equal(t, 1, waiting(l.drained))
	require.False(t, l.draining)
}

// Who comes to park when the lobby is closed does not sleep, and counts as gone: worker
// 0 may wait for that. The token lies ready for a lobby that lets it sleep all the same.
func TestParkInAClosedLobby(t *testing.T) {
	l := newLobby(2)
	l.tokens[1].send()
	l.close()
	l.draining = true
	require.False(t, l.park(1, nil))
	require.Equal(t, 1, waiting(l.tokens[1]), "the worker slept")
	require.Equal(t, 1, l.awake)
	require.Equal(t, 1, waiting(l.drained))
}

// A worker about to park is wanted while any shared place holds work, and not for
// the end, which is for who left last to declare; once the mark is over, worker 0
// alone is wanted, to return from it.
func TestWhoIsWanted(t *testing.T) {
	m := idleMarker(t)
	require.True(t, m.wanted(0))
	require.False(t, m.wanted(1))

	m.detector.reset()
	require.Equal(t, joined, m.detector.join())
	require.False(t, m.wanted(0))
	require.False(t, m.wanted(1))
	for _, p := range places(m) {
		p.put()
		require.True(t, m.wanted(0), p.name)
		require.True(t, m.wanted(1), p.name)
		p.take()
		require.False(t, m.wanted(1), p.name)
	}
	m.detector.leave(false)
	require.False(t, m.wanted(0), "nobody is active, and that is no reason to stay")
	require.False(t, m.wanted(1))
	m.detector.abort()
}

// idleMarker returns a marker of two parked workers with no mark running.
func idleMarker(t *testing.T) *Marker {
	t.Helper()
	m, err := New(Options{Workers: 2, Grain: 1, Capacity: 2, OverflowBlocks: 1})
	require.NoError(t, err)
	m.pending = overflow.NewPending(100_000)
	m.planShared(m.readsNothing())
	t.Cleanup(m.Close)
	return m
}

// TestWorkersWithoutGoroutines: a worker that has none counts as asleep. It gets one when it is woken for
// the first time, and a token from then on. Close starts none.
func TestWorkersWithoutGoroutines(t *testing.T) {
	l := newLobby(4)
	var spawned []int
	l.postpone(func(id int) { spawned = append(spawned, id) })
	l.drain() // nobody else is awake
	require.EqualValues(t, 3, l.sleepers.Load())
	require.Equal(t, 1, l.wake(1))
	require.Equal(t, []int{3}, spawned)
	require.False(t, l.wakeWorker(3), "worker 3 is awake")
	require.True(t, l.wakeWorker(1))
	require.Equal(t, []int{3, 1}, spawned)
	require.EqualValues(t, 1, l.sleepers.Load())
	woken := make(chan bool)
	go func() { woken <- l.park(3, nil) }()
	for l.sleepers.Load() < 2 {
		runtime.Gosched()
	}
	require.True(t, l.wakeWorker(3))
	require.True(t, <-woken)
	l.close()
	require.Equal(t, []int{3, 1}, spawned)
	require.Empty(t, l.parked)
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
	for _, workers := range []int{0, 3} { // one worker marks a small Adjacency: nobody needs others
		r, err := Graph(t.Context(), adjacentHub(t, 999), []uint32{0}, Options{Workers: workers})
		require.NoError(t, err)
		require.Len(t, r.Stats.Workers, max(1, workers))
	}
}
