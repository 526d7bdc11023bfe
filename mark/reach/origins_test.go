package reach_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
)

// requireOrigins compares FindOrigins, FindComponents and RetainedByRoots with a search for each set and each node.
func requireOrigins(t *testing.T, edges [][]uint32, sets [][]uint32) {
	t.Helper()
	from := make([]map[uint32]uint32, len(edges)) // what each node leads to
	masks := make([]uint64, len(edges))
	for node := range from {
		from[node] = newTwin(mark.Func{Nodes: len(edges), Successors: func(_ []uint32, node uint32) []uint32 { return edges[node] }}, []uint32{uint32(node)}).distance
	}
	reaches := func(a, b int) bool { _, ok := from[a][uint32(b)]; return ok }
	for i, set := range sets {
		for _, root := range set {
			for node := range from[root] {
				masks[node] |= 1 << i
			}
		}
	}
	for _, s := range subjects(t, edges) {
		numbered := mapped(sets, func(set []uint32) []uint32 { return s.numbers(set...) })
		got, err := reach.FindOrigins(t.Context(), s.graph, numbered)
		require.NoError(t, err)
		reached := 0
		for a := range edges {
			require.Equal(t, masks[a], got.Mask(s.at[a]), "%s, %v from %v: node %d", s.name, edges, sets, a)
			ca, ok := got.Of(s.at[a])
			require.Equal(t, masks[a] != 0, ok)
			if !ok {
				continue
			}
			reached++
			require.Less(t, int(ca), got.Count())
			for b := range edges {
				if cb, ok := got.Of(s.at[b]); ok {
					require.Equal(t, reaches(a, b) && reaches(b, a), ca == cb, "%s, %v: nodes %d and %d", s.name, edges, a, b)
					require.True(t, !reaches(a, b) || ca >= cb, "%s, %v: nodes %d and %d", s.name, edges, a, b)
				}
			}
		}
		require.Len(t, got.Nodes(), reached)
		require.True(t, slices.IsSortedFunc(got.Nodes(), func(a, b uint32) int {
			ca, _ := got.Of(a)
			cb, _ := got.Of(b)
			return int(ca) - int(cb)
		}))
		kept := slices.Concat(numbered[1:]...)
		gone, err := reach.RetainedByRoots(t.Context(), s.graph, kept, numbered[0], mark.Options{})
		require.NoError(t, err)
		for node := range edges {
			require.Equal(t, masks[node] == 1, gone.Has(s.at[node]), "%s, %v from %v: node %d", s.name, edges, sets, node)
		}
	}
}

// All graphs of up to three nodes, with some sets of roots, and random ones.
func TestOrigins(t *testing.T) {
	for n := 1; n <= 3; n++ {
		for matrix := range 1 << (n * n) {
			if (raced || testing.Short()) && matrix%5 != 0 {
				continue
			}
			last := uint32(n - 1)
			requireOrigins(t, matrixEdges(n, matrix), [][]uint32{{0}, {last}})
			requireOrigins(t, matrixEdges(n, matrix), [][]uint32{{last, 0, last}, {}, {0}})
		}
	}
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 51))
		edges := make([][]uint32, 1+random.IntN(60))
		for range random.IntN(2 * len(edges)) {
			from := random.IntN(len(edges))
			edges[from] = append(edges[from], uint32(random.IntN(len(edges))))
		}
		sets := make([][]uint32, 1+random.IntN(reach.MaxOrigins))
		for i := range sets {
			for range random.IntN(3) {
				sets[i] = append(sets[i], uint32(random.IntN(len(edges))))
			}
		}
		requireOrigins(t, edges, sets)
	}
}

