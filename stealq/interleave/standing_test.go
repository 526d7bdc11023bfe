package interleave

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// begins is a thread that spins once, begins another one, and fails after another step.
func begins(w *World) func() {
	var n Uint64
	var gate Mutex
	w.Name("n", &n, nil)
	w.Name("gate", &gate, nil)
	w.Notef("nobody's, for no thread has begun")
	w.Go("first", func() {
		n.Store(1)
		w.Notef("has stored")
		Gosched()
		w.Go("third", func() { gate.Lock() })
		n.Load()
		w.Failf("wrong")
	})
	w.Go("other", func() { n.Store(2) })
	return nil
}

// A note stands beside the step before it, the first one too, and with its thread. Notes of the set-up belong to no
// thread.
func TestNotesOfAThread(t *testing.T) {
	seen, err := Watch(begins, "a")
	require.NoError(t, err)
	require.Equal(t, []string{"has stored"}, seen.Made[0].Notes)
	require.Equal(t, []string{"has stored"}, seen.Threads[0].Notes)
	require.Empty(t, seen.Threads[1].Notes)
}

// A step of Gosched touches nothing and writes nothing.
func TestWatchSpins(t *testing.T) {
	seen, err := Watch(begins, "a")
	require.NoError(t, err)
	first := seen.Threads[0]
	require.Equal(t, []any{false, "waits in a loop", "", false}, []any{first.Can, first.Waits, first.Object, first.Writes})
	seen, err = Watch(begins, "ab")
	require.NoError(t, err)
	first = seen.Threads[0]
	require.Equal(t, []any{true, "", "", false}, []any{first.Can, first.Waits, first.Object, first.Writes})
	seen, err = Watch(begins, "aba")
	require.NoError(t, err)
	require.Empty(t, seen.Made[2].Object)
	require.Equal(t, "looks again", seen.Made[2].Says)
}

// A thread that another thread begins has begun with a step. A thread at a free lock waits for nothing. Once the program has
// failed, no thread can go on.
func TestWatchBegins(t *testing.T) {
	seen, err := Watch(begins, "aba2")
	require.NoError(t, err)
	require.False(t, seen.Ended)
	require.Equal(t, []int{0, 0, 4}, []int{seen.Threads[0].Begun, seen.Threads[1].Begun, seen.Threads[2].Begun})
	third := seen.Threads[2]
	require.True(t, third.Can && third.Writes)
	require.Equal(t, "gate", third.Object)
	require.Empty(t, third.Waits)
	seen, err = Watch(begins, "aba3")
	require.NoError(t, err)
	require.True(t, seen.Ended)
	require.EqualError(t, seen.Err, "wrong")
	for _, thread := range seen.Threads {
		require.False(t, thread.Can, thread.Name)
	}
}
