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

// TestTwoWhoWakeEachOther: what searches in which nobody need be fair do not find the
// end of, fair ones do.
func TestTwoWhoWakeEachOther(t *testing.T) {
	rep := Explore(impatient, Options{Steps: 500})
	require.ErrorContains(t, rep.Failure, "no end after 500 steps")
	for preemptions := range 4 {
		rep = Explore(impatient, Options{Search: Bounded, Preemptions: preemptions, Steps: 500})
		require.Nil(t, rep.Failure)
		require.True(t, rep.Complete)
		require.Contains(t, rep.Outcomes, "2 of 2 looks", "the busy one begins")
		require.Contains(t, rep.Outcomes, "5 of 5 looks", "both look, then one once more, and then it is the busy one's turn")
		t.Logf("preemptions up to %d: %d executions, %d steps at most, %v", preemptions, rep.Executions, rep.Longest, rep.Outcomes)
	}
	rep = Explore(impatient, Options{Search: Random, Executions: 2000, Steps: 500})
	require.Nil(t, rep.Failure)
	require.Greater(t, len(rep.Outcomes), 3)
}

// TestNobodyWhoCouldNotGoOnIsWaitedFor: a thread that a lock keeps back is no reason to
// wait, as long as it does.
func TestNobodyWhoCouldNotGoOnIsWaitedFor(t *testing.T) {
	rep := Explore(func(w *World) func() {
		var done, looks Uint64
		var lock Mutex
		lock.Lock()
		w.Go("kept", func() { lock.Lock(); done.Add(1) })
		for range 2 {
			w.Go("impatient", func() {
				for range 6 { // then it lets the other one in
					looks.Add(1)
					Gosched()
				}
				if looks.Add(1) >= 14 {
					lock.Unlock()
				}
			})
		}
		return func() { w.Outcomef("%d", done.Load()) }
	}, Options{Search: Bounded, Preemptions: 1})
	require.Nil(t, rep.Failure)
	require.True(t, rep.Complete)
	require.Len(t, rep.Outcomes, 1, "it gets its lock at the end")
}
