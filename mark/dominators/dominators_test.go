package dominators

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ask"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

type lists [][]uint32

func (g lists) NumNodes() int { return len(g) }

func (g lists) AppendSuccessors(buf []uint32, node uint32) []uint32 { return append(buf, g[node]...) }

// reachedWithout is a search by hand that does not go through a node; -1 is none.
func (g lists) reachedWithout(roots []uint32, without int) []bool {
	seen := make([]bool, len(g))
	for grey := slices.Clone(roots); len(grey) > 0; {
		node := grey[len(grey)-1]
		grey = grey[:len(grey)-1]
		if int(node) != without && !seen[node] {
			seen[node] = true
			grey = append(grey, g[node]...)
		}
	}
	return seen
}

// requireRight compares a tree with what is reachable without each node: Dominators, Idom and Retained.
func requireRight(t *testing.T, g lists, roots []uint32) {
	t.Helper()
	tree, err := Of(t.Context(), g, roots, mark.Options{Workers: 1})
	require.NoError(t, err)
	all := g.reachedWithout(roots, -1)
	sizes := tree.Retained(func(node uint32) uint64 { return uint64(node) + 1 })
	dominators, total := make([][]uint32, len(g)), uint64(0)
	for d := range g {
		kept, without := uint64(0), g.reachedWithout(roots, d)
		for v := range g {
			if all[v] && !without[v] {
				kept += uint64(v) + 1
				if v != d {
					dominators[v] = append(dominators[v], uint32(d))
				}
			}
		}
		require.Equal(t, kept, sizes.Of(uint32(d)), "%v from %v: node %d", g, roots, d)
		if all[d] {
			total += uint64(d) + 1
		}
	}
	require.Equal(t, total, sizes.Total())
	children := 0
	for v := range g {
		got := slices.Collect(tree.Dominators(uint32(v)))
		immediate, ok := tree.Idom(uint32(v))
		require.Equal(t, len(got) > 0, ok)
		if ok {
			require.Equal(t, got[0], immediate)
			require.Len(t, dominators[immediate], len(dominators[v])-1, "%v from %v: node %d: the others dominate the immediate one", g, roots, v)
		}
		for child := range tree.Children(uint32(v)) {
			d, ok := tree.Idom(child)
			require.True(t, ok)
			require.Equal(t, uint32(v), d)
			children++
		}
		slices.Sort(got)
		require.Equal(t, dominators[v], got, "%v from %v: node %d", g, roots, v)
		if len(got) > 0 {
			children--
		}
	}
	requireWalk(t, tree)
	require.Zero(t, children, "each node with a dominator is a child once")
}

// requireWalk: the walk enters each node once, below its dominator, and leaves it when it has left what is below.
func requireWalk(t *testing.T, tree *Tree) {
	t.Helper()
	entered, above := map[uint32]bool{}, []uint32{}
	for node, enters := range tree.Walk() {
		if !enters {
			require.Equal(t, node, above[len(above)-1])
			above = above[:len(above)-1]
			continue
		}
		require.False(t, entered[node])
		entered[node] = true
		d, ok := tree.Idom(node)
		require.Equal(t, len(above) > 0, ok)
		if ok {
			require.Equal(t, d, above[len(above)-1])
		}
		above = append(above, node)
	}
	require.Len(t, entered, tree.Len())
	require.Empty(t, above)
	for range tree.Walk() {
		break
	}
}

// digraph is that of a number: bit n*i+j is the edge from i to j.
func digraph(n int, edges uint32) lists {
	g := make(lists, n)
	for i := range n * n {
		if edges>>i&1 == 1 {
			g[i/n] = append(g[i/n], uint32(i%n))
		}
	}
	return g
}

// TestEveryGraph and TestSlowEveryGraph: all digraphs of up to 3 nodes with all roots, and of 4 nodes with one root and with two.
func TestEveryGraph(t *testing.T) {
	for n := 1; n <= 3; n++ {
		for edges := uint32(0); edges < 1<<(n*n); edges++ {
			if testing.Short() && edges%7 != 0 {
				continue
			}
			for set := 1; set < 1<<n; set++ {
				var roots []uint32
				for node := range n {
					if set>>node&1 == 1 {
						roots = append(roots, uint32(node))
					}
				}
				requireRight(t, digraph(n, edges), roots)
			}
		}
	}
}

