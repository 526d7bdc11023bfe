package reach_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
)

// bothFail requires an error of Levels and of Paths, which share every level. No path comes
// with an error.
func bothFail(t *testing.T, g func() mark.Digraph, roots []uint32, node uint32, workers int, check func(error)) {
	t.Helper()
	d, err := reach.LevelsShared(t.Context(), g(), roots, workers)
	require.Error(t, err)
	check(err)
	require.NotNil(t, d)
	paths, err := reach.PathsShared(t.Context(), g(), roots, []uint32{node}, workers)
	require.Error(t, err)
	check(err)
	require.Nil(t, paths)
}

// TestSearchEndsAtItsGoal: when all paths are found, nothing farther away is looked at.
func TestSearchEndsAtItsGoal(t *testing.T) {
	for _, workers := range []int{1, 3} {
		var calls atomic.Int64
		g := mark.Func{Nodes: 10_000, Successors: func(buf []uint32, node uint32) []uint32 {
			calls.Add(1)
			return append(buf, min(node+1, 9999))
		}}
		paths, err := reach.Paths(t.Context(), g, []uint32{0}, []uint32{3, 5}, mark.Options{Workers: workers})
		require.NoError(t, err)
		require.Equal(t, [][]uint32{{0, 1, 2, 3}, {0, 1, 2, 3, 4, 5}}, paths)
		require.LessOrEqual(t, calls.Load(), int64(2*6), "%d workers", workers)
	}
}

// requirePart requires that every distance in d is right.
func requirePart(t *testing.T, d *reach.Distances, want twin) {
	t.Helper()
	sum := uint64(0)
	for _, n := range d.Sizes() {
		sum += n
	}
	require.Equal(t, d.Count(), sum)
	count := uint64(0)
	sizes := make([]uint64, len(d.Sizes()))
	for node, distance := range d.All() {
		count++
		require.Less(t, distance, uint32(len(sizes)))
		sizes[distance]++
		right, ok := want.distance[node]
		require.True(t, ok)
		require.Equal(t, right, distance)
	}
	require.Equal(t, count, d.Count())
	require.Equal(t, sizes, d.Sizes())
}

func TestBreadthBadInput(t *testing.T) {
	ctx := t.Context()
	var noContext context.Context
	for want, call := range map[string]func() (*reach.Distances, error){
		"mark: the context is nil: ":           func() (*reach.Distances, error) { return reach.Levels(noContext, ring(10), nil, mark.Options{}) },
		"mark: the graph is nil: ":             func() (*reach.Distances, error) { return reach.Levels(ctx, nil, nil, mark.Options{}) },
		"mark: the heap.Graph shows no heap: ": func() (*reach.Distances, error) { return reach.Levels(ctx, heap.Graph{}, nil, mark.Options{}) },
		"mark: root 1 is node 10: the graph has 10 nodes, numbered from 0": func() (*reach.Distances, error) {
			return reach.Levels(ctx, ring(10), []uint32{3, 10}, mark.Options{})
		},
		"mark: Workers: -1 is out of range": func() (*reach.Distances, error) { return reach.Levels(ctx, ring(10), nil, mark.Options{Workers: -1}) },
		"-1 nodes":                          func() (*reach.Distances, error) { return reach.Levels(ctx, mark.Func{Nodes: -1}, nil, mark.Options{}) },
	} {
		d, err := call()
		require.ErrorContains(t, err, want)
		require.Nil(t, d)
	}
	_, err := reach.Path(ctx, ring(10), []uint32{0}, 10, mark.Options{})
	require.EqualError(t, err, "reach: a path to node 10 is out of range: the graph has 10 nodes, numbered from 0")
	_, err = reach.Path(noContext, ring(10), []uint32{0}, 1, mark.Options{})
	require.ErrorContains(t, err, "mark: the context is nil: ")
	paths, err := reach.Paths(ctx, ring(10), []uint32{0}, nil, mark.Options{})
	require.NoError(t, err)
	require.Empty(t, paths)
	d, err := reach.Levels(ctx, mark.Func{}, nil, mark.Options{})
	require.NoError(t, err)
	require.Zero(t, d.Count())
	_, ok := d.Of(0)
	require.False(t, ok)
}

func TestBreadthSuccessorOutOfRange(t *testing.T) {
	for _, workers := range []int{1, 2, 4} {
		liar := func() mark.Digraph {
			return mark.Func{Nodes: 5, Successors: func(buf []uint32, node uint32) []uint32 { return append(buf, node+1) }}
		}
		bothFail(t, liar, []uint32{1, 3}, 0, workers, func(err error) {
			require.EqualError(t, err, "mark: successors of node 4: 5 is not a node: the graph has 5 nodes, numbered from 0")
		})
	}
}

