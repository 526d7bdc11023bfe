package mark_test

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// This is the code that one would write by hand instead of importing this package: a
// depth-first search, and a level-synchronous parallel breadth-first search with an
// atomic bitmap. Tests compare results with them, benchmarks compare times.

type arrays struct {
	offsets []uint64
	targets []uint32
}

// depthFirst returns how many nodes are reached from 0.
func (g arrays) depthFirst(seen []uint64, stack []uint32) (reached int) {
	seen[0] = 1
	stack = append(stack[:0], 0)
	for len(stack) > 0 {
		node := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		reached++
		for _, to := range g.targets[g.offsets[node]:g.offsets[node+1]] {
			if seen[to/64]>>(to%64)&1 == 0 {
				seen[to/64] |= 1 << (to % 64)
				stack = append(stack, to)
			}
		}
	}
	return reached
}

// levelSynchronous returns how many nodes are reached from 0: each level is cut
// in pieces for the workers, who collect the next one apart.
func (g arrays) levelSynchronous(workers int, seen []atomic.Uint64) (reached int) {
	seen[0].Store(1)
	level := []uint32{0}
	next := make([][]uint32, workers)
	for len(level) > 0 {
		reached += len(level)
		var group sync.WaitGroup
		for w := range workers {
			group.Add(1)
			go func() {
				defer group.Done()
				mine := next[w][:0]
				for _, node := range level[len(level)*w/workers : len(level)*(w+1)/workers] {
					for _, to := range g.targets[g.offsets[node]:g.offsets[node+1]] {
						bit := uint64(1) << (to % 64)
						if seen[to/64].Load()&bit == 0 && seen[to/64].Or(bit)&bit == 0 {
							mine = append(mine, to)
						}
					}
				}
				next[w] = mine
			}()
		}
		group.Wait()
		level = slices.Concat(next...)
	}
	return reached
}

// arraysOf turns a shape into adjacency arrays: nodes are the objects by rank,
// and one more, 0, that leads to the roots.
func arraysOf(t testing.TB, name string, objects uint64) arrays {
	t.Helper()
	s, err := shape.Parse(name)
	require.NoError(t, err)
	h, err := s.Build(shape.Params{Objects: objects, Seed: 1, Layout: shape.Shuffled})
	require.NoError(t, err)
	number := make([]uint32, h.Granules())
	for rank, obj := range h.Objects() {
		number[obj] = uint32(rank) + 1
	}
	g := arrays{offsets: []uint64{0}}
	for _, root := range h.Roots() {
		g.targets = append(g.targets, number[root])
	}
	g.offsets = append(g.offsets, uint64(len(g.targets)))
	for _, obj := range h.Objects() {
		for _, to := range h.Refs(obj) {
			if to != heap.Nil {
				g.targets = append(g.targets, number[to])
			}
		}
		g.offsets = append(g.offsets, uint64(len(g.targets)))
	}
	return g
}

func (g arrays) nodes() int { return len(g.offsets) - 1 }

func (g arrays) AppendSuccessors(buf []uint32, node uint32) []uint32 {
	return append(buf, g.targets[g.offsets[node]:g.offsets[node+1]]...)
}

func (g arrays) NumNodes() int { return g.nodes() }

func TestHandWrittenSearchesAgree(t *testing.T) {
	for _, s := range shape.Shapes() {
		g := arraysOf(t, s.Name, 5000)
		words := (g.nodes() + 63) / 64
		want := g.depthFirst(make([]uint64, words), nil)
		require.Equal(t, want, g.levelSynchronous(3, make([]atomic.Uint64, words)), s.Name)
		for _, graph := range []mark.Digraph{g, adjacencyOf(t, g), narrowOf(t, g)} {
			got, err := mark.Graph(context.Background(), graph, []uint32{0}, mark.Options{Workers: 3})
			require.NoError(t, err)
			require.Equal(t, uint64(want), got.Count(), s.Name)
		}
	}
}

// BenchmarkGraph times the searches round by round on the same graph and
// reports medians in ns per node reached.
func BenchmarkGraph(b *testing.B) {
	for _, name := range []string{"random", "rmat"} {
		g := arraysOf(b, name, 4_000_000)
		a, err := mark.NewAdjacency(g.offsets, g.targets)
		require.NoError(b, err)
		narrow := narrowOf(b, g)
		words := (g.nodes() + 63) / 64
		plain, shared, stack := make([]uint64, words), make([]atomic.Uint64, words), make([]uint32, 0, g.nodes())
		m1, m2 := newMarker(b, mark.Options{Workers: 1}), newMarker(b, mark.Options{Workers: 2})
		by := func(m *mark.Marker, d mark.Digraph) func() (time.Duration, int) {
			return func() (time.Duration, int) {
				r, err := m.MarkGraph(context.Background(), d, []uint32{0})
				require.NoError(b, err)
				return r.Stats.Duration, int(r.Count())
			}
		}
		contenders := []struct {
			name string
			run  func() (time.Duration, int)
		}{
			{"dfs/workers=1", func() (time.Duration, int) {
				clear(plain)
				start := time.Now()
				n := g.depthFirst(plain, stack)
				return time.Since(start), n
			}},
			{"levels/workers=2", func() (time.Duration, int) {
				clear(shared)
				start := time.Now()
				n := g.levelSynchronous(2, shared)
				return time.Since(start), n
			}},
			{"callback/workers=1", by(m1, g)},
			{"callback/workers=2", by(m2, g)},
			{"adjacency/workers=1", by(m1, a)},
			{"adjacency/workers=2", by(m2, a)},
			{"adjacency32/workers=1", by(m1, narrow)},
			{"adjacency32/workers=2", by(m2, narrow)},
		}
		b.Run("shape="+name, func(b *testing.B) {
			times := make([][]time.Duration, len(contenders))
			reached := 0
			for b.Loop() {
				for i, c := range contenders {
					d, n := c.run()
					times[i], reached = append(times[i], d), n
				}
			}
			for i, c := range contenders {
				slices.Sort(times[i])
				b.ReportMetric(float64(times[i][len(times[i])/2])/float64(reached), c.name+"-ns/node")
			}
		})
	}
}
