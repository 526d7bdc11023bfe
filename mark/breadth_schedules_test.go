//go:build interleave && !fullsize

package mark

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

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
	g := scene{nodes: len(edges), edges: edges, arrays: arrays}.graph()
	asked := make([]int, len(edges))
	if !arrays {
		g = Func{len(edges), func(buf []uint32, node uint32) []uint32 {
			asked[node]++
			return append(buf, edges[node]...)
		}}
	}
	distances, parents := searched(edges)
	options := Options{Workers: workers}
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

func requireScenePaths(w *interleave.World, g Digraph, parents []int, options Options) {
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
	exploreBreadth(t, "every graph of up to 3 nodes", upTo3(1, true), 2, few)
	exploreBreadth(t, "wide graphs", wide, 2, few)
	exploreBreadth(t, "wide graphs, 3 workers", wide, 3, many)
}

// exploreBreadth explores levels and paths, of a callback and of arrays.
func exploreBreadth(t *testing.T, name string, graphs [][][]uint32, workers, preemptions int) {
	t.Helper()
	executions, longest, o := 0, 0, bound(preemptions)
	o.Steps = 3000
	for _, edges := range graphs {
		for i := range 4 {
			rep := interleave.Explore(breadthScene(edges, i&1 > 0, i&2 > 0, workers), o)
			tagged.Passes(t, rep, "%s: %s, %d workers, arrays: %v, paths: %v", name, inWords(edges), workers, i&1 > 0, i&2 > 0)
			require.True(t, rep.Complete)
			if len(edges) > 3 {
				require.Greater(t, rep.Executions, 1, "%v: no level was shared", edges)
			}
			executions += rep.Executions
			longest = max(longest, rep.Longest)
		}
	}
	t.Logf("| mark, search by breadth, %s | %d | %s | %d | %d |", name, 4*len(graphs), boundOf(o), executions, longest)
}
