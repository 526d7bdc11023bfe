package reach

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// matrixGraph is the graph of n nodes whose adjacency matrix is the bits of a number.
func matrixGraph(n, number int) mark.Func {
	return mark.Func{Nodes: n, Successors: func(buf []uint32, node uint32) []uint32 {
		for to := range n {
			if number>>(int(node)*n+to)&1 == 1 {
				buf = append(buf, uint32(to))
			}
		}
		return buf
	}}
}

// With so few pairs Ephemerons goes on in rounds to the end. The last part alone, at once, keeps
// the same: all graphs of 2 nodes with two pairs, and graphs of 3 nodes with one edge or none and
// two pairs or three.
func TestLastPart(t *testing.T) {
	m, err := mark.New(mark.Options{Workers: 1})
	require.NoError(t, err)
	defer m.Close()
	for n := 2; n <= 3; n++ {
		var all []Ephemeron
		for i := range n * n * n {
			all = append(all, Ephemeron{uint32(i / n / n), uint32(i / n % n), uint32(i % n)})
		}
		for number := range 1 << (n * n) {
			if n == 3 && number&(number-1) != 0 {
				continue
			}
			g := matrixGraph(n, number)
			for i, p := range all {
				for j, q := range all[i:] {
					requireLastPart(t, m, g, []Ephemeron{p, q})
					if n == 3 && !testing.Short() {
						requireLastPart(t, m, g, []Ephemeron{p, all[(i*j+number)%len(all)], q})
					}
				}
			}
		}
	}
}

// requireLastPart compares the last part with rounds of extensions.
func requireLastPart(t *testing.T, m *mark.Marker, g mark.Digraph, pairs []Ephemeron) {
	r, err := m.MarkGraph(t.Context(), g, []uint32{0})
	require.NoError(t, err)
	var want uint64
	for rest := pairs; ; {
		var values []uint32
		if rest, values = settle(append([]Ephemeron(nil), rest...), r, false); len(values) == 0 {
			want = r.Bits().Words()[0].Load()
			break
		}
		r, err = m.ExtendGraph(t.Context(), g, values)
		require.NoError(t, err)
	}

	r, err = m.MarkGraph(t.Context(), g, []uint32{0})
	require.NoError(t, err)
	rest, values := settle(append([]Ephemeron(nil), pairs...), r, false)
	r, err = m.ExtendGraphOnce(t.Context(), newEphemerons(g, rest, r), values)
	require.NoError(t, err)
	if got := r.Bits().Words()[0].Load(); got != want {
		t.Fatalf("pairs %v of %d nodes: kept is %b, want %b", pairs, g.NumNodes(), got, want)
	}
}

// A chain of pairs, in which each value is the next key, takes a few marks and not one for each
// pair. Each node is scanned once in all of them.
func TestChainOfPairs(t *testing.T) {
	const n = 20_000
	counted := &countedGraph{scans: make([]int, n)}
	var pairs []Ephemeron
	for i := range uint32(n - 1) {
		key := i * 7919 % (n - 1) // in an order that is not that of the chain
		pairs = append(pairs, Ephemeron{0, key, key + 1})
	}
	r, err := Ephemerons(t.Context(), counted, []uint32{0}, pairs, mark.Options{Workers: 1})
	require.NoError(t, err)
	require.EqualValues(t, n, r.Count())
	require.Less(t, counted.marks, 10)
	for node, scans := range counted.scans {
		require.Equal(t, 1, scans, "node %d", node)
	}
}

// Each node of the last part is scanned once, also if everything speculates that may: no worker
// does.
func TestLastPartScansOnce(t *testing.T) {
	const n = 1000
	g := mark.Func{Nodes: n, Successors: func(buf []uint32, _ uint32) []uint32 { return buf }}
	var pairs []Ephemeron
	for key := range uint32(n - 1) {
		pairs = append(pairs, Ephemeron{0, key, key + 1})
	}
	r, err := Ephemerons(t.Context(), g, []uint32{0}, pairs, mark.Options{Workers: 2, Tuning: tune.Tuning{Speculation: tune.SpeculationForce}})
	require.NoError(t, err)
	require.EqualValues(t, n, r.Count())
	require.False(t, r.Stats.Plan.Speculates)
}

// countedGraph has no edges. It counts calls of NumNodes, of which each mark makes one or two.
type countedGraph struct {
	marks int
	scans []int
}

func (g *countedGraph) NumNodes() int {
	g.marks++
	return len(g.scans)
}

func (g *countedGraph) AppendSuccessors(buf []uint32, node uint32) []uint32 {
	g.scans[node]++
	return buf
}
