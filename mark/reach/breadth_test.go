package reach_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
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

// kind is a form of a graph.
type kind struct {
	name   string
	graph  mark.Digraph
	number func(node uint32) uint32 // of a node in graph
}

// kindsOf returns a graph as a Func, as an Adjacency of both widths, and as a heap.
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

// requireTwin compares Levels, Path and Paths with the twin: with each kind of graph, and with
// each number of workers, who share every level.
func requireTwin(t testing.TB, edges [][]uint32, roots []uint32, crews []int, about string) {
	t.Helper()
	want := newTwin(mark.Func{Nodes: len(edges), Successors: func(_ []uint32, node uint32) []uint32 { return edges[node] }}, roots)
	wantPaths, sizes := make([][]uint32, len(edges)), []uint64{}
	for node := range uint32(len(edges)) {
		wantPaths[node] = want.path(node)
		if n := len(wantPaths[node]); n > 0 {
			sizes = append(sizes, make([]uint64, max(0, n-len(sizes)))...)
			sizes[n-1]++
		}
	}
	ctx := context.Background()
	for _, k := range kindsOf(t, edges) {
		starts, nodes, paths := mapped(roots, k.number), make([]uint32, len(edges)), make([][]uint32, len(edges))
		for node := range uint32(len(edges)) {
			nodes[node], paths[node] = k.number(node), mapped(wantPaths[node], k.number)
		}
		for _, workers := range crews {
			about := fmt.Sprintf("%s, %d workers: %s", k.name, workers, about)
			d, err := reach.LevelsShared(ctx, k.graph, starts, workers)
			require.NoError(t, err, about)
			require.EqualValues(t, len(want.distance), d.Count(), about)
			require.Equal(t, sizes, d.Sizes(), about)
			for node, number := range nodes {
				if distance, ok := d.Of(number); ok != (paths[node] != nil) || ok && int(distance) != len(paths[node])-1 {
					t.Fatalf("%s: node %d has distance %d, %v, and its path %v", about, node, distance, ok, paths[node])
				}
			}
			got, err := reach.PathsShared(ctx, k.graph, starts, nodes, workers)
			require.NoError(t, err, about)
			requirePaths(t, paths, got, about)
			tree, err := reach.SearchShared(ctx, k.graph, starts, workers)
			require.NoError(t, err, about)
			require.Equal(t, sizes, tree.Sizes(), about)
			requirePaths(t, paths, mapped(nodes, tree.Path), about)
			for node, number := range nodes {
				parent, ok := tree.Parent(number)
				if path := paths[node]; ok != (len(path) > 1) || ok && parent != path[len(path)-2] || tree.Has(number) != (path != nil) {
					t.Fatalf("%s: node %d has parent %d, %v, and its path is %v", about, node, parent, ok, path)
				}
			}
			for node := 0; node < len(nodes); node += 1 + len(nodes)/8 {
				got, err := reach.PathsShared(ctx, k.graph, starts, nodes[node:node+1], workers)
				require.NoError(t, err, about)
				requirePaths(t, paths[node:node+1], got, about)
			}
		}
		path, err := reach.Path(ctx, k.graph, starts, nodes[len(nodes)-1], mark.Options{})
		require.NoError(t, err, about)
		requirePaths(t, paths[len(paths)-1:], [][]uint32{path}, about)
	}
}

// requirePaths compares paths. It is faster than require.Equal.
func requirePaths(t testing.TB, want, got [][]uint32, about string) {
	t.Helper()
	if !slices.EqualFunc(want, got, slices.Equal) {
		require.Equal(t, want, got, about)
	}
	for i := range want {
		require.Equal(t, want[i] == nil, got[i] == nil, about)
	}
}

func mapped[From, To any](nodes []From, number func(From) To) (all []To) {
	for _, node := range nodes {
		all = append(all, number(node))
	}
	return all
}

// Every graph of up to three nodes, with each number of roots.
func TestBreadthOfEverySmallGraph(t *testing.T) { requireSmallTwins(t, 3) }

