// Gonum compares mark.Graph with the searches of gonum.org/v1/gonum/graph/traverse, and
// dominators.Of with package flow beside it, on random graphs with five edges for each node:
//
//	cd testdata/make/gonum && go run .
//
// It is a separate module, so that the other packages do not need gonum. Both sides see the same arrays.
// For gonum a type of a few lines shows them as a graph (arrays), or the edges are copied into
// gonum's own graph beforehand (simple). All take turns, and the figures are medians: the time
// of gonum over that of mark.Graph.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/iterator"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/traverse"

	"github.com/seed-3ccf4018/halfmark/mark"
)

func main() {
	most := flag.Int("nodes", 1_000_000, "how many nodes the largest graph has, at least 1000")
	rounds := flag.Int("rounds", 5, "how many rounds there are")
	flag.Parse()
	fmt.Printf("%9s %9s %12s %14s %14s %14s\n", "nodes", "reached", "mark.Graph", "arrays, depth", "arrays, breadth", "simple, breadth")
	for nodes := 1000; nodes <= *most; nodes *= 10 {
		if err := compare(os.Stdout, nodes, max(1, *rounds)); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Printf("\n%9s %9s %9s %14s %14s %14s %14s\n", "nodes", "graph", "reached", "dominators.Of", "Dominators", "DominatorsSLT", "by hand")
	for nodes := 1000; nodes <= *most; nodes *= 10 {
		for _, graph := range []string{"random", "deep"} {
			if err := compareDominators(os.Stdout, graph, nodes, max(1, *rounds)); err != nil {
				log.Fatal(err)
			}
		}
	}
}

// arrays is a random graph as traverse wants it: the successors of node i are
// targets[offsets[i]:offsets[i+1]].
type arrays struct {
	offsets, targets []uint32
}

// From returns the successors of a node.
func (a *arrays) From(id int64) graph.Nodes {
	to := a.targets[a.offsets[id]:a.offsets[id+1]]
	nodes := make([]graph.Node, len(to))
	for i := range to {
		nodes[i] = simple.Node(to[i])
	}
	return iterator.NewOrderedNodes(nodes)
}

// Edge returns an edge, which traverse shows to its filter.
func (a *arrays) Edge(from, to int64) graph.Edge {
	return simple.Edge{F: simple.Node(from), T: simple.Node(to)}
}

func random(nodes int) *arrays {
	r := rand.New(rand.NewPCG(1, 2))
	a := &arrays{targets: make([]uint32, 5*nodes)}
	for i := range nodes + 1 {
		a.offsets = append(a.offsets, uint32(5*i))
	}
	for i := range a.targets {
		a.targets[i] = r.Uint32N(uint32(nodes))
	}
	return a
}

// copied makes a graph of gonum's own. It may have no edge from a node to itself.
func (a *arrays) copied() *simple.DirectedGraph {
	g := simple.NewDirectedGraph()
	for from := range len(a.offsets) - 1 {
		for _, to := range a.targets[a.offsets[from]:a.offsets[from+1]] {
			if from != int(to) {
				g.SetEdge(a.Edge(int64(from), int64(to)))
			}
		}
	}
	return g
}

func compare(out io.Writer, nodes, rounds int) error {
	a := random(nodes)
	copied := a.copied()
	g, err := mark.NewAdjacency(a.offsets, a.targets)
	if err != nil {
		return err
	}
	ours := func() (reached int) {
		r, failed := mark.Graph(context.Background(), g, []uint32{0}, mark.Options{})
		if failed != nil {
			err = failed
			return 0
		}
		return int(r.Count())
	}
	theirs := []func() int{
		func() int { return depth(a) },
		func() int { return breadth(a) },
		func() int { return breadth(copied) },
	}
	ratios, base, reached := make([][]float64, len(theirs)), []time.Duration{}, 0
	for range rounds {
		first, n := timed(ours)
		base, reached = append(base, first), n
		for i, f := range theirs {
			time, n := timed(f)
			if n != reached {
				err = fmt.Errorf("%d nodes: mark.Graph reached %d, and gonum %d", nodes, reached, n)
			}
			ratios[i] = append(ratios[i], float64(time)/float64(first))
		}
	}
	fmt.Fprintf(out, "%9d %9d %12v %14.1f %14.1f %14.1f\n", nodes, reached, median(base).Round(time.Microsecond), median(ratios[0]), median(ratios[1]), median(ratios[2]))
	return err
}

func depth(g traverse.Graph) (reached int) {
	w := traverse.DepthFirst{Visit: func(graph.Node) { reached++ }}
	w.Walk(g, simple.Node(0), nil)
	return reached
}

func breadth(g traverse.Graph) (reached int) {
	w := traverse.BreadthFirst{Visit: func(graph.Node) { reached++ }}
	w.Walk(g, simple.Node(0), nil)
	return reached
}

func timed(f func() int) (time.Duration, int) {
	start := time.Now()
	n := f()
	return time.Since(start), n
}

func median[T float64 | time.Duration](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}