func TestSlowEveryGraph(t *testing.T) {
	tagged.Slow(t)
	for edges := uint32(0); edges < 1<<16; edges++ {
		requireRight(t, digraph(4, edges), []uint32{0})
		requireRight(t, digraph(4, edges), []uint32{0, 3})
	}
}

// random is a graph of n nodes with about so many edges for each, and some nodes that are not
// reached.
func random(r *rand.Rand, n int, degree float64) lists {
	g := make(lists, n)
	for range int(float64(n) * degree) {
		from := r.IntN(n)
		g[from] = append(g[from], uint32(r.IntN(n)))
	}
	return g
}

// TestRandomGraphs and TestSlowRandomGraphs: graphs of few edges have deep trees, and those of many have flat ones.
func TestRandomGraphs(t *testing.T) { randomGraphs(t, 60, 60) }

func TestSlowRandomGraphs(t *testing.T) {
	tagged.Slow(t)
	randomGraphs(t, 10_000, 120)
	randomGraphs(t, 20, 2000)
}

// TestLongRandomGraphs takes some minutes.
func TestLongRandomGraphs(t *testing.T) {
	if os.Getenv("HALFMARK_LONG") == "" {
		t.Skip("HALFMARK_LONG=1 runs it")
	}
	randomGraphs(t, 10_000, 2000)
}

func randomGraphs(t *testing.T, graphs, most int) {
	for seed := range uint64(graphs) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 2 + r.IntN(most-1)
		g := random(r, n, []float64{.8, 1.1, 1.5, 3}[seed%4])
		requireRight(t, g, []uint32{uint32(r.IntN(n)), uint32(r.IntN(n))})
	}
}

// TestLongPath: a path that is as deep as it is long, with and without edges back to the root, takes no recursion.
func TestLongPath(t *testing.T) {
	const n = 200_000
	for _, back := range []bool{false, true} {
		g := mark.Func{Nodes: n, Successors: func(buf []uint32, node uint32) []uint32 {
			if node+1 < n {
				buf = append(buf, node+1)
			}
			if back {
				buf = append(buf, 0)
			}
			return buf
		}}
		tree, err := Of(t.Context(), g, []uint32{0}, mark.Options{Workers: 1})
		require.NoError(t, err)
		require.Equal(t, n, tree.Len())
		sizes := tree.Retained(func(uint32) uint64 { return 1 })
		for _, node := range []uint32{0, 1, n / 2, n - 1} {
			require.Equal(t, uint64(n-node), sizes.Of(node))
		}
	}
}

// TestLongClimbs: a list whose last node refers to many nodes that the root refers to, too. From each of them a climb of single steps would be as
// long as the list.
func TestLongClimbs(t *testing.T) {
	const list, leaves = 50_000, 50_000
	g := mark.Func{Nodes: list + leaves, Successors: func(buf []uint32, node uint32) []uint32 {
		if node == 0 || node == list-1 {
			for leaf := range uint32(leaves) {
				buf = append(buf, list+leaf)
			}
		}
		if node+1 < list {
			buf = append(buf, node+1)
		}
		return buf
	}}
	reached, err := mark.Graph(t.Context(), g, []uint32{0}, mark.Options{Workers: 1})
	require.NoError(t, err)
	s, err := newSearch(t.Context(), g, []uint32{0}, reached, mark.Options{})
	require.NoError(t, err)
	require.Less(t, s.steps, uint64(40*(list+leaves)))
	for _, node := range []uint32{1, list - 1, list, list + leaves - 1} {
		d, ok := s.Idom(node)
		require.True(t, ok)
		if node < list {
			require.Equal(t, node-1, d)
		} else {
			require.Zero(t, d)
		}
	}
}

// TestRetainedOfOneNode: the size is that of the set of package reach.
func TestRetainedOfOneNode(t *testing.T) {
	g := random(rand.New(rand.NewPCG(3, 4)), 300, 1.3)
	roots := []uint32{0, 1, 2}
	tree, err := Of(t.Context(), g, roots, mark.Options{})
	require.NoError(t, err)
	sizes := tree.Retained(func(uint32) uint64 { return 1 })
	for node := range uint32(300) {
		set, err := reach.Retained(t.Context(), g, roots, []uint32{node}, mark.Options{Workers: 1})
		require.NoError(t, err)
		require.Equal(t, set.Count(), sizes.Of(node))
	}
}

