package mark_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// ring is a graph in which node i leads to i+1 and i*i, so it is reached whole.
func ring(nodes int) mark.Func {
	return mark.Func{Nodes: nodes, Successors: func(buf []uint32, node uint32) []uint32 {
		return append(buf, (node+1)%uint32(nodes), uint32(uint64(node)*uint64(node)%uint64(nodes)))
	}}
}

func TestGraphReachesWhatAPlainSearchReaches(t *testing.T) {
	markers := map[string]*mark.Marker{}
	for _, o := range configurations() {
		markers[describe(o)] = newMarker(t, o)
	}
	for n := 1; n < 2000; n = n*2 + 1 {
		g := mark.Func{Nodes: n, Successors: func(buf []uint32, node uint32) []uint32 {
			for i := range (node + 3) % 7 { // 0 leads to three
				buf = append(buf, (node*2654435761+i*40503)>>3%uint32(n))
			}
			return buf
		}}
		want := search(g, 0)
		for options, m := range markers {
			got, err := m.MarkGraph(context.Background(), g, []uint32{0, 0})
			require.NoError(t, err, options)
			require.Equal(t, want, slices.Collect(got.All()), options)
			require.Equal(t, uint64(len(want)), got.Count())
			require.True(t, got.Has(0))
			require.False(t, got.Has(uint32(n)))
		}
	}
}

// search is a depth-first search in a few lines.
func search(g mark.Digraph, root uint32) []uint32 {
	seen := make([]bool, g.NumNodes())
	seen[root] = true
	for stack := []uint32{root}; len(stack) > 0; {
		node := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, to := range g.AppendSuccessors(nil, node) {
			if !seen[to] {
				seen[to] = true
				stack = append(stack, to)
			}
		}
	}
	var all []uint32
	for node, ok := range seen {
		if ok {
			all = append(all, uint32(node))
		}
	}
	return all
}

// A node with a million successors does not need a million places.
func TestGraphHub(t *testing.T) {
	const leaves = 1_000_000
	g := mark.Func{Nodes: leaves + 1, Successors: func(buf []uint32, node uint32) []uint32 {
		for i := uint32(1); node == 0 && i <= leaves; i++ {
			buf = append(buf, i)
		}
		return buf
	}}
	for _, o := range []mark.Options{{Workers: 2}, {Workers: 2, Grain: 1, Capacity: 2, OverflowBlocks: tune.NoPool}} {
		got, err := mark.Graph(context.Background(), g, []uint32{0}, o)
		require.NoError(t, err)
		require.Equal(t, uint64(leaves+1), got.Count())
	}
}

func TestGraphBadInput(t *testing.T) {
	ctx := context.Background()
	_, err := mark.Graph(ctx, ring(10), []uint32{3, 10}, mark.Options{})
	require.EqualError(t, err, "mark: root 1 is node 10: the graph has 10 nodes, numbered from 0")
	_, err = mark.Graph(ctx, mark.Func{Nodes: -1}, nil, mark.Options{})
	require.ErrorContains(t, err, "-1 nodes")
	got, err := mark.Graph(ctx, mark.Func{}, nil, mark.Options{})
	require.NoError(t, err)
	require.Zero(t, got.Count())

	liar := mark.Func{Nodes: 5, Successors: func(buf []uint32, node uint32) []uint32 { return append(buf, node+1) }}
	got, err = mark.Graph(ctx, liar, []uint32{0}, mark.Options{Workers: 3})
	require.EqualError(t, err, "mark: successors of node 4: 5 is not a node: the graph has 5 nodes, numbered from 0")
	var failed *mark.NodeError
	require.ErrorAs(t, err, &failed)
	require.EqualValues(t, 4, failed.Node)
	require.Equal(t, uint64(5), got.Count(), "what was reached before the error stays")
}

func TestGraphPanics(t *testing.T) {
	before := runtime.NumGoroutine()
	boom := errors.New("boom")
	step := uint32(3)
	if testing.Short() {
		step = 7
	}
	for i, workers := range []int{1, 2, 8} {
		for _, idle := range []tune.IdlePolicy{tune.IdlePark, tune.IdleYield} {
			m, err := mark.New(mark.Options{Workers: workers, Grain: 1, Tuning: tune.Tuning{Idle: idle}})
			require.NoError(t, err)
			for at := uint32(i); at < 200; at += step { // each node gets its turn with some number of workers
				g := ring(200)
				inner := g.Successors
				g.Successors = func(buf []uint32, node uint32) []uint32 {
					if node == at {
						panic(boom)
					}
					return inner(buf, node)
				}
				got, err := m.MarkGraph(context.Background(), g, []uint32{0})
				var p *mark.PanicError
				require.ErrorAs(t, err, &p)
				require.ErrorIs(t, err, boom)
				require.Equal(t, at, p.Node)
				require.Contains(t, string(p.Stack), "graph_test.go")
				require.True(t, got.Has(at))
			}
			got, err := m.MarkGraph(context.Background(), ring(200), []uint32{0})
			require.NoError(t, err, "a marker is good again after a panic")
			require.Equal(t, uint64(200), got.Count())
			m.Close()
		}
	}
	requireGoroutines(t, before)
}

