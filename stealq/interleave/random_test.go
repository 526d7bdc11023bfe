package interleave_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// TestRandomKeepsItsPromise: a bug that takes d changes of priority among k steps of n
// threads comes out in at least one of n*k^d executions. An update that is lost takes
// one change; a lock that tests, then sets, and whose holder must be stopped as well,
// takes two.
func TestRandomKeepsItsPromise(t *testing.T) {
	lost := func(w *World) func() {
		var x Uint64
		for range 2 {
			w.Go("", func() { x.Store(x.Load() + 1) })
		}
		return func() { w.Outcomef("%v", x.Load() != 2) }
	}
	twoInside := func(w *World) func() {
		var lock, inside Uint64
		both := false
		for range 2 {
			w.Go("", func() {
				for lock.Load() != 0 {
					Gosched()
				}
				lock.Store(1)
				both = inside.Add(1) == 2 || both
				inside.Add(^uint64(0))
				lock.Store(0)
			})
		}
		return func() { w.Outcomef("%v", both) }
	}
	for _, c := range []struct {
		program             Program
		threads, changes, k int
	}{{lost, 2, 1, 4}, {twoInside, 2, 2, 12}} {
		const executions = 5_000
		rep := Explore(c.program, Options{Search: Random, Executions: executions, Changes: c.changes})
		require.NoError(t, rep.Err())
		require.LessOrEqual(t, rep.Longest, c.k)
		least := executions / c.threads
		for range c.changes {
			least /= c.k
		}
		require.GreaterOrEqual(t, rep.Outcomes["true"], least)
	}
}

// TestWrongOptions: nothing else is explored in place of what was asked for.
func TestWrongOptions(t *testing.T) {
	for _, o := range []Options{{Search: 9}, {Search: -1}, {Search: Bounded, Preemptions: -1}, {Search: Random, Changes: -1},
		{Executions: -1}, {Steps: -1}, {Steps: MostSteps + 1}} {
		require.Panics(t, func() { Explore(impatient, o) })
	}
	require.Equal(t, "unknown(9)", Search(9).String())
	require.Equal(t, "bounded", Bounded.String())
}
