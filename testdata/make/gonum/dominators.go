package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"gonum.org/v1/gonum/graph/flow"
	"gonum.org/v1/gonum/graph/simple"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/dominators"
)

// dominated are graphs by name. In a random one nearly each node has the root as its dominator. In a deep one each edge leads at most
// twenty nodes on, and a node in a hundred is on all paths.
var dominated = map[string]func(nodes int) *arrays{
	"random": random,
	"deep": func(nodes int) *arrays {
		a := random(nodes)
		for i := range a.targets {
			from := uint32(i / 5)
			to := from + 1 + a.targets[i]%20
			if gate := (from/100 + 1) * 100; to > gate {
				to = gate
			}
			a.targets[i] = min(to, uint32(nodes-1))
		}
		return a
	},
}

// compareDominators finds the dominators of all nodes: by this library, by both functions of gonum's package flow, and by a loop of the kind
// that one writes by hand. All must agree.
func compareDominators(out io.Writer, name string, nodes, rounds int) error {
	a := dominated[name](nodes)
	copied := a.copied()
	g, err := mark.NewAdjacency(a.offsets, a.targets)
	if err != nil {
		return err
	}
	var ours *dominators.Tree
	find := func() int {
		if ours, err = dominators.Of(context.Background(), g, []uint32{0}, mark.Options{}); err != nil {
			return 0
		}
		return ours.Len()
	}
	var hand []uint32
	var theirs flow.DominatorTree
	rivals := []struct {
		find func() int
		idom func(node int64) int64 // -1 if there is none
	}{
		{func() int { theirs = flow.Dominators(simple.Node(0), copied); return 0 }, func(node int64) int64 { return dominatorIn(theirs, node) }},
		{func() int { theirs = flow.DominatorsSLT(simple.Node(0), copied); return 0 }, func(node int64) int64 { return dominatorIn(theirs, node) }},
		{func() int { hand = iterate(a); return 0 }, func(node int64) int64 { return int64(hand[node]) - 1 }},
	}
	base, ratios := []time.Duration{}, make([][]float64, len(rivals))
	for range rounds {
		first, _ := timed(find)
		if err != nil {
			return err
		}
		base = append(base, first)
		for i, r := range rivals {
			took, _ := timed(r.find)
			ratios[i] = append(ratios[i], float64(took)/float64(first))
			for node := range uint32(nodes) {
				want := int64(-1)
				if d, ok := ours.Idom(node); ok {
					want = int64(d)
				}
				if got := r.idom(int64(node)); got != want {
					return fmt.Errorf("%d nodes: the dominator of node %d is %d for this library, and %d for rival %d", nodes, node, want, got, i)
				}
			}
		}
	}
	fmt.Fprintf(out, "%9d %9s %9d %14v %14.1f %14.1f %14.1f\n", nodes, name, ours.Len(), median(base).Round(time.Microsecond), median(ratios[0]), median(ratios[1]), median(ratios[2]))
	return nil
}

func dominatorIn(t flow.DominatorTree, node int64) int64 {
	if d := t.DominatorOf(node); d != nil {
		return d.ID()
	}
	return -1
}

// iterate is the simple algorithm: K. D. Cooper, T. J. Harvey and K. Kennedy, "A Simple, Fast Dominance Algorithm", 2001. It goes through the
// nodes in reverse postorder until nothing changes. It returns one more than the dominator of each node, and 0 for the root and for what it
// does not reach.
func iterate(a *arrays) []uint32 {
	nodes := len(a.offsets) - 1
	post, order := make([]uint32, nodes), []uint32(nil) // post is one more than the place in order
	next, path := append([]uint32(nil), a.offsets...), []uint32{0}
	seen := make([]bool, nodes)
	seen[0] = true
	for len(path) > 0 {
		node := path[len(path)-1]
		if next[node] == a.offsets[node+1] {
			path = path[:len(path)-1]
			order = append(order, node)
			post[node] = uint32(len(order))
			continue
		}
		to := a.targets[next[node]]
		next[node]++
		if !seen[to] {
			seen[to] = true
			path = append(path, to)
		}
	}
	from, sources := a.turned()
	idom := make([]uint32, nodes)
	idom[0] = 1
	for changed := true; changed; {
		changed = false
		for i := len(order) - 2; i >= 0; i-- {
			node, found := order[i], uint32(0)
			for _, before := range sources[from[node]:from[node+1]] {
				switch {
				case idom[before] == 0:
				case found == 0:
					found = before + 1
				default:
					x, y := before, found-1
					for x != y {
						if post[x] < post[y] {
							x = idom[x] - 1
						} else {
							y = idom[y] - 1
						}
					}
					found = x + 1
				}
			}
			if idom[node] != found {
				idom[node], changed = found, true
			}
		}
	}
	idom[0] = 0
	return idom
}

// turned has the sources of the edges to each node.
func (a *arrays) turned() (offsets, sources []uint32) {
	nodes := len(a.offsets) - 1
	offsets, sources = make([]uint32, nodes+1), make([]uint32, len(a.targets))
	for _, to := range a.targets {
		offsets[to]++
	}
	for i := 1; i <= nodes; i++ {
		offsets[i] += offsets[i-1]
	}
	for from := nodes - 1; from >= 0; from-- {
		for _, to := range a.targets[a.offsets[from]:a.offsets[from+1]] {
			offsets[to]--
			sources[offsets[to]] = uint32(from)
		}
	}
	return offsets, sources
}