// runtime.Goexit in user code, as t.FailNow does, must neither hang the mark
// nor lose a worker.
func TestGraphGoexit(t *testing.T) {
	before := runtime.NumGoroutine()
	m, err := mark.New(mark.Options{Workers: 4, Grain: 1, Tuning: tune.Tuning{Idle: tune.IdleYield}})
	require.NoError(t, err)
	for round := range 50 {
		g := ring(5000)
		inner := g.Successors
		var calls atomic.Int64
		g.Successors = func(buf []uint32, node uint32) []uint32 {
			if calls.Add(1) == int64(round*20+1) {
				runtime.Goexit()
			}
			return inner(buf, node)
		}
		ended := make(chan error, 1)
		go func() {
			defer close(ended)
			_, err := m.MarkGraph(context.Background(), g, []uint32{0})
			ended <- err
		}()
		if err, ok := <-ended; ok { // a worker's goroutine exited, not the caller's
			require.ErrorContains(t, err, "runtime.Goexit")
		}
		got, err := m.MarkGraph(context.Background(), ring(5000), []uint32{0})
		require.NoError(t, err)
		require.Equal(t, uint64(5000), got.Count())
	}
	m.Close()
	requireGoroutines(t, before)
}

func TestCancellation(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, idle := range tune.IdlePolicies() {
		m, err := mark.New(mark.Options{Workers: 3, Tuning: tune.Tuning{Idle: idle}})
		require.NoError(t, err)
		for at := int64(1); at < 3000; at = at*2 + 1 {
			ctx, cancel := context.WithCancelCause(context.Background())
			why := fmt.Errorf("enough at %d", at)
			g := ring(1 << 20)
			inner := g.Successors
			var calls atomic.Int64
			g.Successors = func(buf []uint32, node uint32) []uint32 {
				if calls.Add(1) == at {
					cancel(why)
				}
				return inner(buf, node)
			}
			got, err := m.MarkGraph(ctx, g, []uint32{0})
			require.ErrorIs(t, err, why)
			require.Less(t, got.Count(), uint64(1<<20))
			cancel(nil)
		}
		m.Close()
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := mark.Heap(ctx, listHeap(t, 10), mark.Options{})
	require.ErrorIs(t, err, context.Canceled)
	requireGoroutines(t, before)
}

func TestMarkerUse(t *testing.T) {
	m := newMarker(t, mark.Options{Workers: 2})
	inside := make(chan struct{})
	release := make(chan struct{})
	go func() {
		<-inside
		_, err := m.MarkHeap(context.Background(), listHeap(t, 3))
		if !errors.Is(err, mark.ErrInUse) {
			t.Errorf("a second mark at once gave %v", err)
		}
		close(release)
	}()
	slow := mark.Func{Nodes: 1, Successors: func(buf []uint32, _ uint32) []uint32 {
		close(inside)
		<-release
		return buf
	}}
	_, err := m.MarkGraph(context.Background(), slow, []uint32{0})
	require.NoError(t, err)
	m.Close()
	m.Close()
	for range 2 {
		_, err = m.MarkHeap(context.Background(), listHeap(t, 3))
		require.ErrorIs(t, err, mark.ErrClosed)
	}
	m.Close()
}

func TestNumbering(t *testing.T) {
	var n mark.Numbering[string]
	require.Equal(t, uint32(0), n.Add("a"))
	require.Equal(t, uint32(1), n.Add("b"))
	require.Equal(t, uint32(0), n.Add("a"))
	require.Equal(t, "b", n.Key(1))
	_, ok := n.Number("c")
	require.False(t, ok)
	require.Equal(t, 2, n.Len())
}

// requireGoroutines waits for goroutines that have been told to end.
func requireGoroutines(t *testing.T, want int) {
	t.Helper()
	for range 5000 {
		if runtime.NumGoroutine() <= want {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("%d goroutines are left behind", runtime.NumGoroutine()-want)
}

// A graph that is not there is an error, not a panic.
func TestMissingGraph(t *testing.T) {
	var none *mark.Adjacency
	for want, g := range map[string]mark.Digraph{
		"mark: the graph is nil: ":      nil,
		"mark: the Adjacency is nil: ":  none,
		"mark: the Func has no Success": mark.Func{Nodes: 10},
		"mark: the *Func is nil: ":      (*mark.Func)(nil),
		"mark: the Func has no Succ":    &mark.Func{Nodes: 10},
		"mark: the TryFunc has no Suc":  mark.TryFunc{Nodes: 10},
		"mark: the TryFunc has no S":    &mark.TryFunc{Nodes: 10},
		"mark: the *TryFunc is nil: ":   (*mark.TryFunc)(nil),
	} {
		_, err := mark.Graph(context.Background(), g, []uint32{0}, mark.Options{})
		require.ErrorContains(t, err, want)
		m := newMarker(t, mark.Options{Workers: 1})
		_, err = m.MarkGraph(context.Background(), g, []uint32{0})
		require.ErrorContains(t, err, want)
	}
}

// Nor is a heap or a context that is not there.
func TestMissingHeapOrContext(t *testing.T) {
	m := newMarker(t, mark.Options{Workers: 1})
	var noContext context.Context
	for _, c := range []struct {
		ctx  context.Context
		h    *heap.Heap
		want string
	}{
		{t.Context(), nil, "mark: the heap is nil: "},
		{t.Context(), new(heap.Heap), "mark: the heap has no arena: "},
		{noContext, randomHeap(t, 10, 1, 1, 1), "mark: the context is nil: "},
	} {
		_, err := mark.Heap(c.ctx, c.h, mark.Options{})
		require.ErrorContains(t, err, c.want)
		_, err = m.MarkHeap(c.ctx, c.h)
		require.ErrorContains(t, err, c.want)
	}
	_, err := mark.Graph(noContext, ring(10), nil, mark.Options{})
	require.ErrorContains(t, err, "mark: the context is nil: ")
	_, err = m.MarkGraph(noContext, ring(10), nil)
	require.ErrorContains(t, err, "mark: the context is nil: ")
	got, err := m.MarkGraph(t.Context(), ring(10), []uint32{0})
	require.NoError(t, err)
	require.EqualValues(t, 10, got.Count())
}