// TestHeap: in a heap the nodes are Refs, and dead objects are not reached. A nil among the roots is left out, as a mark does.
func TestHeap(t *testing.T) {
	var b heap.Builder
	b.Add(0, 1, 1)
	b.Add(8, 2)
	b.Add(64)
	b.Add(8, 2) // it is dead
	b.Root(0)
	h, err := b.Build()
	require.NoError(t, err)
	var objects []heap.Ref
	for _, obj := range h.Objects() {
		objects = append(objects, obj)
	}
	tree, err := Of(t.Context(), h.Graph(), h.Graph().Roots(), mark.Options{Workers: 1})
	require.NoError(t, err)
	require.Equal(t, 3, tree.Len())
	sizes := tree.Retained(func(uint32) uint64 { return 1 })
	for i, want := range []uint64{3, 2, 1, 0} {
		require.Equal(t, want, sizes.Of(uint32(objects[i])), "object %d", i)
	}
	withNil, err := Of(t.Context(), h.Graph(), []uint32{0, uint32(objects[0])}, mark.Options{Workers: 1})
	require.NoError(t, err)
	require.Equal(t, tree.idom, withNil.idom)
}

// TestTop: the largest come first, whatever their order in the graph, and no more than there are.
func TestTop(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 9))
		g := random(r, 200, 1.2)
		tree, err := Of(t.Context(), g, []uint32{0, 1}, mark.Options{Workers: 1})
		require.NoError(t, err)
		sizes := tree.Retained(func(node uint32) uint64 { return uint64(node % 7) })
		var all []Retainer
		seen := map[uint32]bool{}
		for node := range tree.All() {
			if d, ok := tree.Idom(node); ok {
				require.True(t, seen[d], "a dominator comes first")
			}
			seen[node] = true
			all = append(all, Retainer{node, sizes.Of(node)})
		}
		require.Len(t, all, tree.Len())
		slices.SortFunc(all, func(a, b Retainer) int { return cmp.Or(cmp.Compare(b.Size, a.Size), cmp.Compare(a.Node, b.Node)) })
		require.Empty(t, sizes.Top(0))
		for _, n := range []int{1, 2, 7, len(all), len(all) + 5} {
			require.Equal(t, all[:min(n, len(all))], sizes.Top(n), "the first %d of %d", n, len(all))
		}
	}
}

// TestErrors: each is said, and there is no tree.
func TestErrors(t *testing.T) {
	g := digraph(2, 0b0110)
	done, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx   context.Context
		g     mark.Digraph
		roots []uint32
		says  string
	}{
		{done, g, []uint32{0}, "canceled"},
		{t.Context(), g, []uint32{5}, "5"},
		{t.Context(), nil, nil, "graph"},
		{t.Context(), &growing{from: 2}, []uint32{0}, "the graph has changed: it had 0 edges, and has 1"},
		{t.Context(), &growing{from: 3}, []uint32{0}, "the graph has changed: it had 0 edges, and has 1"},
		{t.Context(), &growing{from: 1, to: 1}, []uint32{0}, "the graph has changed: an edge to node 1 was not there before"},
	} {
		tree, err := Of(c.ctx, c.g, c.roots, mark.Options{Workers: 1})
		assert.ErrorContains(t, err, c.says)
		assert.Nil(t, tree)
	}
	tree, err := Of(t.Context(), g, nil, mark.Options{})
	require.NoError(t, err)
	require.Zero(t, tree.Len())
	_, ok := tree.Idom(0)
	require.False(t, ok)
	require.Zero(t, tree.Retained(func(uint32) uint64 { return 1 }).Of(1))
}

// failing is a path of 4 nodes whose user fails at node 2, from a call on.
func failing(from int, fail func() error) mark.TryFunc {
	calls := 0
	return mark.TryFunc{Nodes: 4, Successors: func(buf []uint32, node uint32) ([]uint32, error) {
		if node == 2 {
			if calls++; calls >= from {
				return nil, fail()
			}
		}
		return append(buf, min(node+1, 3)), nil
	}}
}

