package reach_test

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// ring is a graph in which node i leads to i+1 and i*i, so it is reached whole.
func ring(nodes int) mark.Func {
	return mark.Func{Nodes: nodes, Successors: func(buf []uint32, node uint32) []uint32 {
		return append(buf, (node+1)%uint32(nodes), uint32(uint64(node)*uint64(node)%uint64(nodes)))
	}}
}

// adjacencyOf copies any graph into adjacency arrays, and narrowOf with offsets of 32 bits.
func adjacencyOf(t testing.TB, g mark.Digraph) *mark.Adjacency {
	return adjacencyWith[uint64](t, g)
}
func narrowOf(t testing.TB, g mark.Digraph) *mark.Adjacency { return adjacencyWith[uint32](t, g) }

func adjacencyWith[Offset uint32 | uint64](t testing.TB, g mark.Digraph) *mark.Adjacency {
	t.Helper()
	offsets, targets := []Offset{0}, []uint32(nil)
	for node := range uint32(g.NumNodes()) {
		targets = g.AppendSuccessors(targets, node)
		offsets = append(offsets, Offset(len(targets)))
	}
	a, err := mark.NewAdjacency(offsets, targets)
	require.NoError(t, err)
	return a
}

// randomHeap builds a heap of n objects with 0 to degree references each, some of them nil.
func randomHeap(t testing.TB, n, degree, roots int, seed uint64) *heap.Heap {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	b := heap.NewBuilder(n, n*degree)
	for range n {
		refs := make([]uint32, random.IntN(degree+1))
		for i := range refs {
			if refs[i] = uint32(random.IntN(n)); random.IntN(8) == 0 {
				refs[i] = heap.NoObject
			}
		}
		b.Add(uint64(random.IntN(40)), refs...)
	}
	for i := range roots {
		b.Root(uint32(i % n))
	}
	h, err := b.Build()
	require.NoError(t, err)
	return h
}

// listHeap builds a list of n objects: a frontier of one.
func listHeap(t testing.TB, n int) *heap.Heap {
	t.Helper()
	b := heap.NewBuilder(n, n)
	for i := range n {
		next := uint32(i + 1)
		if i == n-1 {
			next = heap.NoObject
		}
		b.Add(0, next)
	}
	b.Root(0)
	h, err := b.Build()
	require.NoError(t, err)
	return h
}

func newMarker(t testing.TB, o mark.Options) *mark.Marker {
	t.Helper()
	m, err := mark.New(o)
	require.NoError(t, err)
	t.Cleanup(m.Close)
	return m
}

// refsOf are the Refs of all objects.
func refsOf(h *heap.Heap) (refs []uint32) {
	for _, obj := range h.Objects() {
		refs = append(refs, uint32(obj))
	}
	return refs
}

// matrixEdges are the successors in the graph whose adjacency matrix is the bits of matrix.
func matrixEdges(n, matrix int) [][]uint32 {
	edges := make([][]uint32, n)
	for i := range n * n {
		if matrix>>i&1 == 1 {
			edges[i/n] = append(edges[i/n], uint32(i%n))
		}
	}
	return edges
}

// requireGoroutines waits until only so many goroutines are left.
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

func median(times []time.Duration) float64 {
	slices.Sort(times)
	return float64(times[len(times)/2])
}