// The same for each graph of three nodes, too.
func TestSlowBreadthOfEverySmallGraph(t *testing.T) {
	tagged.Slow(t)
	requireSmallTwins(t, 1)
}

// requireSmallTwins takes one graph of three nodes in so many, and all smaller ones.
func requireSmallTwins(t *testing.T, threes int) {
	for n := 1; n <= 3; n++ {
		step := 1
		if n == 3 {
			step = threes
			if raced || testing.Short() {
				step = 7
			}
		}
		for bits := 0; bits < 1<<(n*n); bits += step {
			edges := make([][]uint32, n)
			for i := range n * n {
				if bits>>i&1 == 1 {
					edges[i/n] = append(edges[i/n], uint32(i%n))
				}
			}
			for roots := range n + 1 {
				requireTwin(t, edges, []uint32{0, 1, 2}[:roots], []int{2}, fmt.Sprint(edges, roots))
			}
		}
	}
}

// manyEdges is a random graph of up to 64 nodes, thin or thick, with loops, parallel
// edges and hubs.
func manyEdges(random *rand.Rand) (edges [][]uint32, roots []uint32) {
	n := 1 + random.IntN(1<<(1+random.IntN(6)))
	edges = make([][]uint32, n)
	count := n * random.IntN(6) / 2
	span := 1 + random.IntN(n) // short edges make many levels
	for range count {
		from := random.IntN(n)
		edges[from] = append(edges[from], uint32((from+random.IntN(span))%n))
	}
	if random.IntN(4) == 0 {
		hub := random.IntN(n)
		for range random.IntN(800) {
			edges[hub] = append(edges[hub], random.Uint32N(uint32(n)))
		}
	}
	for range random.IntN(4) {
		roots = append(roots, random.Uint32N(uint32(n)))
	}
	return edges, roots
}

func TestSlowBreadthOfRandomGraphs(t *testing.T) {
	tagged.Slow(t)
	const seed = 16
	step := 1
	if raced || testing.Short() {
		step = 20
	}
	for i := 0; i < 1000; i += step {
		edges, roots := manyEdges(rand.New(rand.NewPCG(seed, uint64(i))))
		requireTwin(t, edges, roots, []int{1, 2, 4}, fmt.Sprintf("seed %d, graph %d; to repeat: go test ./mark/reach -run TestSlowBreadthOfRandomGraphs", seed, i))
	}
}

// Levels that are shared as they are without a test's hand, by workers that take many nodes
// at once.
func TestBreadthOfLargeLevels(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	edges := make([][]uint32, 60_000)
	for node := range edges {
		for range 3 {
			edges[node] = append(edges[node], random.Uint32N(uint32(len(edges))))
		}
	}
	want := newTwin(mark.Func{Nodes: len(edges), Successors: func(_ []uint32, node uint32) []uint32 { return edges[node] }}, []uint32{7})
	for _, k := range kindsOf(t, edges) {
		for _, workers := range []int{1, 2, 3} {
			options := mark.Options{Workers: workers}
			roots := []uint32{k.number(7)}
			d, err := reach.Levels(t.Context(), k.graph, roots, options)
			require.NoError(t, err)
			require.EqualValues(t, len(want.distance), d.Count())
			for node := range uint32(len(edges)) {
				if distance, ok := d.Of(k.number(node)); ok && distance != want.distance[node] {
					t.Fatalf("%s: node %d has distance %d, and not %d", k.name, node, distance, want.distance[node])
				}
			}
			all := 0
			for node, distance := range d.All() {
				of, ok := d.Of(node)
				if all++; !ok || of != distance {
					t.Fatalf("All says that node %d has distance %d", node, distance)
				}
			}
			require.Equal(t, len(want.distance), all)
			nodes := []uint32{1, 2, 3, 59_999, 1}
			paths, err := reach.Paths(t.Context(), k.graph, roots, mapped(nodes, k.number), options)
			require.NoError(t, err)
			for i, node := range nodes {
				require.Equal(t, mapped(want.path(node), k.number), paths[i], k.name)
			}
		}
	}
}