func TestBreadthPanics(t *testing.T) {
	before := runtime.NumGoroutine()
	boom := errors.New("boom")
	want := newTwin(ring(200), []uint32{0})
	for _, workers := range []int{1, 2, 4} {
		for at := uint32(0); at < 200; at += 7 {
			g := func() mark.Digraph {
				return mark.Func{Nodes: 200, Successors: func(buf []uint32, node uint32) []uint32 {
					if node == at {
						panic(boom)
					}
					return ring(200).Successors(buf, node)
				}}
			}
			d, err := reach.LevelsShared(t.Context(), g(), []uint32{0}, workers)
			var p *mark.PanicError
			require.ErrorAs(t, err, &p)
			require.ErrorIs(t, err, boom)
			require.Equal(t, at, p.Node)
			require.Contains(t, string(p.Stack), "breadth_errors_test.go")
			requirePart(t, d, want)
			_, ok := d.Of(at)
			require.True(t, ok)
			paths, err := reach.PathsShared(t.Context(), g(), []uint32{0}, []uint32{0, 199, at}, workers)
			if want.distance[199] > want.distance[at] {
				require.ErrorIs(t, err, boom)
				require.Nil(t, paths)
			}
		}
	}
	requireGoroutines(t, before)
}

func TestBreadthGoexit(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, workers := range []int{1, 2, 4} {
		for round := range 50 {
			var calls atomic.Int64
			g := ring(500)
			inner := g.Successors
			g.Successors = func(buf []uint32, node uint32) []uint32 {
				if calls.Add(1) == int64(round*7+1) {
					runtime.Goexit()
				}
				return inner(buf, node)
			}
			ended := make(chan error, 1)
			go func() {
				defer close(ended)
				_, err := reach.LevelsShared(context.Background(), g, []uint32{0}, workers)
				ended <- err
			}()
			if err, ok := <-ended; ok { // another goroutine exited, not the caller's
				require.ErrorContains(t, err, "runtime.Goexit")
			}
		}
	}
	requireGoroutines(t, before)
}

