//go:build interleave && !fullsize

package reach

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// searched is breadth-first search of a small graph from node 0: distances, and the parent with
// the smallest number. A parent of -1 is that of the root.
func searched(edges [][]uint32) (distances, parents []int) {
	distances, parents = make([]int, len(edges)), make([]int, len(edges))
	for node := range edges {
		distances[node] = -1
	}
	distances[0], parents[0] = 0, -1
	for depth := range edges {
		for from, successors := range edges {
			for _, to := range successors {
				switch {
				case distances[from] != depth:
				case distances[to] < 0:
					distances[to], parents[to] = depth+1, from
				case distances[to] == depth+1:
					parents[to] = min(parents[to], from)
				}
			}
		}
	}
	return distances, parents
}

// breadthScene searches a graph twice: for levels, and for the paths to all nodes.
func breadthScene(edges [][]uint32, arrays, paths bool, workers int) interleave.Program {
	g := graphOf(edges, arrays)
	asked := make([]int, len(edges))
	if !arrays {
		g = mark.Func{Nodes: len(edges), Successors: func(buf []uint32, node uint32) []uint32 {
			asked[node]++
			return append(buf, edges[node]...)
		}}
	}
	distances, parents := searched(edges)
	options := mark.Options{Workers: workers}
	return func(w *interleave.World) func() {
		clear(asked)
		w.Go("caller", func() {
			if paths {
				requireScenePaths(w, g, parents, options)
				return
			}
			d, err := Levels(context.Background(), g, []uint32{0}, options)
			if err != nil {
				w.Failf("%v", err)
			}
			for node, want := range distances {
				if got, ok := d.Of(uint32(node)); !ok || int(got) != want {
					w.Failf("node %d: distance %d, %v, and not %d", node, got, ok, want)
				}
			}
			if d.Count() != uint64(len(edges)) {
				w.Failf("%d nodes", d.Count())
			}
		})
		return func() {
			if slices.Max(asked) > 1 {
				w.Failf("so often were the nodes asked for their successors: %v", asked)
			}
		}
	}
}

func requireScenePaths(w *interleave.World, g mark.Digraph, parents []int, options mark.Options) {
	var nodes []uint32
	for node := range parents {
		nodes = append(nodes, uint32(node))
	}
	paths, err := Paths(context.Background(), g, []uint32{0}, nodes, options)
	if err != nil {
		w.Failf("%v", err)
		return
	}
	for node := range parents {
		var want []uint32
		for at := node; at >= 0; at = parents[at] {
			want = append(want, uint32(at))
		}
		slices.Reverse(want)
		if !slices.Equal(want, paths[node]) {
			w.Failf("path %v, and not %v", paths[node], want)
		}
	}
}

// TestBreadth: levels of two nodes and more are shared. The distances are right, each node is
// found once, no callback is asked twice, and the paths are the same in every schedule.
func TestBreadth(t *testing.T) {
	wide := [][][]uint32{
		{{1, 2}, {3}, {3}, nil},              // two lead to one
		{{2, 1}, {4}, {4, 3}, nil, nil},      // and the one that is found first is not the smaller
		{{2, 4}, {3, 5}, {3}, {1}, nil, nil}, // a smaller node leads there too late
		{{1, 2, 3}, {4, 0}, {4, 1}, {4}, nil},
	}
	few, many := 2, 1
	if !testing.Short() {
		few, many = 3, 2
	}
	require.Len(t, upTo3(), 2+8+136) // TestDigraphs of package mark counts them
	exploreBreadth(t, "every graph of up to 3 nodes", upTo3(), 2, few)
	exploreBreadth(t, "wide graphs", wide, 2, few)
	exploreBreadth(t, "wide graphs, 3 workers", wide, 3, many)
}

// exploreBreadth explores levels and paths, of a callback and of arrays.
func exploreBreadth(t *testing.T, name string, graphs [][][]uint32, workers, preemptions int) {
	t.Helper()
	executions, longest := 0, 0
	o := interleave.Options{Search: interleave.Bounded, Preemptions: preemptions, Steps: 3000}
	for _, edges := range graphs {
		for i := range 4 {
			rep := interleave.Explore(breadthScene(edges, i&1 > 0, i&2 > 0, workers), o)
			tagged.Passes(t, rep, "%s: successors by node are %v, %d workers, arrays: %v, paths: %v", name, edges, workers, i&1 > 0, i&2 > 0)
			require.True(t, rep.Complete)
			if len(edges) > 3 {
				require.Greater(t, rep.Executions, 1, "%v: no level was shared", edges)
			}
			executions += rep.Executions
			longest = max(longest, rep.Longest)
		}
	}
	t.Logf("| mark, search by breadth, %s | %d | preemptions up to %d | %d | %d |", name, 4*len(graphs), preemptions, executions, longest)
}

// graphOf is a graph with these successors by node, as a function or as arrays.
func graphOf(edges [][]uint32, arrays bool) mark.Digraph {
	if !arrays {
		return mark.Func{Nodes: len(edges), Successors: func(buf []uint32, node uint32) []uint32 { return append(buf, edges[node]...) }}
	}
	offsets, targets := []uint64{0}, []uint32(nil)
	for _, to := range edges {
		targets = append(targets, to...)
		offsets = append(offsets, uint64(len(targets)))
	}
	a, err := mark.NewAdjacency(offsets, targets)
	if err != nil {
		panic(err)
	}
	return a
}

// upTo3 are all graphs of 1, 2 and 3 nodes without parallel edges, all of whose nodes can be reached from
// node 0. Of two that differ only in the names of nodes 1 and 2 it has one.
func upTo3() (all [][][]uint32) {
	for n := 1; n <= 3; n++ {
		for bits := range 1 << (n * n) {
			var edges, renamed [3][3]int
			for i := range n * n {
				from, to := i/n, i%n
				edges[from][to] = bits >> i & 1
				renamed[(n-from)%n][(n-to)%n] = edges[from][to]
			}
			if slices.CompareFunc(renamed[:], edges[:], func(a, b [3]int) int { return slices.Compare(a[:], b[:]) }) < 0 {
				continue
			}
			rows := make([][]uint32, n)
			for i := range n * n {
				if bits>>i&1 == 1 {
					rows[i/n] = append(rows[i/n], uint32(i%n))
				}
			}
			if distances, _ := searched(rows); !slices.Contains(distances, -1) {
				all = append(all, rows)
			}
		}
	}
	return all
}
