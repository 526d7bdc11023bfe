package stress

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// graph is a directed graph with roots, small enough to be searched again for
// each mark.
type graph struct {
	successors [][]uint32
	roots      []uint32
}

// set is a set of nodes or granules.
type set []uint64

func newSet(n int) set           { return make(set, (n+63)/64) }
func (s set) has(id uint32) bool { return s[id/64]>>(id%64)&1 == 1 }
func (s set) add(id uint32)      { s[id/64] |= 1 << (id % 64) }
func (s set) count() (n uint64) {
	for _, w := range s {
		n += uint64(bits.OnesCount64(w))
	}
	return n
}

// search returns what the roots reach. successors says false to end the search.
// It goes by levels and shares no code with the marker.
func search(n int, roots []uint32, successors func(node uint32) ([]uint32, bool)) (set, bool) {
	reached := newSet(n)
	var level, next []uint32
	discover := func(to uint32) {
		if !reached.has(to) {
			reached.add(to)
			next = append(next, to)
		}
	}
	for _, root := range roots {
		discover(root)
	}
	for len(next) > 0 {
		level, next = next, level[:0]
		for _, node := range level {
			all, ok := successors(node)
			if !ok {
				return reached, false
			}
			for _, to := range all {
				discover(to)
			}
		}
	}
	return reached, true
}

// reachable returns the nodes that the graph's roots reach.
func (g *graph) reachable() set {
	reached, _ := search(len(g.successors), g.roots, func(node uint32) ([]uint32, bool) { return g.successors[node], true })
	return reached
}

// same compares what was marked with want, in every bit.
func same(got *mark.Result, want set) error {
	found := marked(got, len(want))
	lost, extra := want.without(found), found.without(want)
	switch {
	case len(lost) > 0:
		return fmt.Errorf("reachable, but not marked: %s", ids(lost))
	case len(extra) > 0:
		return fmt.Errorf("marked, but not reachable: %s", ids(extra))
	case got.Count() != want.count():
		return fmt.Errorf("%d were counted, %d are marked", got.Count(), want.count())
	}
	return nil
}

// within requires that nothing is marked that cannot be reached.
func within(got *mark.Result, reachable set) error {
	if extra := marked(got, len(reachable)).without(reachable); len(extra) > 0 {
		return fmt.Errorf("marked, but not reachable: %s", ids(extra))
	}
	return nil
}

// without is the ids of s that are not in other, which has as much room.
func (s set) without(other set) (left []uint32) {
	for i, w := range s {
		for w &^= other[i]; w != 0; w &= w - 1 {
			left = append(left, uint32(64*i+bits.TrailingZeros64(w)))
		}
	}
	return left
}

// ids writes some ids for a message: "id 3", or "12 ids, the first ones are 3, 7, 8 and 9".
func ids(all []uint32) string {
	if len(all) == 1 {
		return fmt.Sprintf("id %d", all[0])
	}
	first := all[:min(len(all), 4)]
	words := make([]string, len(first))
	for i, id := range first {
		words[i] = fmt.Sprint(id)
	}
	last := len(words) - 1
	list := strings.Join(words[:last], ", ") + " and " + words[last]
	if len(all) > len(first) {
		return fmt.Sprintf("%d ids, the first ones are %s", len(all), list)
	}
	return "ids " + list
}

// marked is the set that a mark found. The set has room for as many words as are
// expected. A mark that finds more ends the round with a panic.
func marked(got *mark.Result, words int) set {
	found := make(set, words)
	for id := range got.All() {
		found[id/64] |= 1 << (id % 64)
	}
	return found
}

// newGraph draws a graph of up to most nodes, small ones more often.
func newGraph(rng *rand.Rand, most int) *graph {
	n := 1 + rng.IntN(1+rng.IntN(most))
	g := &graph{successors: make([][]uint32, n)}
	families[rng.IntN(len(families))](g, rng)
	for range 1 + rng.IntN(3) {
		g.roots = append(g.roots, uint32(rng.IntN(n)))
	}
	return g
}

func (g *graph) link(from, to int) {
	n := len(g.successors)
	g.successors[from%n] = append(g.successors[from%n], uint32(to%n))
}

// families are the kinds of graphs: no parallelism, some, plenty, at once.
var families = []func(g *graph, rng *rand.Rand){
	func(g *graph, rng *rand.Rand) { // sparse, with garbage and self-loops
		for range rng.IntN(3 * len(g.successors)) {
			g.link(rng.IntN(len(g.successors)), rng.IntN(len(g.successors)))
		}
	},
	func(g *graph, _ *rand.Rand) { // a ring with chords
		for i := range g.successors {
			g.link(i, i+1)
			g.link(i, i*i)
		}
	},
	func(g *graph, _ *rand.Rand) { // a heap-ordered tree
		for i := range g.successors {
			for child := 2*i + 1; child < min(2*i+3, len(g.successors)); child++ {
				g.link(i, child)
			}
		}
	},
	func(g *graph, rng *rand.Rand) { // a hub, whose leaves lead anywhere
		hub := rng.IntN(len(g.successors))
		for i := range g.successors {
			g.link(hub, i)
			g.link(i, rng.IntN(len(g.successors)))
		}
	},
	func(g *graph, rng *rand.Rand) { // dense layers
		width := 1 + rng.IntN(8)
		for i := range g.successors {
			for k := range width {
				if to := (i/width+1)*width + k; to < len(g.successors) {
					g.link(i, to)
				}
			}
		}
	},
	func(g *graph, _ *rand.Rand) { // a list
		for i := 1; i < len(g.successors); i++ {
			g.link(i-1, i)
		}
		g.link(len(g.successors)-1, 0)
	},
}

// adjacency is the graph in arrays, for the scanner of known memory.
func (g *graph) adjacency() (*mark.Adjacency, error) {
	offsets := []uint64{0}
	var targets []uint32
	for _, s := range g.successors {
		targets = append(targets, s...)
		offsets = append(offsets, uint64(len(targets)))
	}
	return mark.NewAdjacency(offsets, targets)
}
