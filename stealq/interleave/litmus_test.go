package interleave_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// Programs whose numbers of schedules are known from counting.

// storeBuffer: each of two threads writes its own variable and reads the other's.
// Two threads of 2 steps have 4!/(2!2!) = 6 schedules.
func storeBuffer(w *World) func() {
	var x, y Uint64
	var r1, r2 uint64
	w.Go("one", func() { x.Store(1); r1 = y.Load() })
	w.Go("two", func() { y.Store(1); r2 = x.Load() })
	return func() { w.Outcomef("%d%d", r1, r2) }
}

// lostUpdate: two threads increment by a load and a store, without atomicity.
func lostUpdate(w *World) func() {
	var x Uint64
	for _, name := range []string{"one", "two"} {
		w.Go(name, func() { x.Store(x.Load() + 1) })
	}
	return func() { w.Outcomef("%d", x.Load()) }
}

// independent threads of n steps each.
func independent(threads, n int) Program {
	return func(w *World) func() {
		x := make([]Uint64, threads)
		for i := range x {
			w.Go("", func() {
				for range n {
					x[i].Add(1)
				}
			})
		}
		return nil
	}
}

func TestStoreBuffer(t *testing.T) {
	all := Explore(storeBuffer, Options{Search: All})
	require.NoError(t, all.Err())
	require.Equal(t, 6, all.Executions)
	require.True(t, all.Complete)
	require.Equal(t, map[string]int{"01": 1, "10": 1, "11": 4}, all.Outcomes, "00 would be a weaker memory")

	reduced := Explore(storeBuffer, Options{})
	require.Equal(t, 3, reduced.Executions, "the classes: who reads before the other writes, or neither")
	require.Equal(t, map[string]int{"01": 1, "10": 1, "11": 1}, reduced.Outcomes)
	require.Zero(t, reduced.Redundant)
}

func TestLostUpdate(t *testing.T) {
	all := Explore(lostUpdate, Options{Search: All})
	require.Equal(t, 6, all.Executions)
	require.Equal(t, map[string]int{"1": 4, "2": 2}, all.Outcomes)
	// Bound 0: one thread, then the other.
	none := Explore(lostUpdate, Options{Search: Bounded})
	require.Equal(t, map[string]int{"2": 2}, none.Outcomes)
	one := Explore(lostUpdate, Options{Search: Bounded, Preemptions: 1})
	require.Equal(t, map[string]int{"1": 2, "2": 2}, one.Outcomes)
}

func TestIndependentThreads(t *testing.T) {
	require.Equal(t, 20, Explore(independent(2, 3), Options{Search: All}).Executions, "6!/(3!3!)")
	require.Equal(t, 1680, Explore(independent(3, 3), Options{Search: All}).Executions, "9!/(3!3!3!)")
	require.Equal(t, 1, Explore(independent(3, 3), Options{}).Executions)
}

// dekker is mutual exclusion by two flags, with no way out when both are up. With
// flagFirst each thread raises its flag before it looks at the other's.
func dekker(flagFirst bool) Program {
	return func(w *World) func() {
		var flags [2]Uint64
		var inside Int64
		enter := func(me int) {
			if flagFirst {
				flags[me].Store(1)
				if flags[1-me].Load() == 0 {
					if inside.Add(1) == 2 {
						w.Failf("both inside")
					}
					inside.Add(-1)
				}
				return
			}
			if flags[1-me].Load() == 0 {
				flags[me].Store(1)
				if inside.Add(1) == 2 {
					w.Failf("both inside")
				}
				inside.Add(-1)
			}
		}
		w.Go("one", func() { enter(0) })
		w.Go("two", func() { enter(1) })
		return nil
	}
}

func TestDekker(t *testing.T) {
	for _, search := range []Search{Reduced, All} {
		rep := Explore(dekker(true), Options{Search: search})
		require.NoError(t, rep.Err())
		require.True(t, rep.Complete)
		rep = Explore(dekker(false), Options{Search: search})
		require.ErrorContains(t, rep.Failure.Err, "both inside")
	}
	// Of the schedules of the right form, 2 let one thread end before the other
	// begins (6 steps, 4 inside each); Explore counts the rest.
	require.Equal(t, 3, Explore(dekker(true), Options{}).Executions)
}

// lostWakeup: a sleeper that looks before it announces itself sleeps for ever, if
// all that a producer does comes between the two.
func lostWakeup(announceFirst bool) Program {
	return func(w *World) func() {
		var work, asleep Bool
		token := MakeChan[struct{}](1)
		w.Go("sleeper", func() {
			if announceFirst {
				asleep.Store(true)
			}
			if work.Load() {
				return
			}
			if !announceFirst {
				asleep.Store(true)
			}
			token.Receive()
		})
		w.Go("producer", func() {
			work.Store(true)
			if asleep.Load() {
				token.Send(struct{}{})
			}
		})
		return nil
	}
}

func TestLostWakeup(t *testing.T) {
	for _, search := range []Search{Reduced, All, Random} {
		require.NoError(t, Explore(lostWakeup(true), Options{Search: search}).Err())
		rep := Explore(lostWakeup(false), Options{Search: search})
		require.EqualError(t, rep.Failure.Err, "every thread waits for ever: sleeper waits for a message")
	}
	require.NoError(t, Explore(lostWakeup(false), Options{Search: Bounded}).Err(), "one preemption is needed")
	rep := Explore(lostWakeup(false), Options{Search: Bounded, Preemptions: 1})
	require.NotNil(t, rep.Failure)
	t.Log(rep.Failure)

	again, err := Replay(lostWakeup(false), rep.Failure.Schedule)
	require.NoError(t, err)
	require.Equal(t, rep.Failure, again)
	right, err := Replay(lostWakeup(true), rep.Failure.Schedule)
	require.NoError(t, err)
	require.NoError(t, right.Err)
}
