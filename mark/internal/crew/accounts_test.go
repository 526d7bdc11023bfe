package crew

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// idleMember returns member 0 of a crew, all of whom are awake. Its charges follow from the
// arguments and the number of sleepers alone.
func idleMember(members int) *Member {
	c := new(Crew)
	c.Init(members, tune.IdlePark, nil)
	c.Gather(members, members-1, false)
	m := c.Member(0)
	return &m
}

// lone is the state with which the only active member may exclude others.
func lone(t *testing.T, m *Member) uint64 {
	state, ok := m.crew.Lone()
	require.True(t, ok)
	return state
}

// A lone worker that had more than a batch at the end of two looks in five has kept
// each of the others waiting for two fifths of its time.
func TestSolitudeIsChargedByLooks(t *testing.T) {
	m := idleMember(6)
	m.Alone = true
	now := time.Now()
	m.aloneSince = now.Add(-20 * time.Second)
	for _, private := range []int{0, policy.HungryBatchObjects, policy.HungryBatchObjects + 1, 1, 2 * policy.HungryBatchObjects} {
		m.EndBatch(private)
	}
	require.Equal(t, 5, m.batchesAlone)
	require.Equal(t, 2, m.hoardsAlone, "more than a batch is more than %d", policy.HungryBatchObjects)
	m.Waited = time.Minute
	m.endSolitude(now, 5)
	require.Equal(t, time.Minute+5*8*time.Second, m.Waited)
	m.endSolitude(now, 5)
	require.Equal(t, time.Minute+40*time.Second, m.Waited, "what is charged is charged once")
}

// When a lone worker clears the bit, what it has kept the others waiting is charged.
func TestTheEndOfSolitudeIsCharged(t *testing.T) {
	for name, end := range map[string]func(m *Member){"clears": (*Member).Clear, "becomes idle": func(m *Member) { m.EndBusy() }} {
		m := idleMember(3)
		m.Lead(true)
		m.batchesAlone, m.hoardsAlone = 2, 1
		m.aloneSince = now().Add(-time.Hour)
		end(m)
		require.GreaterOrEqual(t, m.Waited, time.Hour, name)
		require.Zero(t, m.batchesAlone, name)
	}
}

// While a worker with more than a batch keeps sleepers waiting, a span runs, and it
// is charged for each sleeper when they are gone or the worker has less.
func TestSpellsBeginAndEnd(t *testing.T) {
	m := idleMember(4)
	m.EndBatch(0)
	require.False(t, m.moreShown)

	m.EndBatch(policy.HungryBatchObjects)
	require.False(t, m.moreShown, "a batch is not more than a batch")
	m.EndBatch(policy.HungryBatchObjects + 1)
	require.True(t, m.moreShown)
	require.True(t, m.crew.shown[0].more.Load())
	require.True(t, m.waitsSince.IsZero(), "nobody sleeps")

	m.crew.sleepers.Store(3)
	m.EndBatch(policy.HungryBatchObjects + 1)
	require.False(t, m.waitsSince.IsZero())
	began := m.waitsSince
	m.EndBatch(policy.HungryBatchObjects + 1)
	require.Equal(t, began, m.waitsSince, "a span begins once")
	require.Zero(t, m.Waited)

	m.waitsSince = m.waitsSince.Add(-time.Second)
	m.EndBatch(1)
	require.False(t, m.crew.shown[0].more.Load())
	require.True(t, m.waitsSince.IsZero())
	require.GreaterOrEqual(t, m.Waited, 3*time.Second)

	for name, ends := range map[string]func(m *Member){
		"nobody sleeps any more":    func(m *Member) { m.EndBatch(policy.HungryBatchObjects + 1) },
		"it becomes idle":           func(m *Member) { m.EndBusy() },
		"it gets the exclusive bit": func(m *Member) { require.True(t, m.Exclude(lone(t, m), 1)) },
	} {
		m := idleMember(4)
		m.Lead(false)
		m.crew.sleepers.Store(3)
		m.EndBatch(policy.HungryBatchObjects + 1)
		m.waitsSince = m.waitsSince.Add(-time.Hour)
		m.crew.sleepers.Store(0)
		ends(m)
		require.True(t, m.waitsSince.IsZero(), name)
		require.GreaterOrEqual(t, m.Waited, time.Hour, name)
	}

	for sleepers, times := range map[int64]time.Duration{0: 1, 1: 1, 3: 3} {
		m.crew.sleepers.Store(sleepers)
		now := time.Now()
		m.Waited, m.waitsSince = time.Hour, now.Add(-2*time.Second)
		m.endWait(now)
		require.Equal(t, time.Hour+2*time.Second*times, m.Waited, "%d sleepers", sleepers)
		m.endWait(now)
		require.Equal(t, time.Hour+2*time.Second*times, m.Waited)
	}

	alone := idleMember(1)
	alone.EndBatch(policy.HungryBatchObjects + 1)
	require.False(t, alone.moreShown, "a crew of one has nobody to account for")
}

// The time between two looks is hoarded if another worker has more than a batch, and no
// worker's own private work counts.
func TestIdleTimeIsHoardedByOthers(t *testing.T) {
	m := idleMember(3)
	charge := func() time.Duration {
		before := m.Hoarded
		m.StartAt(time.Now().Add(-time.Hour))
		m.chargeIdle(now(), m.crew.hoarding(0))
		require.Less(t, time.Since(m.chargedUntil), time.Minute, "the next look begins here")
		return m.Hoarded - before
	}
	require.Zero(t, charge())
	m.crew.shown[0].more.Store(true)
	require.Zero(t, charge(), "its own")
	m.crew.shown[2].more.Store(true)
	require.GreaterOrEqual(t, charge(), time.Hour)
	require.GreaterOrEqual(t, charge(), time.Hour)
	m.crew.Gather(2, 1, false)
	require.Zero(t, charge(), "worker 2 takes no part")
}

// The time from joining to leaving is busy, and what was counted before stays.
func TestBusyTimeAddsUp(t *testing.T) {
	m := idleMember(2)
	m.show(true)
	m.Busy = time.Hour
	m.BeginBusy()
	m.chargedUntil = m.chargedUntil.Add(-2 * time.Second)
	require.Equal(t, m.EndBusy(), m.Left)
	require.GreaterOrEqual(t, m.Busy, time.Hour+2*time.Second)
	require.Less(t, m.Busy, time.Hour+time.Minute)
	require.Equal(t, m.Left, m.chargedUntil, "idle from here on")
	require.False(t, m.crew.shown[0].more.Load(), "and with nothing private")
}
