package mark_test

import (
	"iter"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
)

type edge [2]uint32

func sequence(edges []edge) iter.Seq2[uint32, uint32] {
	return func(yield func(from, to uint32) bool) {
		for _, e := range edges {
			if !yield(e[0], e[1]) {
				return
			}
		}
	}
}

// requireSuccessors compares a graph with a twin that appends.
func requireSuccessors(t *testing.T, nodes int, edges []edge, a *mark.Adjacency) {
	t.Helper()
	require.Equal(t, nodes, a.NumNodes())
	want := make([][]uint32, nodes)
	for _, e := range edges {
		want[e[0]] = append(want[e[0]], e[1])
	}
	for node := range want {
		require.Equal(t, want[node], a.AppendSuccessors(nil, uint32(node)), "node %d of %v", node, edges)
	}
}

// Every sequence of up to 3 edges between up to 3 nodes.
func TestAdjacencyFromEverySmallSequence(t *testing.T) {
	for nodes := range 4 {
		for length := range 4 {
			edges := make([]edge, length)
			var fill func(i int)
			fill = func(i int) {
				if i == length {
					a, err := mark.AdjacencyFromEdges(nodes, sequence(edges))
					require.NoError(t, err)
					requireSuccessors(t, nodes, edges, a)
					return
				}
				for pair := range uint32(nodes * nodes) {
					edges[i] = edge{pair / uint32(nodes), pair % uint32(nodes)}
					fill(i + 1)
				}
			}
			fill(0)
		}
	}
}

func TestAdjacencyFromRandomEdges(t *testing.T) {
	for seed := range uint64(1000) {
		random := rand.New(rand.NewPCG(seed, 0))
		nodes, count := 1+random.IntN(40), random.IntN(120)
		if seed%20 == 0 { // blocks that are full
			nodes, count = 1+random.IntN(40_000), 2000+random.IntN(3000)
		}
		edges := make([]edge, count)
		for i := range edges {
			edges[i] = edge{random.Uint32N(uint32(nodes)), random.Uint32N(uint32(nodes))}
		}
		a, err := mark.AdjacencyFromEdges(nodes, sequence(edges))
		require.NoError(t, err, "seed %d", seed)
		requireSuccessors(t, nodes, edges, a)
	}
}

func TestAdjacencyFromBadEdges(t *testing.T) {
	for _, c := range []struct {
		nodes int
		edges iter.Seq2[uint32, uint32]
		says  string
	}{
		{3, nil, "mark: the sequence of edges is nil"},
		{-1, sequence(nil), "mark: the graph has -1 nodes: 0 to 4294967295 are allowed"},
		{0, sequence([]edge{{0, 0}}), "mark: edge 0 goes from node 0 to node 0: the graph has 0 nodes, numbered from 0"},
		{3, sequence([]edge{{0, 1}, {2, 3}}), "mark: edge 1 goes from node 2 to node 3: the graph has 3 nodes, numbered from 0"},
		{2, sequence(append(slices.Repeat([]edge{{0, 1}}, 5000), edge{1, 2})), "mark: edge 5000 goes from node 1 to node 2: the graph has 2 nodes, numbered from 0"},
		{3, sequence([]edge{{0, 1}, {1, 1}, {4294967295, 0}}), "mark: edge 2 goes from node 4294967295 to node 0: the graph has 3 nodes, numbered from 0"},
	} {
		a, err := mark.AdjacencyFromEdges(c.nodes, c.edges)
		require.Nil(t, a)
		require.ErrorContains(t, err, c.says)
	}
	if nodes := int64(1) << 32; strconv.IntSize == 64 {
		_, err := mark.AdjacencyFromEdges(int(nodes), sequence(nil))
		require.EqualError(t, err, "mark: the graph has 4294967296 nodes: 0 to 4294967295 are allowed")
	}
}

// A sequence that gives other edges the second time is an error. One that gives them in
// another order is not: the second order counts.
func TestEdgesDifferTheSecondTime(t *testing.T) {
	first := []edge{{0, 1}, {0, 2}, {1, 0}, {2, 2}}
	for _, c := range []struct {
		second []edge
		says   string // nothing if it is no error
	}{
		{first, ""},
		{[]edge{{2, 2}, {0, 2}, {1, 0}, {0, 1}}, ""},
		{nil, "node 0 has other successors"},
		{first[:3], "node 2 has other successors"},
		{[]edge{{0, 1}, {0, 2}, {1, 0}, {2, 1}}, "4 edges the first time, and 4 or others"},
		{[]edge{{0, 2}, {0, 0}, {1, 1}, {2, 2}}, "4 edges the first time, and 4 or others"},
		{[]edge{{0, 1}, {0, 2}, {1, 0}, {2, 9}}, "edge 3 goes from node 2 to node 9 when the edges are read again"},
		{[]edge{{0, 1}, {0, 2}, {0, 2}, {2, 2}}, "node 0 has other successors"},
		{[]edge{{0, 1}, {7, 2}}, "edge 1 goes from node 7 to node 2 when the edges are read again"},
		{[]edge{{2, 2}, {2, 2}, {1, 0}, {0, 1}}, "node 2 has other successors when the edges are read again"},
		{append(slices.Clone(first), edge{0, 2}), "edge 4 goes from node 0 to node 2 when the edges are read again"},
	} {
		times := 0
		a, err := mark.AdjacencyFromEdges(3, func(yield func(from, to uint32) bool) {
			if times++; times == 1 {
				sequence(first)(yield)
				return
			}
			sequence(c.second)(yield)
		})
		if c.says != "" {
			require.Nil(t, a)
			require.ErrorContains(t, err, c.says)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, 2, times)
		requireSuccessors(t, 3, c.second, a)
	}
}

