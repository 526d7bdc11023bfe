package mark_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// twin is breadth-first search as a textbook has it, with a queue and a map. The parent of a
// node is the one with the smallest number.
type twin struct {
	distance map[uint32]uint32
	parent   map[uint32]uint32
}

func newTwin(g mark.Digraph, roots []uint32) twin {
	t := twin{map[uint32]uint32{}, map[uint32]uint32{}}
	var queue []uint32
	for _, root := range roots {
		if _, ok := t.distance[root]; !ok {
			t.distance[root] = 0
			queue = append(queue, root)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		from := queue[0]
		for _, to := range g.AppendSuccessors(nil, from) {
			if _, ok := t.distance[to]; !ok {
				t.distance[to], t.parent[to] = t.distance[from]+1, from
				queue = append(queue, to)
			} else if t.distance[to] == t.distance[from]+1 {
				t.parent[to] = min(t.parent[to], from)
			}
		}
	}
	return t
}

func (t twin) path(node uint32) []uint32 {
	if _, ok := t.distance[node]; !ok {
		return nil
	}
	path := []uint32{node}
	for t.distance[path[0]] > 0 {
		path = append([]uint32{t.parent[path[0]]}, path...)
	}
	return path
}

// kinds are a graph as a Func, as an Adjacency of both widths, and as a heap.
type kind struct {
	name   string
	graph  mark.Digraph
	number func(node uint32) uint32 // of a node in graph
}

func kindsOf(t testing.TB, edges [][]uint32) []kind {
	t.Helper()
	same := func(node uint32) uint32 { return node }
	g := mark.Func{Nodes: len(edges), Successors: func(buf []uint32, node uint32) []uint32 { return append(buf, edges[node]...) }}
	own := mark.Func{Nodes: len(edges), Successors: func(_ []uint32, node uint32) []uint32 { return edges[node] }}
	h, refs := heapOf(t, edges)
	return []kind{
		{"Func", g, same}, {"Func with slices of its own", own, same},
		{"Adjacency", adjacencyOf(t, g), same}, {"narrow Adjacency", narrowOf(t, g), same},
		{"heap", h.Graph(), func(node uint32) uint32 { return uint32(refs[node]) }},
	}
}

// heapOf builds a heap of these objects, with a nil before and behind the references of each.
func heapOf(t testing.TB, edges [][]uint32) (*heap.Heap, []heap.Ref) {
	t.Helper()
	b := heap.NewBuilder(len(edges), 0)
	for _, to := range edges {
		b.Add(0, slices.Concat([]uint32{heap.NoObject}, to, []uint32{heap.NoObject})...)
	}
	h, err := b.Build()
	require.NoError(t, err)
	var refs []heap.Ref
	for _, ref := range h.Objects() {
		refs = append(refs, ref)
	}
	return h, refs
}

// requireTwin compares Levels, Path and Paths with the twin.
func requireTwin(t testing.TB, edges [][]uint32, roots []uint32, workers int, about string) {
	t.Helper()
	want := newTwin(mark.Func{Nodes: len(edges), Successors: func(_ []uint32, node uint32) []uint32 { return edges[node] }}, roots)
	for _, k := range kindsOf(t, edges) {
		about := fmt.Sprintf("%s, %d workers: %s", k.name, workers, about)
		options := mark.Options{Workers: workers}
		starts := mapped(roots, k.number)
		d, err := mark.Levels(context.Background(), k.graph, starts, options)
		require.NoError(t, err, about)
		require.EqualValues(t, len(want.distance), d.Count(), about)
		var sizes []uint64
		nodes, paths := make([]uint32, len(edges)), make([][]uint32, len(edges))
		for node := range uint32(len(edges)) {
			distance, ok := d.Of(k.number(node))
			wanted, reached := want.distance[node]
			require.Equal(t, reached, ok, about)
			require.Equal(t, wanted, distance, about)
			if reached {
				sizes = append(sizes, make([]uint64, max(0, int(distance)+1-len(sizes)))...)
				sizes[distance]++
			}
			nodes[node] = k.number(node)
			paths[node] = mapped(want.path(node), k.number)
			if len(edges) < 30 {
				path, err := mark.Path(context.Background(), k.graph, starts, nodes[node], options)
				require.NoError(t, err, about)
				require.Equal(t, paths[node], path, "%s: path to %d", about, node)
			}
		}
		require.Equal(t, sizes, d.Sizes(), about)
		got, err := mark.Paths(context.Background(), k.graph, starts, nodes, options)
		require.NoError(t, err, about)
		require.Equal(t, paths, got, about)
		last := len(nodes) - 1
		path, err := mark.Path(context.Background(), k.graph, starts, nodes[last], options)
		require.NoError(t, err, about)
		require.Equal(t, paths[last], path, about)
	}
}

func mapped(nodes []uint32, number func(uint32) uint32) (all []uint32) {
	for _, node := range nodes {
		all = append(all, number(node))
	}
	return all
}

// Every graph of up to three nodes, with every set of roots.
func TestBreadthOfEverySmallGraph(t *testing.T) {
	for n := 1; n <= 3; n++ {
		for bits := range 1 << (n * n) {
			edges := make([][]uint32, n)
			for i := range n * n {
				if bits>>i&1 == 1 {
					edges[i/n] = append(edges[i/n], uint32(i%n))
				}
			}
			for set := range 1 << n {
				var roots []uint32
				for i := range n {
					if set>>i&1 == 1 {
						roots = append(roots, uint32(i))
					}
				}
				requireTwin(t, edges, roots, 2, fmt.Sprint(edges, roots))
			}
		}
	}
}

// manyEdges is a random graph: of a few nodes or some thousand, thin or thick, with loops, parallel
// edges and hubs.
func manyEdges(random *rand.Rand) (edges [][]uint32, roots []uint32) {
	n := 1 + random.IntN(1<<(1+random.IntN(9)))
	edges = make([][]uint32, n)
	count := n * random.IntN(6) / 2
	span := 1 + random.IntN(n) // short edges make many levels
	for range count {
		from := random.IntN(n)
		edges[from] = append(edges[from], uint32((from+random.IntN(span))%n))
	}
	if random.IntN(4) == 0 {
		hub := random.IntN(n)
		for range random.IntN(1200) {
			edges[hub] = append(edges[hub], random.Uint32N(uint32(n)))
		}
	}
	for range random.IntN(4) {
		roots = append(roots, random.Uint32N(uint32(n)))
	}
	return edges, roots
}

func TestBreadthOfRandomGraphs(t *testing.T) {
	const seed = 16
	for i := range 1000 {
		edges, roots := manyEdges(rand.New(rand.NewPCG(seed, uint64(i))))
		for _, workers := range []int{1, 2, 4} {
			requireTwin(t, edges, roots, workers, fmt.Sprintf("seed %d, graph %d: go test ./mark -run TestBreadthOfRandomGraphs", seed, i))
		}
	}
}
