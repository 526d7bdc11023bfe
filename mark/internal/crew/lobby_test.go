package crew

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// L1: a worker that parks is announced before it looks a last time, and does not
// sleep if that look finds something. The token lies ready so that a lobby that
// sleeps all the same is caught at once instead of hanging.
func TestParkAnnouncesThenLooks(t *testing.T) {
	l := NewLobby(3)
	l.tokens[2].send()
	looked := false
	wanted := func() bool {
		looked = true
		require.Equal(t, int64(1), l.sleepers.Load(), "a publisher would see nobody to wake")
		require.Equal(t, []int{2}, l.parked)
		return true
	}
	require.True(t, l.Park(2, wanted))
	require.True(t, looked)
	require.Equal(t, 1, waiting(l.tokens[2]), "the worker slept although it was wanted")
	require.Zero(t, l.sleepers.Load())
	require.Empty(t, l.parked)
	require.Equal(t, 3, l.awake)
}

// L2: each sleeper that is woken gets one token and counts as awake; no other worker
// gets one.
func TestWakeSendsOneTokenEach(t *testing.T) {
	l := NewLobby(5)
	for id := 1; id < 5; id++ { // as Park does before it waits
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
	require.Zero(t, l.Wake(0))
	require.Equal(t, 1, l.Wake(1))
	require.Equal(t, 1, tokens())
	l.WakeWorker(1)
	l.WakeWorker(1) // awake already
	l.WakeWorker(0) // never slept
	require.Equal(t, 1, waiting(l.tokens[1]))
	require.Equal(t, 2, tokens())
	require.Equal(t, int64(2), l.sleepers.Load())
	require.Equal(t, 2, l.Wake(7), "only two are left")
	require.Equal(t, 4, tokens())
	require.Zero(t, l.Wake(7))
	require.Equal(t, 5, l.awake)
	require.Zero(t, l.sleepers.Load())
}

// Drain is released by the last of the others to park, and only when worker 0 waits in
// it.
func TestLobbyDrains(t *testing.T) {
	l := NewLobby(3)
	l.leave()
	l.leave()
	require.Zero(t, waiting(l.drained), "nobody is waiting")
	l.drained.send() // for a Drain that waits all the same
	l.Drain()        // worker 0 is the only one awake: returns at once
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

// A worker that comes to park when the lobby is closed does not sleep, and counts as
// gone: worker 0 may wait for that. The token lies ready for a lobby that lets it sleep
// all the same.
func TestParkInAClosedLobby(t *testing.T) {
	l := NewLobby(2)
	l.tokens[1].send()
	l.Close()
	l.draining = true
	require.False(t, l.Park(1, nil))
	require.Equal(t, 1, waiting(l.tokens[1]), "the worker slept")
	require.Equal(t, 1, l.awake)
	require.Equal(t, 1, waiting(l.drained))
}

// TestWorkersWithoutGoroutines: a worker that has none counts as asleep. It gets one when it is woken for
// the first time, and a token from then on. Close starts none.
func TestWorkersWithoutGoroutines(t *testing.T) {
	l := NewLobby(4)
	var spawned []int
	l.Postpone(func(id int) { spawned = append(spawned, id) })
	l.Drain() // no other worker is awake
	require.EqualValues(t, 3, l.sleepers.Load())
	require.Equal(t, 1, l.Wake(1))
	require.Equal(t, []int{3}, spawned)
	require.False(t, l.WakeWorker(3), "worker 3 is awake")
	require.True(t, l.WakeWorker(1))
	require.Equal(t, []int{3, 1}, spawned)
	require.EqualValues(t, 1, l.sleepers.Load())
	woken := make(chan bool)
	go func() { woken <- l.Park(3, nil) }()
	for l.sleepers.Load() < 2 {
		runtime.Gosched()
	}
	require.True(t, l.WakeWorker(3))
	require.True(t, <-woken)
	l.Close()
	require.Equal(t, []int{3, 1}, spawned)
	require.Empty(t, l.parked)
}
