package mark

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/plan"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// idleWorker returns worker 0 of a marker that has no goroutines, so that what it
// charges follows from the arguments and the number of sleepers alone.
func idleWorker(workers int) *worker {
	m := &Marker{options: Options{Workers: workers}, plan: plan.Plan{Plan: tune.Plan{Team: workers}, Others: workers - 1}, lobby: newLobby(workers)}
	for range workers {
		m.visible = append(m.visible, new(visible))
	}
	return &worker{m: m, visible: m.visible[0], stack: make([]uint32, 2*policy.HungryBatchObjects)}
}

// A lone worker that had more than a batch at the end of two looks in five has kept
// each of the others waiting for two fifths of its time.
func TestSolitudeIsChargedByLooks(t *testing.T) {
	w := idleWorker(6)
	now := time.Now()
	w.aloneSince = now.Add(-20 * time.Second)
	for _, private := range []int{0, policy.HungryBatchObjects, policy.HungryBatchObjects + 1, 1, 2 * policy.HungryBatchObjects} {
		w.top = private
		w.lookAlone()
	}
	require.Equal(t, 5, w.batchesAlone)
	require.Equal(t, 2, w.hoardsAlone, "more than a batch is more than %d", policy.HungryBatchObjects)
	w.waited = time.Minute
	w.endSolitude(now)
	require.Equal(t, time.Minute+5*8*time.Second, w.waited)
	w.endSolitude(now)
	require.Equal(t, time.Minute+40*time.Second, w.waited, "what is charged is charged once")
}

// While a worker with more than a batch keeps sleepers waiting, a span runs, and it
// is charged for each sleeper when they are gone or the worker has less.
func TestSpellsBeginAndEnd(t *testing.T) {
	w := idleWorker(4)
	w.accountForSleepers()
	require.False(t, w.moreShown)

	w.top = policy.HungryBatchObjects
	w.accountForSleepers()
	require.False(t, w.moreShown, "a batch is not more than a batch")
	w.top++
	w.accountForSleepers()
	require.True(t, w.moreShown)
	require.True(t, w.visible.more.Load())
	require.True(t, w.waitsSince.IsZero(), "nobody sleeps")

	w.m.lobby.sleepers.Store(3)
	w.accountForSleepers()
	require.False(t, w.waitsSince.IsZero())
	began := w.waitsSince
	w.accountForSleepers()
	require.Equal(t, began, w.waitsSince, "a span begins once")
	require.Zero(t, w.waited)

	w.waitsSince = w.waitsSince.Add(-time.Second)
	w.top = 1
	w.accountForSleepers()
	require.False(t, w.visible.more.Load())
	require.True(t, w.waitsSince.IsZero())
	require.GreaterOrEqual(t, w.waited, 3*time.Second)

	for sleepers, times := range map[int64]time.Duration{0: 1, 1: 1, 3: 3} {
		w.m.lobby.sleepers.Store(sleepers)
		now := time.Now()
		w.waited, w.waitsSince = time.Hour, now.Add(-2*time.Second)
		w.endWait(now)
		require.Equal(t, time.Hour+2*time.Second*times, w.waited, "%d sleepers", sleepers)
		w.endWait(now)
		require.Equal(t, time.Hour+2*time.Second*times, w.waited)
	}

	alone := idleWorker(1)
	alone.top = policy.HungryBatchObjects + 1
	alone.accountForSleepers()
	require.False(t, alone.moreShown, "a marker of one worker has nobody to account for")
}

// The time between two looks is hoarded if another worker has more than a batch, and
// nobody's own private work counts.
func TestIdleTimeIsHoardedByOthers(t *testing.T) {
	w := idleWorker(3)
	charge := func() time.Duration {
		before := w.stats.Hoarded
		w.chargedUntil = time.Now().Add(-time.Hour)
		w.chargeIdle()
		require.Less(t, time.Since(w.chargedUntil), time.Minute, "the next look begins here")
		return w.stats.Hoarded - before
	}
	require.Zero(t, charge())
	w.m.visible[0].more.Store(true)
	require.Zero(t, charge(), "its own")
	w.m.visible[2].more.Store(true)
	require.GreaterOrEqual(t, charge(), time.Hour)
	require.GreaterOrEqual(t, charge(), time.Hour)
}

// A worker that parks looks so often before it does, and spins first unless
// somebody else needs the processor; the other policies never park.
func TestLooksBeforeParking(t *testing.T) {
	looks := func(w *worker) (n int) {
		for n < 1000 && w.pause(n) {
			n++
		}
		return n
	}
	w := idleWorker(2)
	w.m.options.Tuning.Idle = tune.IdlePark
	require.Equal(t, policy.SpinLooks+policy.YieldLooks, looks(w))
	w.m.plan.Crowded = true
	require.Equal(t, policy.YieldLooks, looks(w))
	for _, idle := range []tune.IdlePolicy{tune.IdleSpin, tune.IdleYield} {
		w.m.options.Tuning.Idle = idle
		require.Equal(t, 1000, looks(w))
	}
	w.m.options.Tuning.Idle = tune.IdleBackoff
	for _, look := range []int{policy.BackoffDoublings, 1000} {
		began := time.Now()
		require.True(t, w.pause(look))
		require.GreaterOrEqual(t, time.Since(began), 256*policy.BackoffFirst)
	}
}

// The time from joining to leaving is busy, and what was counted before stays.
func TestBusyTimeAddsUp(t *testing.T) {
	w := idleWorker(2)
	w.visible.more.Store(true)
	w.stats.Busy = time.Hour
	w.becomeBusy()
	w.chargedUntil = w.chargedUntil.Add(-2 * time.Second)
	w.becomeIdle()
	require.GreaterOrEqual(t, w.stats.Busy, time.Hour+2*time.Second)
	require.Less(t, w.stats.Busy, time.Hour+time.Minute)
	require.Equal(t, w.left, w.chargedUntil, "idle from here on")
	require.False(t, w.visible.more.Load(), "and with nothing private")
}