// TestFailures: an error of the graph, and a panic in it, are told with the node, whichever pass asks.
func TestFailures(t *testing.T) {
	for from := 1; from <= 4; from++ {
		cause := errors.New("no such page")
		tree, err := Of(t.Context(), failing(from, func() error { return cause }), []uint32{0}, mark.Options{Workers: 1})
		require.Nil(t, tree)
		var failed *mark.NodeError
		require.ErrorAs(t, err, &failed, "call %d", from)
		require.EqualValues(t, 2, failed.Node)
		require.ErrorIs(t, err, cause)

		tree, err = Of(t.Context(), failing(from, func() error { panic("a bug") }), []uint32{0}, mark.Options{Workers: 1})
		require.Nil(t, tree)
		var panicked *mark.PanicError
		require.ErrorAs(t, err, &panicked, "call %d", from)
		require.Equal(t, []any{"AppendSuccessors", uint32(2), "a bug"}, []any{panicked.Call, panicked.Node, panicked.Value})
	}
	tree, err := Of(t.Context(), failing(5, nil), []uint32{0}, mark.Options{Workers: 1})
	require.NoError(t, err)
	require.Equal(t, 4, tree.Len())
	calls := 0
	plain := mark.Func{Nodes: 1, Successors: func(buf []uint32, _ uint32) []uint32 {
		if calls++; calls == 2 {
			panic("a bug")
		}
		return buf
	}}
	_, err = Of(t.Context(), plain, []uint32{0}, mark.Options{Workers: 1})
	var panicked *mark.PanicError
	require.ErrorAs(t, err, &panicked)
	require.Equal(t, "AppendSuccessors", panicked.Call)
}

// TestEachPassLooks: each pass over the nodes sees that the context is done, and tells how far it has come.
func TestEachPassLooks(t *testing.T) {
	const n = looks + 10
	passes := 0
	for stop := 1; stop <= 6; stop++ {
		ctx, cancel := context.WithCancel(t.Context())
		asker := ask.New(ctx, "dominators", path(n), n)
		s := &search{Asker: asker, Tree: new(Tree)}
		reached, err := mark.Graph(t.Context(), path(n), []uint32{0}, mark.Options{Workers: 1})
		require.NoError(t, err)
		told := 0
		s.clock, s.reached, s.ranks = newClock(asker.Stopped, func(p mark.Progress) {
			require.EqualValues(t, looks, p.Scanned)
			if told++; told == stop {
				cancel()
			}
			s.last = time.Time{} // so that the next look is told, too
		}), reached, heap.RanksOf(reached.Bits())
		s.last = time.Time{}
		if err = s.find([]uint32{0}); err == nil {
			break
		}
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, stop, told)
		passes++
		cancel()
	}
	require.Equal(t, 4, passes, "the last pass has no look after its last one")
}

func path(n int) mark.Func {
	return mark.Func{Nodes: n, Successors: func(buf []uint32, node uint32) []uint32 {
		if int(node)+1 < n {
			buf = append(buf, node+1)
		}
		return buf
	}}
}

// growing has one edge more, to a node, from a call on.
type growing struct {
	calls, from int
	to          uint32
}

func (*growing) NumNodes() int { return 2 }

func (g *growing) AppendSuccessors(buf []uint32, node uint32) []uint32 {
	if g.calls++; g.calls > g.from {
		buf = append(buf, g.to)
	}
	return buf
}

func ExampleOf() {
	//	0 ──> 1 ──> 2 ──> 4
	//	      └───> 3 ────^
	g := lists{{1}, {2, 3}, {4}, {4}, nil}
	tree, err := Of(context.Background(), g, []uint32{0}, mark.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	sizes := tree.Retained(func(uint32) uint64 { return 1 })
	for node := range uint32(5) {
		dominator, ok := tree.Idom(node)
		fmt.Println(node, sizes.Of(node), dominator, ok)
	}
	// Output:
	// 0 5 0 false
	// 1 4 0 true
	// 2 1 1 true
	// 3 1 1 true
	// 4 1 1 true
}
