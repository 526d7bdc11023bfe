package reach_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
)

// BenchmarkPath finds a path to the node that is farthest from the roots, in graphs of 4
// million nodes. The search sees every node. It marks the same graph in turns with it, and
// reports the median times of both, and the ratios of Path and of Levels to the mark. Each path
// is checked: its edges exist, and no path is shorter, as heap.Levels says.
func BenchmarkPath(b *testing.B) {
	for _, name := range []string{"list", "grid", "rmat"} {
		b.Run("shape="+name, func(b *testing.B) {
			s, err := shape.Parse(name)
			require.NoError(b, err)
			h, err := s.Build(shape.Params{Objects: 4_000_000, Seed: 1, Layout: shape.Shuffled})
			require.NoError(b, err)
			rows, roots := rowsOf(b, h)
			for _, workers := range []int{1, 2} {
				b.Run(fmt.Sprintf("graph=heap/workers=%d", workers), func(b *testing.B) {
					benchmarkPath(b, h, h.Graph(), h.Graph().Roots(), workers)
				})
				b.Run(fmt.Sprintf("graph=adjacency/workers=%d", workers), func(b *testing.B) {
					benchmarkPath(b, h, rows, roots, workers)
				})
			}
		})
	}
}

// rowsOf copies a heap into adjacency arrays. An object gets the number of its place in the
// arena.
func rowsOf(b *testing.B, h *heap.Heap) (*mark.Adjacency, []uint32) {
	number := make([]uint32, h.Granules())
	n := uint32(0)
	for _, ref := range h.Objects() {
		number[ref] = n
		n++
	}
	offsets, targets := []uint32{0}, []uint32(nil)
	for _, ref := range h.Objects() {
		for _, to := range h.Refs(ref) {
			if to != heap.Nil {
				targets = append(targets, number[to])
			}
		}
		offsets = append(offsets, uint32(len(targets)))
	}
	a, err := mark.NewAdjacency(offsets, targets)
	require.NoError(b, err)
	return a, mapped(h.Graph().Roots(), func(root uint32) uint32 { return number[root] })
}

func benchmarkPath(b *testing.B, h *heap.Heap, g mark.Digraph, roots []uint32, workers int) {
	ctx, options := context.Background(), mark.Options{Workers: workers}
	want, err := heap.Levels(h)
	require.NoError(b, err)
	distances, err := reach.Levels(ctx, g, roots, options)
	require.NoError(b, err)
	require.Equal(b, want.Levels, distances.Sizes())
	last := uint32(len(want.Levels) - 1)
	var farthest uint32
	for node, distance := range distances.All() {
		if distance == last {
			farthest = node
			break
		}
	}
	var marks, paths, levels []time.Duration
	timed := func(times *[]time.Duration, work func()) {
		began := time.Now()
		work()
		*times = append(*times, time.Since(began))
	}
	for b.Loop() {
		timed(&marks, func() { err = markOf(ctx, h, g, roots, options) })
		require.NoError(b, err)
		var path []uint32
		timed(&paths, func() { path, err = reach.Path(ctx, g, roots, farthest, options) })
		require.NoError(b, err)
		requirePath(b, g, distances, path, farthest)
		timed(&levels, func() { _, err = reach.Levels(ctx, g, roots, options) })
		require.NoError(b, err)
	}
	b.ReportMetric(median(marks)/1e6, "mark-ms")
	b.ReportMetric(median(paths)/1e6, "path-ms")
	b.ReportMetric(median(paths)/median(marks), "path/mark")
	b.ReportMetric(median(levels)/median(marks), "levels/mark")
}

// markOf marks h if g is its graph, and g otherwise.
func markOf(ctx context.Context, h *heap.Heap, g mark.Digraph, roots []uint32, options mark.Options) error {
	if _, ok := g.(heap.Graph); ok {
		_, err := mark.Heap(ctx, h, options)
		return err
	}
	_, err := mark.Graph(ctx, g, roots, options)
	return err
}

// requirePath checks that path leads from a root to node along edges, and that the distances
// on it are 0, 1, 2 and so on.
func requirePath(b *testing.B, g mark.Digraph, distances *reach.Distances, path []uint32, node uint32) {
	require.Equal(b, node, path[len(path)-1])
	var buf []uint32
	for i, at := range path {
		distance, ok := distances.Of(at)
		if !ok || int(distance) != i {
			b.Fatalf("node %d of the path has distance %d, %v", i, distance, ok)
		}
		if i+1 < len(path) {
			leads := false
			buf = g.AppendSuccessors(buf[:0], at)
			for _, to := range buf {
				leads = leads || to == path[i+1]
			}
			if !leads {
				b.Fatalf("node %d of the path does not lead to the next one", i)
			}
		}
	}
}
