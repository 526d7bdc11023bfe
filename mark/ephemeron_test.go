package mark

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// matrixGraph is the graph of n nodes whose adjacency matrix is the bits of a number.
func matrixGraph(n, number int) Func {
	return Func{n, func(buf []uint32, node uint32) []uint32 {
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
	m, _ := policyMarker(t, Options{Workers: 1})
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
func requireLastPart(t *testing.T, m *Marker, g Digraph, pairs []Ephemeron) {
	r, err := m.MarkGraph(t.Context(), g, []uint32{0})
	require.NoError(t, err)
	var want uint64
	for rest := pairs; ; {
		var values []uint32
		if rest, values = m.settle(append([]Ephemeron(nil), rest...)); len(values) == 0 {
			want = m.result.marks.Words()[0].Load()
			break
		}
		_, err = m.ExtendGraph(t.Context(), g, values)
		require.NoError(t, err)
	}

	_, err = m.MarkGraph(t.Context(), g, []uint32{0})
	require.NoError(t, err)
	rest, values := m.settle(append([]Ephemeron(nil), pairs...))
	r, err = m.markEphemerons(t.Context(), newEphemerons(g, rest, r), values)
	require.NoError(t, err)
	if got := r.marks.Words()[0].Load(); got != want {
		t.Fatalf("pairs %v of %d nodes: kept is %b, want %b", pairs, g.NumNodes(), got, want)
	}
}

// A speculator would scan nodes that are not reached, and scan nodes twice. So nobody speculates
// in the last part, nor behind the nodes that Retained leaves out.
func TestNobodySpeculatesWherePathsAreCut(t *testing.T) {
	list := Func{100, func(buf []uint32, node uint32) []uint32 { return append(buf, min(node+1, 99)) }}
	m, _ := policyMarker(t, Options{Workers: 2, Tuning: tune.Tuning{Speculation: tune.SpeculationForce}})
	for _, marks := range []func() (*Result, error){
		func() (*Result, error) {
			return m.markEphemerons(t.Context(), newEphemerons(list, []Ephemeron{{0, 1, 2}}, &m.result.Result), nil)
		},
		func() (*Result, error) { return m.markWithout(t.Context(), list, []uint32{0}, []uint32{50}) },
	} {
		m.options.Tuning.Speculation = tune.SpeculationForce
		_, err := m.MarkGraph(t.Context(), list, nil)
		require.NoError(t, err)
		require.True(t, m.plan.Asks, "a mark like any other speculates")
		_, err = marks()
		require.NoError(t, err)
		require.False(t, m.plan.Asks)
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
	r, err := Ephemerons(t.Context(), counted, []uint32{0}, pairs, Options{Workers: 1})
	require.NoError(t, err)
	require.EqualValues(t, n, r.Count())
	require.Less(t, counted.marks, 10)
	for node, scans := range counted.scans {
		require.Equal(t, 1, scans, "node %d", node)
	}
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