// A path of a million nodes, a cycle of as many, and paths with edges back are no deeper than others.
func TestComponentsOfLongPaths(t *testing.T) {
	const nodes = 1_000_000
	for _, c := range []struct {
		back uint32 // from the last node, and from each one before
		want int
	}{{nodes, nodes}, {nodes - 1, 1}, {1, 1}, {7, 1}} {
		g := mark.Func{Nodes: nodes, Successors: func(buf []uint32, node uint32) []uint32 {
			if node+1 < nodes {
				buf = append(buf, node+1)
			}
			if node >= c.back {
				buf = append(buf, node-c.back)
			}
			return buf
		}}
		got, err := reach.FindComponents(t.Context(), g, []uint32{0})
		require.NoError(t, err)
		require.Equal(t, c.want, got.Count())
		require.Len(t, got.Nodes(), nodes)
	}
}

func TestOriginsRefuses(t *testing.T) {
	_, err := reach.FindOrigins(t.Context(), ring(3), make([][]uint32, 65))
	require.EqualError(t, err, "reach: 65 sets of roots: at most 64 are allowed")
	_, err = reach.FindOrigins(t.Context(), ring(3), [][]uint32{{0}, {3}})
	require.ErrorContains(t, err, "root 1 is node 3")
	_, err = reach.RetainedByRoots(t.Context(), ring(3), nil, []uint32{0, 3}, mark.Options{})
	require.EqualError(t, err, "reach: dropped root 1 is node 3: the graph has 3 nodes, numbered from 0")
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	_, err = reach.FindComponents(ctx, mark.Func{Nodes: 100_000, Successors: func(buf []uint32, node uint32) []uint32 {
		if calls++; calls == 500 {
			cancel()
		}
		return append(buf, (node+1)%100_000)
	}}, []uint32{0})
	require.ErrorIs(t, err, context.Canceled)
	_, err = reach.FindComponents(ctx, ring(3), []uint32{0})
	require.ErrorIs(t, err, context.Canceled)
}

// A user's function goes wrong at each node and in each of the two times that it is asked.
func TestOriginsOfBrokenGraphs(t *testing.T) {
	broken := errors.New("broken")
	for at := range 2 * 20 {
		for _, c := range []struct {
			name  string
			wrong func(err error, node uint32) bool
		}{
			{"error", func(err error, node uint32) bool { var e *mark.NodeError; return errors.As(err, &e) && e.Node == node }},
			{"panic", func(err error, node uint32) bool { var e *mark.PanicError; return errors.As(err, &e) && e.Node == node }},
			{"no node", func(err error, _ uint32) bool { return err != nil }},
		} {
			calls, last := 0, uint32(0)
			_, err := reach.FindOrigins(t.Context(), mark.TryFunc{Nodes: 20, Successors: func(buf []uint32, node uint32) ([]uint32, error) {
				last = node
				if calls++; calls <= at {
					return append(buf, (node+1)%20), nil
				}
				switch c.name {
				case "error":
					return nil, broken
				case "panic":
					panic(broken)
				}
				return append(buf, 20), nil
			}}, [][]uint32{{0}})
			require.True(t, c.wrong(err, last), "%s at call %d: %v", c.name, at, err)
		}
	}
	got, err := reach.FindOrigins(t.Context(), mark.Func{Nodes: 3, Successors: func() func(buf []uint32, _ uint32) []uint32 {
		calls := uint32(0)
		return func(buf []uint32, _ uint32) []uint32 { calls++; return append(buf, calls-1) }
	}()}, [][]uint32{{0}})
	require.ErrorContains(t, err, "the graph has changed: node 0 leads to node 1, which was not there before")
	require.Nil(t, got)
}

// Two tenants share node 3. What would go away with tenant 0, whose root is node 0?
//
//	0 ──> 2 ──> 3 <── 1
func ExampleFindOrigins() {
	ctx, g := context.Background(), rowsGraph([][]uint32{0: {2}, 1: {3}, 2: {3}, 3: nil})
	origins, err := reach.FindOrigins(ctx, g, [][]uint32{{0}, {1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for node, mask := range origins.All() {
		fmt.Printf("%d: %02b\n", node, mask)
	}
	gone, err := reach.RetainedByRoots(ctx, g, []uint32{1}, []uint32{0}, mark.Options{})
	fmt.Println(slices.Collect(gone.All()), err)
	// Output:
	// 0: 01
	// 1: 10
	// 2: 01
	// 3: 11
	// [0 2] <nil>
}