// Edges that are exchanged between nodes, so that all counts stay, change the sum.
func TestExchangedEdgesAreNoticed(t *testing.T) {
	for seed := range uint64(1000) {
		random := rand.New(rand.NewPCG(seed, 1))
		const nodes = 1 << 12
		edges := make([]edge, 100)
		for i := range edges {
			edges[i] = edge{random.Uint32N(nodes), random.Uint32N(nodes)}
		}
		i, j := random.IntN(100), random.IntN(100)
		if edges[i][0] == edges[j][0] || edges[i][1] == edges[j][1] {
			continue
		}
		times := 0
		_, err := mark.AdjacencyFromEdges(nodes, func(yield func(from, to uint32) bool) {
			if times++; times == 2 {
				edges[i][1], edges[j][1] = edges[j][1], edges[i][1]
			}
			sequence(edges)(yield)
		})
		require.ErrorContains(t, err, "100 edges the first time, and 100 or others", "seed %d", seed)
	}
}

// Edges are sorted up to a place, at the borders of blocks and elsewhere, and then go back. The twin appends.
func TestEdgesLeaveTheOrder(t *testing.T) {
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 2))
		nodes := uint32(1 + random.IntN(3000))
		edges := make([]edge, random.IntN(7000))
		for i := range edges {
			edges[i] = edge{random.Uint32N(nodes), random.Uint32N(nodes)}
		}
		sorted := 0
		if len(edges) > 0 {
			sorted = random.IntN(len(edges) + 1)
		}
		slices.SortFunc(edges[:sorted], func(a, b edge) int { return int(a[0]) - int(b[0]) })
		a, err := mark.AdjacencyFromEdges(int(nodes), sequence(edges))
		require.NoError(t, err, "seed %d", seed)
		requireSuccessors(t, int(nodes), edges, a)

		if sorted == 0 {
			continue
		}
		times, at := 0, random.IntN(len(edges))
		_, err = mark.AdjacencyFromEdges(int(nodes), func(yield func(from, to uint32) bool) {
			if times++; times == 2 {
				edges[at][random.IntN(2)] = nodes // no node
			}
			sequence(edges)(yield)
		})
		require.ErrorContains(t, err, "edge "+strconv.Itoa(at)+" goes from node", "seed %d", seed)
	}
}

// A sequence that goes on after it was told to end, or has returned, is not listened to.
func TestEdgesThatGoOn(t *testing.T) {
	var late func(from, to uint32) bool
	a, err := mark.AdjacencyFromEdges(3, func(yield func(from, to uint32) bool) {
		late = yield
		sequence([]edge{{0, 1}, {2, 0}})(yield)
	})
	require.NoError(t, err)
	for range 5000 {
		late(0, 2)
	}
	requireSuccessors(t, 3, []edge{{0, 1}, {2, 0}}, a)

	_, err = mark.AdjacencyFromEdges(3, func(yield func(from, to uint32) bool) {
		for range 10_000 {
			yield(3, 3)
		}
	})
	require.ErrorContains(t, err, "edge 0 goes from node 3 to node 3")
}

// The panic of a sequence reaches the caller.
func TestEdgesPanic(t *testing.T) {
	require.PanicsWithValue(t, "no edges today", func() {
		_, _ = mark.AdjacencyFromEdges(1, func(func(from, to uint32) bool) { panic("no edges today") })
	})
}

// The allocations are the arrays of the result and 4 bytes for each node.
func TestAdjacencyFromEdgesMemory(t *testing.T) {
	const nodes, each = 1 << 16, 4
	edges := func(yield func(from, to uint32) bool) {
		for i := range uint32(nodes * each) {
			if !yield(i*7919%nodes, i%nodes) {
				return
			}
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	a, err := mark.AdjacencyFromEdges(nodes, edges)
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	result := uint64(4*(nodes+1) + 4*nodes*each)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, result+4*nodes+64<<10)
	runtime.KeepAlive(a)
}
