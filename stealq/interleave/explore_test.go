package interleave_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// Whatever ends an execution, its coroutines end with the exploration.
func TestNothingIsLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	require.NotNil(t, Explore(lostWakeup(false), Options{}).Failure)
	require.NoError(t, Explore(storeBuffer, Options{Executions: 2}).Err())
	require.NotNil(t, Explore(func(w *World) func() {
		var never Mutex
		never.Lock()
		w.Go("one", func() { defer never.Unlock(); never.Lock() })
		never.Lock()
		return nil
	}, Options{}).Failure)
	require.Equal(t, before, runtime.NumGoroutine())
}

func TestPanicsAreFailures(t *testing.T) {
	rep := Explore(func(w *World) func() {
		var x Uint64
		w.Go("one", func() { x.Store(1); panic("oh") })
		return nil
	}, Options{})
	require.ErrorContains(t, rep.Failure.Err, "one panicked: oh")
	rep = Explore(func(w *World) func() {
		return func() { panic("well") }
	}, Options{})
	require.ErrorContains(t, rep.Failure.Err, "the check panicked: well")
}

func TestEndlessThread(t *testing.T) {
	rep := Explore(func(w *World) func() {
		var x Uint64
		w.Go("one", func() {
			for x.Load() == 0 {
			}
		})
		return nil
	}, Options{Steps: 100})
	require.EqualError(t, rep.Failure.Err, "no end after 100 steps (a loop that waits must call Gosched)")
}

// A waiting loop is not gone through again before something has changed, and ends
// when it has.
func TestGosched(t *testing.T) {
	wait := func(writer bool) Program {
		return func(w *World) func() {
			var x, y Uint64
			w.Go("reader", func() {
				for x.Load() == 0 {
					Gosched()
				}
			})
			w.Go("writes", func() {
				y.Store(1)
				if writer {
					x.Store(1)
				}
			})
			return nil
		}
	}
	rep := Explore(wait(true), Options{Search: All})
	require.NoError(t, rep.Err())
	// The first read comes before, between or after the writes; Gosched after both.
	require.Equal(t, 3, rep.Executions)
	rep = Explore(wait(false), Options{})
	require.EqualError(t, rep.Failure.Err, "every thread waits for ever: reader waits in a loop")
}

// The set-up may wait for threads that it has begun.
func TestSetUpWaits(t *testing.T) {
	rep := Explore(func(w *World) func() {
		ready := MakeChan[int](1)
		var ended WaitGroup
		ended.Add(1)
		var x Uint64
		w.Go("one", func() {
			x.Store(5)
			ready.Send(7)
			x.Add(1)
			ended.Done()
		})
		if ready.Receive() != 7 || x.Load() != 6 {
			w.Failf("x is %d", x.Load())
		}
		w.Go("two", func() {
			ended.Wait()
			w.Go("three", func() { x.Add(1) })
		})
		return func() { w.Outcomef("%d", x.Load()) }
	}, Options{})
	require.NoError(t, rep.Err())
	require.Equal(t, map[string]int{"7": 1}, rep.Outcomes)
}

func TestRandomIsReproducible(t *testing.T) {
	a := Explore(lostUpdate, Options{Search: Random, Executions: 200, Seed: 3})
	b := Explore(lostUpdate, Options{Search: Random, Executions: 200, Seed: 3})
	require.Equal(t, a, b)
	require.Equal(t, 200, a.Executions)
	require.False(t, a.Complete)
	require.Positive(t, a.Outcomes["1"])
	require.Positive(t, a.Outcomes["2"])
}

func TestSchedulesAreChecked(t *testing.T) {
	for schedule, wrong := range map[string]string{
		"a3B":                              "want a letter",
		"hi":                               "'i' at 1: want a letter from a to h",
		"ab0":                              `"0" at 2: want a number`,
		"a99999999999999999999":            "more than 10000 steps",
		"a9000ba1000":                      "more than 10000 steps",
		strings.Repeat("a9", 2000):         `schedule "` + strings.Repeat("a9", 20) + `"...: it has more than 10000 steps`,
		"a" + strings.Repeat("0", 100_000): `"` + strings.Repeat("0", 40) + `"... at 1: want a number`,
	} {
		_, err := Replay(storeBuffer, schedule)
		require.ErrorContains(t, err, wrong)
	}
	threads, err := Steps("a9000ba999")
	require.NoError(t, err)
	require.Len(t, threads, MostSteps)
	played, err := Replay(storeBuffer, "abba")
	require.NoError(t, err)
	require.NoError(t, played.Err)
	require.Equal(t, "ab2a", played.Schedule)
}

// Programs that do not do the same each time are refused.
func TestDeterminismIsRequired(t *testing.T) {
	runs := 0
	require.PanicsWithError(t, "interleave: the program does not do the same in each execution: "+
		"no randomness, clock, map order or goroutines may decide what it does", func() {
		Explore(func(w *World) func() {
			var x Uint64
			runs++
			w.Go("one", func() { x.Store(1) })
			if runs == 1 {
				w.Go("two", func() { x.Store(1) })
			}
			return nil
		}, Options{Search: All})
	})
}

// The shortest failure of two: by four steps, and by three.
func TestShortest(t *testing.T) {
	program := func(w *World) func() {
		var x, y Uint64
		w.Go("one", func() {
			y.Store(1)
			if x.Load() == 0 {
				y.Store(2)
			}
			if y.Load() == 3 {
				w.Failf("late")
			}
		})
		w.Go("two", func() {
			if y.Load() == 1 {
				x.Store(1)
				w.Failf("early")
			}
			y.Store(3)
		})
		return nil
	}
	for _, search := range []Search{Reduced, All} {
		rep := Explore(program, Options{Search: search})
		require.Greater(t, len(strings.Split(rep.Failure.Table, "\n")), 6)
		rep = Explore(program, Options{Search: search, Shortest: true})
		require.EqualError(t, rep.Failure.Err, "early")
		require.Equal(t, "ab2", rep.Failure.Schedule)
		require.True(t, rep.Complete)
	}
}

// TestFailureThatDoesNotRepeat: if the program fails in one execution and not in the same
// schedule again, then this is what is wrong with it.
func TestFailureThatDoesNotRepeat(t *testing.T) {
	executions := 0
	rep := Explore(func(w *World) func() {
		executions++
		var x Uint64
		w.Go("one", func() { x.Store(1) })
		return func() {
			if executions == 1 {
				w.Failf("early")
			}
		}
	}, Options{})
	require.ErrorContains(t, rep.Err(), "early; the same schedule does not fail again: the program does not do the same in each execution")
}

// TestEndlessSetUp: a set-up that does not end fails, as a thread does.
func TestEndlessSetUp(t *testing.T) {
	rep := Explore(func(*World) func() {
		var x Uint64
		for x.Load() == 0 {
		}
		return nil
	}, Options{Steps: 100})
	require.ErrorIs(t, rep.Failure.Err, ErrNoEnd)
	require.ErrorContains(t, rep.Failure.Err, "no end of the set-up after 100 steps")
}
