package engine

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
	"testing/synctest"
	"weak"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// Close returns when the last of the workers has ended.
func TestCloseWaitsForTheWorkers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, err := New(Options{Workers: 3})
		require.NoError(t, err)
		m.planShared(m.readsNothing())
		wait := make(chan struct{}) // one more, who takes its time
		m.crew.Start(2, func() { <-wait; m.crew.Ended() })
		closed := false
		go func() {
			m.Close()
			closed = true
		}()
		synctest.Wait()
		require.False(t, closed, "Close did not wait")
		close(wait)
		synctest.Wait()
		require.True(t, closed)
	})
}

// A Marker does not keep the heap, the graph and the context of its last mark from
// being collected, also if the mark failed or the user's code ended the goroutine.
func TestNothingIsKeptAlive(t *testing.T) {
	m, _ := policyMarker(t, Options{Workers: 2})
	type key struct{}
	for _, c := range []struct {
		name string
		mark func() (isGone func() bool)
	}{
		{"heap", func() func() bool {
			var b heap.Builder
			b.Root(b.Add(0))
			h, err := b.Build()
			require.NoError(t, err)
			_, err = m.MarkHeap(t.Context(), h)
			require.NoError(t, err)
			w := weak.Make(h)
			return func() bool { return w.Value() == nil }
		}},
		{"heap as a graph that is extended", func() func() bool {
			var b heap.Builder
			b.Root(b.Add(0))
			h, err := b.Build()
			require.NoError(t, err)
			_, err = m.MarkGraph(t.Context(), h.Graph(), nil)
			require.NoError(t, err)
			_, err = m.ExtendGraph(t.Context(), h.Graph(), h.Graph().Roots())
			require.NoError(t, err)
			w := weak.Make(h)
			return func() bool { return w.Value() == nil }
		}},
		{"arrays", func() func() bool {
			g, err := NewAdjacency([]uint64{0, 0}, nil)
			require.NoError(t, err)
			_, err = m.MarkGraph(t.Context(), g, []uint32{0})
			require.NoError(t, err)
			w := weak.Make(g)
			return func() bool { return w.Value() == nil }
		}},
		{"roots", func() func() bool {
			roots := make([]uint32, 100_000)
			g, err := NewAdjacency([]uint64{0, 0}, nil)
			require.NoError(t, err)
			_, err = m.MarkGraph(t.Context(), g, roots)
			require.NoError(t, err)
			w := weak.Make(&roots[0])
			return func() bool { return w.Value() == nil }
		}},
		{"graph", func() func() bool { return markCollectable(t, m, func() {}) }},
		{"graph that panics", func() func() bool { return markCollectable(t, m, func() { panic(errors.New("no")) }) }},
		{"graph that ends its goroutine", func() func() bool { return markCollectable(t, m, runtime.Goexit) }},
		{"what a graph panicked with", func() func() bool {
			value := new([100]byte)
			_, err := m.MarkGraph(t.Context(), Func{Nodes: 1, Successors: func([]uint32, uint32) []uint32 { panic(value) }}, []uint32{0})
			require.Error(t, err)
			w := weak.Make(value)
			return func() bool { return w.Value() == nil }
		}},
		{"context", func() func() bool {
			value := new([100]byte)
			_, err := m.MarkGraph(context.WithValue(t.Context(), key{}, value), Func{}, nil)
			require.NoError(t, err)
			w := weak.Make(value)
			return func() bool { return w.Value() == nil }
		}},
	} {
		isGone := c.mark()
		for range 100 { // a goroutine that ends may still have it on its stack
			if runtime.GC(); isGone() {
				break
			}
		}
		require.True(t, isGone(), c.name)
	}
	runtime.KeepAlive(m)
}

// markCollectable marks a graph that does something when it is asked, and returns a
// function that tells whether the graph has been collected. Another goroutine marks,
// for it may end.
func markCollectable(t *testing.T, m *Marker, asked func()) (isGone func() bool) {
	t.Helper()
	done := make(chan weak.Pointer[[100]uint32])
	go func() {
		successors := new([100]uint32)
		defer func() { done <- weak.Make(successors) }()
		_, _ = m.MarkGraph(t.Context(), Func{Nodes: 1, Successors: func(buf []uint32, _ uint32) []uint32 {
			asked()
			return append(buf, successors[0])
		}}, []uint32{0})
	}()
	w := <-done
	return func() bool { return w.Value() == nil }
}

