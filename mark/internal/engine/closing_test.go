package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/crew"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/overflow"
)

// closingMarker is a marker with three owners who take the exclusive bit. That many workers are
// active, with worker 0.
func closingMarker(t *testing.T, active int) (*Marker, *worker) {
	t.Helper()
	m := ownedMarker(t, 3, 1<<16)
	m.plan.Excludes, m.plan.Closes = true, true
	m.Pending = overflow.NewPending(100_000)
	m.crew.Reset()
	m.crew.Begin(false)
	for range active - 1 {
		require.Equal(t, crew.Joined, m.crew.Join())
	}
	return m, m.workers[0]
}

// shut is the closing bit set, in a mark that is over, with all workers parked. A worker that is woken does nothing: it
// stands in the list of the woken, and does not sleep again, because then it could be woken twice.
func shut(t *testing.T) (m *Marker, w *worker, woken *[]int) {
	t.Helper()
	m, w = closingMarker(t, 2)
	require.False(t, w.takesBack())
	require.True(t, m.crew.Refuses())
	m.crew.Abort()
	t.Cleanup(m.crew.Lobby.Close)
	woken = new([]int)
	m.crew.Lobby = crew.NewLobby(3)
	m.crew.Lobby.Postpone(func(id int) { *woken = append(*woken, id) })
	m.dirty = true
	return m, w, woken
}

// A worker that has found nothing to take lets no other join, if another worker is active and none
// shows that it has enough for two.
func TestWhoShuts(t *testing.T) {
	for _, c := range []struct {
		what          string
		active, shown int
		closes, shuts bool
	}{
		{"two are active", 2, policy.HungryBatchObjects, true, true},
		{"it is the only one", 1, 0, true, false},
		{"another shows more than a batch", 2, policy.HungryBatchObjects + 1, true, false},
		{"not in this mark", 2, 0, false, false},
	} {
		m, w := closingMarker(t, c.active)
		m.plan.Closes = c.closes
		m.crew.Gather(3, 2, false)
		m.workers[1].EndBatch(c.shown)
		require.False(t, w.takesBack(), c.what)
		require.Equal(t, c.shuts, m.crew.Refuses(), c.what)
		require.False(t, m.crew.Exclusive(), c.what)
		m.crew.Abort()
	}
}

// The last one that is active takes the exclusive bit all the same, and what is on its way to those who are refused.
func TestTheLastOneExcludes(t *testing.T) {
	m, w := closingMarker(t, 2)
	ref := foreign(m, 2, 0)
	w.claimer.claim(w, []uint32{ref})
	w.send(2)
	require.False(t, w.takesBack())
	require.False(t, m.workers[2].wanted(), "it is refused")
	m.crew.Leave(false)
	require.True(t, w.takesBack())
	require.True(t, w.Alone)
	require.Equal(t, 1, w.Size())
	w.endExclusive()
	require.Equal(t, crew.Joined, m.crew.Join(), "the closing bit is clear, too")
	m.crew.Abort()
	m.dirty = true
}

// A worker searches for work of others, until no worker can join.
func TestNobodySearchesWhileNobodyCanJoin(t *testing.T) {
	m, w := closingMarker(t, 2)
	require.False(t, w.steal())
	steals := w.Deque.Counters().Steals
	require.Positive(t, steals)
	require.False(t, w.takesBack())
	require.False(t, w.steal())
	require.Equal(t, steals, w.Deque.Counters().Steals)
	m.crew.Abort()
}

// X9: the worker that has shut looks then. If it sees something in any place, it lets others come, and wakes them.
func TestWhoHasShutLooks(t *testing.T) {
	m, w := closingMarker(t, 2)
	for _, p := range places(m) {
		p.put()
		require.False(t, w.takesBack())
		require.False(t, m.crew.Refuses(), p.name)
		p.take()
	}
	m.crew.Lobby.Gather(3)
	m.workers[1].Deque = visited{m.workers[1].Deque, func() {
		require.True(t, m.crew.Refuses(), "it looks after it has shut")
		m.workers[2].Deque.Push(7)
		m.crew.Abort() // so who is woken sleeps again at once
	}}
	require.False(t, w.takesBack())
	require.False(t, m.crew.Refuses())
	require.EqualValues(t, 2, w.stats.Wakes)
	m.crew.Drain()
	m.dirty = true
}

// X8 and X10: a worker that publishes lets others come. It wakes them, and the owners for whom something waits.
func TestWhoPublishesReopens(t *testing.T) {
	m, w, woken := shut(t)
	w.claimer.claim(w, []uint32{foreign(m, 2, 0)})
	w.Send(2, 0) // the owner was woken, and was refused
	w.wake(0)
	require.True(t, m.crew.Refuses(), "nothing was published")
	m.crew.Lobby.Gather(0)
	w.publish([]uint32{1})
	require.False(t, m.crew.Refuses())
	require.Empty(t, *woken, "the mark is for one worker")

	m, w, woken = shut(t)
	w.claimer.claim(w, []uint32{foreign(m, 1, 0), foreign(m, 2, 0)})
	w.Send(1, 0)
	w.Send(2, 0)
	w.publish([]uint32{1})
	require.Equal(t, []int{1, 2}, *woken, "both owners: nobody is left for the block")
	require.EqualValues(t, 2, w.stats.Wakes)
}

// X7 and X10: so does the last one that leaves.
func TestTheLastOneThatLeavesReopens(t *testing.T) {
	m, w, woken := shut(t)
	w.claimer.claim(w, []uint32{foreign(m, 2, 0)})
	w.Send(2, 0)
	w.takePart()
	require.True(t, m.crew.Refuses(), "another one is active")
	require.Empty(t, *woken)
	w.takePart()
	require.False(t, m.crew.Refuses())
	require.Equal(t, []int{2}, *woken)
	require.EqualValues(t, 1, w.stats.Wakes)
}