func TestBreadthCancellation(t *testing.T) {
	before := runtime.NumGoroutine()
	want := newTwin(ring(5000), []uint32{0})
	for _, workers := range []int{1, 2, 4} {
		for at := int64(1); at < 3000; at = at*2 + 1 {
			ctx, cancel := context.WithCancelCause(context.Background())
			why := fmt.Errorf("enough at %d", at)
			var calls atomic.Int64
			g := ring(5000)
			inner := g.Successors
			g.Successors = func(buf []uint32, node uint32) []uint32 {
				if calls.Add(1) == at {
					cancel(why)
				}
				return inner(buf, node)
			}
			d, err := reach.LevelsShared(ctx, g, []uint32{0}, workers)
			require.ErrorIs(t, err, why)
			require.Less(t, d.Count(), uint64(5000))
			requirePart(t, d, want)
			paths, err := reach.PathsShared(ctx, g, []uint32{0}, []uint32{4999}, workers)
			require.ErrorIs(t, err, why)
			require.Nil(t, paths)
			cancel(nil)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	list := listHeap(t, 1000).Graph()
	for _, g := range []mark.Digraph{list, adjacencyOf(t, ring(1000))} {
		_, err := reach.Levels(ctx, g, []uint32{1}, mark.Options{})
		require.ErrorIs(t, err, context.Canceled)
		_, err = reach.Path(ctx, g, []uint32{1}, 500, mark.Options{})
		require.ErrorIs(t, err, context.Canceled)
	}
	requireGoroutines(t, before)
}

// An unchecked arena gives wrong distances or an error, never a crash.
func TestBreadthDamagedArena(t *testing.T) {
	h := randomHeap(t, 80, 5, 3, 7)
	arena, g := h.Arena(), h.Graph()
	failed, step := 0, 7
	if raced || testing.Short() {
		step = 23
	}
	node := uint32(0)
	whole, err := reach.Levels(t.Context(), g, g.Roots(), mark.Options{})
	require.NoError(t, err)
	for to := range whole.All() {
		node = to
	}
	for at := 0; at < len(arena); at += step {
		old := arena[at]
		for _, bit := range []byte{1, 0x10, 0x80} {
			arena[at] = old ^ bit
			for _, workers := range []int{1, 2} {
				if _, err := reach.LevelsShared(t.Context(), g, g.Roots(), workers); err != nil {
					require.ErrorContains(t, err, "damaged")
					failed++
				}
				_, _ = reach.PathsShared(t.Context(), g, g.Roots(), []uint32{node, node + 1}, workers)
			}
		}
		arena[at] = old
	}
	require.Positive(t, failed)
	path, err := reach.Path(t.Context(), g, g.Roots(), 0, mark.Options{})
	require.NoError(t, err)
	require.Nil(t, path, "nil is no object")
}

// A callback is asked once for each node. If it is slow, several goroutines ask it.
func TestBreadthAsksOnce(t *testing.T) {
	var calls [500]atomic.Int64
	g := ring(500)
	inner := g.Successors
	g.Successors = func(buf []uint32, node uint32) []uint32 {
		calls[node].Add(1)
		return inner(buf, node)
	}
	for round := range int64(2) {
		nodes := []uint32{499, 0, 3}
		if round == 0 {
			_, err := reach.LevelsShared(t.Context(), g, []uint32{0}, 3)
			require.NoError(t, err)
		} else {
			_, err := reach.PathsShared(t.Context(), g, []uint32{0}, nodes, 3)
			require.NoError(t, err)
		}
		for node := range calls {
			require.LessOrEqual(t, calls[node].Load(), round+1)
		}
	}
}

// The caller goes on alone while a callback is fast. A callback that waits for another one to
// begin shows that others have come: it would wait for ever.
func TestBreadthSharesSlowCallbacks(t *testing.T) {
	both := make(chan struct{}, 1)
	g := mark.Func{Nodes: 40, Successors: func(buf []uint32, node uint32) []uint32 {
		switch {
		case node == 0:
			for to := uint32(1); to < 40; to++ {
				buf = append(buf, to)
			}
		case node == 38:
			both <- struct{}{}
		case node == 39:
			<-both
		}
		return buf
	}}
	d, err := reach.LevelsShared(t.Context(), g, []uint32{0}, 2)
	require.NoError(t, err)
	require.EqualValues(t, 40, d.Count())
}

// The caller's goroutine fails in the middle of a level: what was found by then is in the next level.
func TestSizesOfAPart(t *testing.T) {
	edges := [][]uint32{{1, 2}, {3, 4}, nil, nil, nil}
	g := mark.TryFunc{Nodes: 5, Successors: func(buf []uint32, node uint32) ([]uint32, error) {
		if node == 2 {
			return buf, errAt(node)
		}
		return append(buf, edges[node]...), nil
	}}
	d, err := reach.Levels(t.Context(), g, []uint32{0}, mark.Options{Workers: 1})
	require.ErrorIs(t, err, errAt(2))
	require.Equal(t, []uint64{1, 2, 2}, d.Sizes())
}

// A list whose end is damaged, searched by breadth: its last reference leads to the first granule behind the
// bitmap, to the last one within it, and to one beyond.
func TestBreadthBeyondTheBitmap(t *testing.T) {
	h := listHeap(t, 100)
	var last heap.Ref
	for _, last = range h.Objects() {
	}
	end := (h.Granules() + 63) / 64 * 64
	require.Less(t, h.Granules(), end, "the heap must end within a word")
	for _, to := range []uint64{end - 1, end, end + 1, end + 63, end + 64} {
		binary.LittleEndian.PutUint32(h.Arena()[uint64(last+1)*heap.GranuleBytes:], uint32(to))
		for _, workers := range []int{1, 2} {
			d, err := reach.Levels(t.Context(), h.Graph(), h.Graph().Roots(), mark.Options{Workers: workers})
			require.ErrorContains(t, err, fmt.Sprintf("a reference leads to granule %d of %d", to, h.Granules()))
			require.EqualValues(t, 100, d.Count())
		}
	}
}

// A node whose successors cannot be read is an error, and not a node without successors: alone in its level, among
// others, and in arrays that were changed.
func TestBreadthUnreadable(t *testing.T) {
	for _, roots := range []int{1, 50} {
		h := listHeap(t, 100)
		var refs []uint32
		for _, obj := range h.Objects() {
			refs = append(refs, uint32(obj))
		}
		offsets, targets := make([]uint32, 101), make([]uint32, 100)
		nodes := make([]uint32, 100)
		for i := range targets {
			offsets[i+1], targets[i], nodes[i] = uint32(i+1), uint32(i+1)%100, uint32(i)
		}
		rows, err := mark.NewAdjacency(offsets, targets)
		require.NoError(t, err)
		binary.LittleEndian.PutUint32(h.Arena()[uint64(refs[70])*heap.GranuleBytes:], 1<<30)
		offsets[71] = 1000
		for _, c := range []struct {
			mark.Digraph
			roots []uint32
			want  string
		}{
			{h.Graph(), refs[:roots], fmt.Sprintf("reach: the arena is damaged: no object can be at granule %d, ", refs[70])},
			{rows, nodes[:roots], "reach: node 70 has wrong offsets: "},
		} {
			for _, workers := range []int{1, 2} {
				d, err := reach.LevelsShared(t.Context(), c.Digraph, c.roots, workers)
				require.ErrorContains(t, err, c.want)
				require.EqualValues(t, 71, d.Count())
			}
		}
	}
}
