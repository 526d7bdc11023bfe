package interleave_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// TestWidthOfTables: the columns of two threads fit a terminal, and those of three where
// their texts are short. Only of a loop without an end some steps are folded.
func TestWidthOfTables(t *testing.T) {
	table := func(name string, threads int, value uint64, steps int, endless bool) []string {
		rep := Explore(func(w *World) func() {
			var x Uint64
			w.Name(name, &x, nil)
			for i := range threads {
				w.Go(fmt.Sprintf("owner of %c", 'A'+i), func() {
					for n := 0; n < steps || endless; n++ {
						x.Store(value)
					}
				})
			}
			return func() { w.Failf("wrong") }
		}, Options{Steps: 500})
		return strings.Split(strings.TrimSuffix(rep.Failure.Table, "\n"), "\n")
	}
	for threads := 1; threads <= 3; threads++ {
		lines := table("A.bottom", threads, 7, 3, false)
		require.Len(t, lines, 1+3*threads+1)
		for _, line := range lines {
			require.LessOrEqual(t, len(line), 80)
		}
	}
	for _, line := range table("A.packed", 2, 1<<60, 3, false) {
		require.LessOrEqual(t, len(line), 80)
	}
	require.Len(t, table("A.top", 1, 1, 200, false), 1+200+1)
	lines := table("A.top", 1, 1, 0, true)
	require.Len(t, lines, 1+2+1)
	require.Equal(t, "      ... 499 more like this", lines[2])
}

// TestLocksHaveNames: who waits for ever says for which lock.
func TestLocksHaveNames(t *testing.T) {
	rep := Explore(func(w *World) func() {
		var locks struct{ left, right Mutex }
		held := 0 // guarded by both locks
		w.Name("locks", &locks, nil)
		both := func(first, second *Mutex) func() {
			return func() {
				first.Lock()
				second.Lock()
				held++
				second.Unlock()
				first.Unlock()
			}
		}
		w.Go("one", both(&locks.left, &locks.right))
		w.Go("two", both(&locks.right, &locks.left))
		return nil
	}, Options{})
	require.EqualError(t, rep.Failure.Err, "every thread waits for ever: one waits for the lock locks.right, two waits for the lock locks.left")
}

// TestLastLine: the last line of a table says what is wrong, and who did it.
func TestLastLine(t *testing.T) {
	for _, c := range []struct {
		last    string
		program Program
	}{
		{"one: it is odd", func(w *World) func() {
			var x Uint64
			w.Go("one", func() { x.Store(1); w.Failf("it is odd") })
			return nil
		}},
		{"it is odd", func(w *World) func() {
			var x Uint64
			w.Go("one", func() { x.Store(1) })
			return func() { w.Failf("it is odd\nand more") }
		}},
	} {
		rep := Explore(c.program, Options{})
		require.True(t, strings.HasSuffix(rep.Failure.Table, "writes: 1\n      "+c.last+"\n"), rep.Failure.Table)
	}
}

// TestThreadsOfOneName: who waits for ever has a letter where names do not tell threads apart.
func TestThreadsOfOneName(t *testing.T) {
	rep := Explore(func(w *World) func() {
		inbox := MakeChan[int](1)
		w.Go("worker", func() { inbox.Receive() })
		w.Go("worker", func() { inbox.Receive() })
		return nil
	}, Options{})
	require.EqualError(t, rep.Failure.Err, "every thread waits for ever: worker a waits for a message, worker b waits for a message")
}

// TestTable: a swap shows the new value and then the old one, and a failed one what was there.
// Names of threads are never cut, however many columns there are.
func TestTable(t *testing.T) {
	var x Uint64
	f, err := Replay(func(w *World) func() {
		x.Store(5)
		w.Name("x", &x, nil)
		for i, name := range []string{"first of them", "second of them", "third of them", "fourth of them", "fifth of them"} {
			w.Go(name, func() { x.CompareAndSwap(uint64(9-i), 4) })
		}
		return func() { w.Failf("it ends") }
	}, "edcba")
	require.NoError(t, err)
	lines := strings.Split(f.Table, "\n")
	require.Equal(t, "step  a first of them   b second of them  c third of them   d fourth of them  e fifth of them", lines[0])
	require.Equal(t, "   1  "+strings.Repeat(" ", 4*18)+"x swaps in: 4, was 5", lines[1])
	require.Equal(t, "   2  "+strings.Repeat(" ", 3*18)+"x fails to swap: 4", lines[2])
	require.Equal(t, "   5  x fails to swap: 4", lines[5])
}
