package mark_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// BenchmarkWorkers compares the default options with one worker, on graphs of many sizes. It marks
// with both in turns, and reports the medians of both and of the ratios of the pairs. The default must
// not be slower than one worker by more than a twentieth, at any size.
//
// Callbacks compute for some time, besides looking the successors up. The functions of this package make
// a Marker for each mark, so they are compared, too.
//
//	go test ./mark -run '^$' -bench Workers -benchtime 21x
//	go test ./mark -run '^$' -bench 'Workers/via=marker/scan=arrays' -benchtime 21x
func BenchmarkWorkers(b *testing.B) {
	for _, via := range []string{"marker", "function"} {
		for _, scan := range []string{"arrays", "10ns", "100ns", "1us"} {
			for _, shape := range []string{"random", "tree", "list"} {
				for _, nodes := range []int{100, 1_000, 20_000, 200_000, 2_000_000} {
					b.Run(fmt.Sprintf("via=%s/scan=%s/shape=%s/nodes=%d", via, scan, shape, nodes), func(b *testing.B) {
						g := workersGraph(b, shape, nodes)
						benchmarkWorkers(b, via, scanned(b, g, scan), nodes)
					})
				}
			}
		}
	}
}

// workersGraph is a graph of that many nodes, in arrays. Its nodes are numbered at random.
func workersGraph(b *testing.B, shape string, nodes int) *mark.Adjacency {
	b.Helper()
	random := rand.New(rand.NewPCG(31, uint64(nodes)))
	name := random.Perm(nodes)
	name = append(name, slices.Index(name, 0)) // the root is node 0
	name[0], name[name[nodes]] = 0, name[0]
	edges := make([][4]uint32, nodes)
	degrees := make([]int, nodes)
	for i := range nodes {
		from := name[i]
		add := func(to int) {
			if to < nodes {
				edges[from][degrees[from]] = uint32(name[to])
				degrees[from]++
			}
		}
		switch shape {
		case "random":
			for range 4 {
				add(random.IntN(nodes))
			}
		case "tree":
			add(2*i + 1)
			add(2*i + 2)
		case "list":
			add(i + 1)
		}
	}
	offsets, targets := make([]uint32, 1, nodes+1), make([]uint32, 0, 4*nodes)
	for node, n := range degrees {
		targets = append(targets, edges[node][:n]...)
		offsets = append(offsets, uint32(len(targets)))
	}
	a, err := mark.NewAdjacency(offsets, targets)
	require.NoError(b, err)
	return a
}

// scanned is g, or a callback that has the successors of g and computes for about that long.
func scanned(b *testing.B, g *mark.Adjacency, scan string) mark.Digraph {
	b.Helper()
	if scan == "arrays" {
		return g
	}
	takes, err := time.ParseDuration(scan)
	require.NoError(b, err)
	// The shortest one looks the successors up, and does nothing else.
	turns := int(float64(takes-10*time.Nanosecond) / turnTime())
	return mark.Func{Nodes: g.NumNodes(), Successors: func(buf []uint32, node uint32) []uint32 {
		if compute(uint64(node)+1, turns) == 0 {
			panic("an odd number times odd numbers is not even")
		}
		return g.AppendSuccessors(buf, node)
	}}
}

// compute takes a time in proportion to turns. It never returns 0.
func compute(x uint64, turns int) uint64 {
	x |= 1
	for range turns {
		x *= 6364136223846793005
	}
	return x
}

// turnTime is how many nanoseconds one turn of compute takes.
func turnTime() float64 {
	const turns = 1 << 16
	var times []time.Duration
	for range 21 {
		start := time.Now()
		if compute(1, turns) == 0 {
			panic("not odd")
		}
		times = append(times, time.Since(start))
	}
	return median(times) / turns
}

// benchmarkWorkers measures pairs. A sample of a small graph is many marks.
func benchmarkWorkers(b *testing.B, via string, g mark.Digraph, nodes int) {
	sides := [2]mark.Options{{Workers: 1}, {}}
	var run [2]func() error
	for i, o := range sides {
		m := newMarker(b, o)
		run[i] = func() error { _, err := m.MarkGraph(context.Background(), g, []uint32{0}); return err }
		if via == "function" {
			run[i] = func() error { _, err := mark.Graph(context.Background(), g, []uint32{0}, o); return err }
		}
		require.NoError(b, run[i]()) // the first mark makes the bitmaps
	}
	var times [2][]time.Duration
	var ratios []float64
	for pair := 0; b.Loop(); pair++ {
		for turn := range 2 {
			i := (turn + pair) % 2
			start := time.Now()
			for range max(1, 20_000/nodes) {
				if err := run[i](); err != nil {
					b.Fatal(err)
				}
			}
			times[i] = append(times[i], time.Since(start))
		}
		ratios = append(ratios, float64(times[1][pair])/float64(times[0][pair]))
	}
	slices.Sort(ratios)
	perNode := float64(nodes * max(1, 20_000/nodes))
	b.ReportMetric(median(times[0])/perNode, "one-ns/node")
	b.ReportMetric(median(times[1])/perNode, "default-ns/node")
	b.ReportMetric(ratios[len(ratios)/2], "default/one")
}
