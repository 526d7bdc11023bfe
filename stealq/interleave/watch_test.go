package interleave

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// twoCounters is a program of two threads that add to a counter with a load and a store.
func twoCounters(w *World) func() {
	var n Uint64
	w.Name("n", &n, nil)
	w.Depict(func() any { return n.Load() })
	for _, name := range []string{"left", "right"} {
		w.Go(name, func() {
			w.Doing("count")
			v := n.Load()
			n.Store(v + 1)
			w.Notef("%d becomes %d", v, v+1)
		})
	}
	return func() {
		if n.Load() != 2 {
			w.Failf("the counter is %d", n.Load())
		}
	}
}

// A prefix of a schedule makes the first steps of the schedule, and leaves each thread before
// its next one.
func TestWatchStops(t *testing.T) {
	whole, err := Watch(twoCounters, "abab")
	require.NoError(t, err)
	require.True(t, whole.Ended)
	require.EqualError(t, whole.Err, "the counter is 1")
	require.Equal(t, []any{uint64(1)}, whole.Pictures)
	require.Equal(t, "abab", whole.Schedule)
	for i, prefix := range []string{"", "a", "ab", "aba"} {
		part, err := Watch(twoCounters, prefix)
		require.NoError(t, err)
		require.False(t, part.Ended)
		require.NoError(t, part.Err)
		require.Equal(t, prefix, part.Schedule)
		require.Len(t, part.Made, i)
		for j, made := range part.Made {
			require.Equal(t, whole.Made[j], made)
		}
	}
}

// The step that Watch announces is the step that the thread makes.
func TestWatchSaysWhatComes(t *testing.T) {
	before, err := Watch(twoCounters, "a")
	require.NoError(t, err)
	left, right := before.Threads[0], before.Threads[1]
	require.Equal(t, "count", left.Doing)
	require.True(t, left.Can && right.Can)
	require.True(t, left.Writes)
	require.False(t, right.Writes)
	after, err := Watch(twoCounters, "a2")
	require.NoError(t, err)
	made := after.Made[1]
	require.Equal(t, left.At, made.At)
	require.Equal(t, left.Object, made.Object)
	require.Equal(t, "n writes: 1", made.Text)
	require.Equal(t, "writes n: 1", made.Says)
	require.Equal(t, []string{"0 becomes 1"}, made.Notes)
	require.Equal(t, made.Notes, after.Threads[0].Notes)
	require.True(t, after.Threads[0].Done)
	require.Contains(t, left.At[0].Function, "twoCounters")
	require.Greater(t, left.At[0].Line, right.At[0].Line)
}

// TestSays: what a thread does is a sentence after the thread's letter.
func TestSays(t *testing.T) {
	all := func(w *World) func() {
		var n Uint64
		var m Mutex
		c := MakeChan[int](1)
		w.Name("n", &n, func(_ string, v uint64) string { return fmt.Sprintf("<%d>", v) })
		w.Name("gate", &m, nil)
		w.Name("mail", c, nil)
		w.Go("worker", func() {
			m.Lock()
			m.TryLock()
			n.CompareAndSwap(0, 2)
			n.CompareAndSwap(0, 3)
			n.Add(1)
			c.Send(7)
			c.Receive()
			m.Unlock()
		})
		return nil
	}
	seen, err := Watch(all, "a8")
	require.NoError(t, err)
	var says []string
	for _, made := range seen.Made {
		says = append(says, made.Says)
	}
	require.Equal(t, []string{
		"takes the lock gate", "finds the lock gate taken", "changes n from <0> to <2>", "fails to swap n, which is <2>",
		"adds to n, which makes <3>", "sends to mail", "receives from mail", "releases the lock gate",
	}, says)
}

// A step that cannot be made ends the execution before it, with the reason.
func TestWatchRefuses(t *testing.T) {
	wait := func(w *World) func() {
		var m Mutex
		w.Name("gate", &m, nil)
		for range 2 {
			w.Go("worker", func() {
				m.Lock()
				defer m.Unlock()
			})
		}
		return nil
	}
	for schedule, says := range map[string]string{
		"ab":  "interleave: step 2 of the schedule: thread b waits for the lock gate",
		"a3":  "interleave: step 3 of the schedule: thread a has ended",
		"abc": "interleave: step 2 of the schedule: thread b waits for the lock gate",
		"c":   "interleave: step 1 of the schedule: there is no thread c",
	} {
		seen, err := Watch(wait, schedule)
		require.EqualError(t, err, says)
		require.False(t, seen.Ended)
	}
	late, err := Watch(wait, "a2b2ab2")
	require.EqualError(t, err, "interleave: step 5 of the schedule: the execution has ended")
	require.Equal(t, 3, err.(*Refused).Left)
	require.True(t, late.Ended)
	require.Equal(t, "a2b2", late.Schedule)
	seen, err := Watch(wait, "a")
	require.NoError(t, err)
	require.Equal(t, "waits for the lock gate", seen.Threads[1].Waits)
	require.False(t, seen.Threads[1].Can)
	_, err = Watch(wait, "a!")
	require.Error(t, err)
}

// A failure of a program that has a name in links says how to play it. Other failures do not.
func TestLinked(t *testing.T) {
	for link, line := range map[string]string{"": "", "counters~2": "\nplay: gcbench play 'counters~2@ab2a'"} {
		rep := Explore(func(w *World) func() {
			if link != "" {
				w.Link(link)
			}
			return twoCounters(w)
		}, Options{})
		require.Equal(t, link, rep.Failure.Link)
		require.True(t, strings.HasSuffix(rep.Failure.Error(), "\nschedule ab2a"+line), rep.Failure)
	}
	require.Equal(t, "gcbench play 'theft@a3b4a'", Play("theft", "a3b4a"))
	require.Equal(t, "gcbench play --lab dir '1.2@a3b4a'", Play("1.2", "a3b4a", "--lab", "dir"))
	require.Equal(t, "gcbench play '1.2'", Play("1.2", ""))
	require.Empty(t, Play("", "a3b4a"))
}
