package mark_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// stretched is a graph of n nodes whose edges were replaced by paths of that many nodes.
// Bit i*n+j of edges says whether an edge leads from node i to node j. Nodes are numbered at
// random: where finds the number of one.
func stretched(n int, edges uint, path int, random *rand.Rand) (g mark.Func, where []int) {
	successors := make([][]uint32, n+n*n*path)
	where = random.Perm(len(successors))
	connect := func(from, to int) {
		successors[where[from]] = append(successors[where[from]], uint32(where[to]))
	}
	for edge := range n * n {
		if edges>>edge&1 == 0 {
			continue
		}
		at := edge / n
		for i := range path {
			next := n + edge*path + i
			connect(at, next)
			at = next
		}
		connect(at, edge%n)
	}
	return mark.Func{Nodes: len(successors), Successors: func(buf []uint32, node uint32) []uint32 { return append(buf, successors[node]...) }}, where
}

// All graphs of three nodes, stretched, from each node: forced speculation reaches what a plain
// search reaches. Nodes that were harvested have no other way to be found as fast, so harvests
// must be many. With each number of workers a graph is in arrays of another width.
func TestChainsOfAllSmallGraphs(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	var markers [2]*mark.Marker
	var harvested [2]uint64
	for i := range markers {
		markers[i] = newMarker(t, mark.Options{Workers: i + 1, OverflowBlocks: smallPool, Tuning: tune.Tuning{Speculation: tune.SpeculationForce}})
	}
	for edges := range uint(1 << 9) {
		if (testing.Short() || raced) && edges%8 != 7 { // node 0 leads to each
			continue
		}
		g, where := stretched(3, edges, 60, random)
		arrays := [2]*mark.Adjacency{adjacencyOf(t, g), narrowOf(t, g)}
		for root, number := range where[:3] {
			want := search(g, uint32(number))
			for i, m := range markers {
				got, err := m.MarkGraph(context.Background(), arrays[(int(edges)/8+root+i)%2], []uint32{uint32(number)})
				require.NoError(t, err)
				require.Equal(t, want, slices.Collect(got.All()), "%d workers, edges %b, root %d", i+1, edges, root)
				requireEachScanned(t, got)
				harvested[i] += got.Stats.Sum().ObjectsHarvested
			}
		}
	}
	for i, n := range harvested {
		t.Logf("%d workers: %d nodes harvested", i+1, n)
		require.Greater(t, n, uint64(20))
	}
}

// Lists of several kinds. Each has node 0 in it, which cursors do not see.
func TestChainsOfLists(t *testing.T) {
	const nodes = 15_000
	random := rand.New(rand.NewPCG(9, 10))
	order := random.Perm(nodes)
	place := make([]int, nodes)
	for i, node := range order {
		place[node] = i
	}
	at := func(buf []uint32, i int) []uint32 {
		if i < 0 || i >= nodes {
			return buf
		}
		return append(buf, uint32(order[i]))
	}
	for name, successors := range map[string]func(buf []uint32, node uint32) []uint32{
		"list":   func(buf []uint32, node uint32) []uint32 { return at(buf, place[node]+1) },
		"ring":   func(buf []uint32, node uint32) []uint32 { return at(buf, (place[node]+1)%nodes) },
		"double": func(buf []uint32, node uint32) []uint32 { return at(at(buf, place[node]-1), place[node]+1) },
		"sorted": func(buf []uint32, node uint32) []uint32 {
			n := len(buf)
			buf = at(at(buf, place[node]-1), place[node]+1)
			slices.Sort(buf[n:])
			return buf
		},
		"to 0":    func(buf []uint32, node uint32) []uint32 { return at(append(buf, 0), place[node]+1) },
		"payload": func(buf []uint32, node uint32) []uint32 { return at(at(buf, place[node]+1), place[node]|1) },
	} {
		g := mark.Func{Nodes: nodes, Successors: successors}
		want := search(g, uint32(order[0]))
		for _, workers := range []int{1, 2, 3} {
			m := newMarker(t, mark.Options{Workers: workers, OverflowBlocks: smallPool, Tuning: tune.Tuning{Speculation: tune.SpeculationForce}})
			for _, a := range []*mark.Adjacency{adjacencyOf(t, g), narrowOf(t, g)} {
				got, err := m.MarkGraph(context.Background(), a, []uint32{uint32(order[0])})
				require.NoError(t, err)
				require.True(t, slices.Equal(want, slices.Collect(got.All())), "%s, %d workers", name, workers)
				requireEachScanned(t, got)
				require.Positive(t, got.Stats.Sum().Harvests, "%s, %d workers", name, workers)
			}
		}
	}
}

// requireEachScanned requires that what was marked was scanned, each once.
func requireEachScanned(t *testing.T, r *mark.Result) {
	t.Helper()
	require.Equal(t, r.Count(), r.Stats.Sum().Scanned)
	require.Equal(t, r.Count(), uint64(len(slices.Collect(r.All()))))
}
