package interleave_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// impatient is a program in which two threads wait for a third and count their looks,
// which wakes each other: without fairness they take turns for ever.
func impatient(w *World) func() {
	var done, looks Uint64
	last := uint64(0)
	for range 2 {
		w.Go("impatient", func() {
			for done.Load() == 0 {
				looks.Add(1)
				Gosched()
			}
		})
	}
	w.Go("busy", func() {
		looks.Add(1)
		done.Store(1)
		last = looks.Load()
	})
	return func() { w.Outcomef("%d of %d looks", last, looks.Load()) }
}

// inTurn is the same, with a lock around each look that the busy one needs as well: it
// cannot go on all the time, for they keep it from that.
func inTurn(w *World) func() {
	var done, looks Uint64
	var lock Mutex
	for range 2 {
		w.Go("impatient", func() {
			for {
				lock.Lock()
				over := done.Load() != 0
				looks.Add(1)
				lock.Unlock()
				if over {
					return
				}
				Gosched()
			}
		})
	}
	w.Go("busy", func() { lock.Lock(); done.Store(1); looks.Add(1); lock.Unlock() })
	return func() { w.Outcomef("%d looks", looks.Load()) }
}

// TestTwoWhoWakeEachOther: fair searches end where searches in which no thread need
// be fair do not, and with that many executions. More would mean that a thread is not
// kept back that should be; fewer, that a thread is kept back that should not be.
func TestTwoWhoWakeEachOther(t *testing.T) {
	for _, c := range []struct {
		program    Program
		executions []int // by preemptions
	}{
		{impatient, []int{22, 274, 1712, 6746}},
		{inTurn, []int{22, 358, 1694}},
	} {
		rep := Explore(c.program, Options{Steps: 500})
		require.ErrorContains(t, rep.Failure, "no end after 500 steps")
		for preemptions, executions := range c.executions {
			rep = Explore(c.program, Options{Search: Bounded, Preemptions: preemptions, Steps: 500})
			require.NoError(t, rep.Err())
			require.True(t, rep.Complete)
			require.Zero(t, rep.Redundant)
			require.Equal(t, executions, rep.Executions, "preemptions up to %d", preemptions)
			require.Greater(t, len(rep.Outcomes), 1)
		}
		rep = Explore(c.program, Options{Search: Random, Executions: 2000, Steps: 500})
		require.NoError(t, rep.Err())
		require.Greater(t, len(rep.Outcomes), 3)
	}
}

// TestNobodyWhoCannotGoOnIsWaitedFor: a thread that could go on, and so goes first, and
// then cannot any more, since a second one has taken the lock that it needs, is no
// reason for a third to wait: the second one waits for that.
func TestNobodyWhoCannotGoOnIsWaitedFor(t *testing.T) {
	const enough = 8
	rep := Explore(func(w *World) func() {
		var looks Uint64
		var lock Mutex
		w.Go("first", func() {
			lock.Lock()
			defer lock.Unlock()
		})
		w.Go("second", func() {
			looks.Add(1)
			Gosched()
			lock.Lock()
			for looks.Add(1) < enough {
				Gosched()
			}
			lock.Unlock()
		})
		w.Go("third", func() {
			for looks.Add(1) < enough {
				Gosched()
			}
		})
		return func() { w.Outcomef("%d looks", looks.Load()) }
	}, Options{Search: Bounded, Preemptions: 1})
	require.NoError(t, rep.Err())
	require.True(t, rep.Complete)
	require.Zero(t, rep.Redundant)
	require.Equal(t, map[string]int{"9 looks": 36}, rep.Outcomes)
}