// A graph is asked, fails, and is not blamed for what happens when it is not asked.
func TestOnlyWhoIsAskedIsBlamed(t *testing.T) {
	_, w := policyMarker(t, Options{Workers: 1})
	w.reads(&graphScanner{})
	_, blamed := w.failure("ours")
	require.False(t, blamed)
	for _, calling := range []Call{CallsSuccessors, CallsUntil, CallsProgress} {
		w.calling = calling
		_, blamed = w.failure("theirs")
		require.True(t, blamed)
		_, blamed = w.failure("ours again")
		require.False(t, blamed)
	}
}

// A mark that fails wakes worker 0, which may sleep meanwhile: it has to return from
// the mark.
func TestFailureWakesTheCaller(t *testing.T) {
	m := idleMarker(t)
	woken := parkedCaller(m)
	first := errors.New("no")
	m.Fail(first)
	m.Fail(errors.New("nor this"))
	require.Equal(t, first, m.failure.err, "the first failure counts")
	require.True(t, m.crew.Done())
	require.True(t, <-woken)
}

// parkedCaller parks worker 0. The channel says that it was woken.
func parkedCaller(m *Marker) <-chan bool {
	woken := make(chan bool, 1)
	go func() { woken <- m.crew.Park(0, nil) }()
	for !m.crew.Asleep(0) {
		runtime.Gosched()
	}
	return woken
}

// If the user's code ends another worker's goroutine, a new one takes its place, also in
// later marks.
func TestAWorkerThatEndsIsReplaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, err := New(Options{Workers: 2, Grain: 1})
		require.NoError(t, err)
		m.planShared(m.readsNothing())
		defer m.Close()
		for range 3 {
			elsewhere := make(chan struct{})
			var once sync.Once
			g := Func{Nodes: 2, Successors: func(buf []uint32, _ uint32) []uint32 {
				if bytes.Contains(debug.Stack(), []byte(".lead(")) { // worker 0
					<-elsewhere // the other one takes the other root
					return buf
				}
				once.Do(func() { close(elsewhere) })
				runtime.Goexit()
				return buf
			}}
			_, err = m.MarkGraph(t.Context(), g, []uint32{0, 1})
			require.ErrorContains(t, err, "runtime.Goexit")
		}
	})
}

// brokenScanner panics, and blames no other code.
type brokenScanner struct{ emptyScanner }

func (brokenScanner) scanChunk(*worker, chunk) { panic("ours") }

// A defect of this program stays a panic, and ends the mark for the others first, who
// would wait for ever.
func TestOurPanicsEndTheMark(t *testing.T) {
	m := idleMarker(t)
	w := m.workers[0]
	w.reads(brokenScanner{})
	m.planShared(w.scanner)
	m.crew.Reset()
	m.ranges.OpenRoots(1)
	require.PanicsWithValue(t, "ours", w.guarded)
	require.True(t, m.crew.Done())
	m.ranges.Reset()
}

// If the user's code ends the caller's goroutine, the Marker stays in use until the
// other workers have come out of that code.
func TestGoexitWaitsForTheOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, err := New(Options{Workers: 2, Grain: 1})
		require.NoError(t, err)
		m.planShared(m.readsNothing())
		defer m.Close()
		elsewhere, finish := make(chan struct{}), make(chan struct{})
		var once sync.Once
		g := Func{Nodes: 64, Successors: func(buf []uint32, _ uint32) []uint32 {
			if bytes.Contains(debug.Stack(), []byte(".lead(")) { // worker 0
				<-elsewhere // the other one takes the rest of the roots
				runtime.Goexit()
			}
			once.Do(func() { close(elsewhere) })
			<-finish
			return buf
		}}
		roots := make([]uint32, g.Nodes)
		for i := range roots {
			roots[i] = uint32(i)
		}
		ended := false
		go func() {
			defer func() { ended = true }()
			_, _ = m.MarkGraph(t.Context(), g, roots)
		}()
		synctest.Wait()
		require.False(t, ended, "the mark ended while a worker was in the user's code")
		_, err = m.MarkGraph(t.Context(), g, nil)
		require.ErrorIs(t, err, ErrInUse)
		close(finish)
		synctest.Wait()
		require.True(t, ended)
		_, err = m.MarkGraph(t.Context(), g, nil)
		require.NoError(t, err)
	})
}
