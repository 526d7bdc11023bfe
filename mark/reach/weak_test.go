package reach_test

import (
	"iter"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// A subject is a graph as one of the things that can be marked. Its nodes have their own
// numbers there.
type subject struct {
	name  string
	graph mark.Digraph
	at    []uint32 // the number of each node
}

// subjects are all things that these edges can be.
func subjects(t testing.TB, edges [][]uint32) []subject {
	same := make([]uint32, len(edges))
	narrow, wide, targets := []uint32{0}, []uint64{0}, []uint32(nil)
	var b heap.Builder
	for node, successors := range edges {
		same[node] = uint32(node)
		targets = append(targets, successors...)
		narrow, wide = append(narrow, uint32(len(targets))), append(wide, uint64(len(targets)))
		b.Add(uint64(node%3*8), append([]uint32{heap.NoObject}, successors...)...)
	}
	h, err := b.Build()
	require.NoError(t, err)
	small, err := mark.NewAdjacency(narrow, targets)
	require.NoError(t, err)
	large, err := mark.NewAdjacency(wide, targets)
	require.NoError(t, err)
	return []subject{
		{"Func", mark.Func{Nodes: len(edges), Successors: func(buf []uint32, node uint32) []uint32 {
			return append(buf, edges[node]...)
		}}, same},
		{"Func with memory of its own", mark.Func{Nodes: len(edges), Successors: func(_ []uint32, node uint32) []uint32 {
			return edges[node]
		}}, same},
		{"Adjacency, 32 bits", small, same},
		{"Adjacency, 64 bits", large, same},
		{"heap", h.Graph(), refsOf(h)},
	}
}

// numbers are the numbers of these nodes.
func (s subject) numbers(nodes ...uint32) []uint32 {
	var all []uint32
	for _, node := range nodes {
		all = append(all, s.at[node])
	}
	return all
}

// members are the numbers of the nodes in a set, in ascending order.
func (s subject) members(set []bool) []uint32 {
	var all []uint32
	for node, in := range set {
		if in {
			all = append(all, s.at[node])
		}
	}
	return all
}

// reachedFrom is a plain search that does not enter what is cut.
func reachedFrom(edges [][]uint32, roots []uint32, cut ...uint32) []bool {
	seen := make([]bool, len(edges))
	stack := slices.Clone(roots)
	for len(stack) > 0 {
		node := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !seen[node] && !slices.Contains(cut, node) {
			seen[node] = true
			stack = append(stack, edges[node]...)
		}
	}
	return seen
}

// retainedBy is the definition of Retained.
func retainedBy(edges [][]uint32, roots []uint32, nodes ...uint32) []bool {
	set, without := reachedFrom(edges, roots), reachedFrom(edges, roots, nodes...)
	for node := range set {
		set[node] = set[node] && !without[node]
	}
	return set
}

// keptBy is the definition of Ephemerons: search again as long as there is a pair whose value
// is one more root.
func keptBy(edges [][]uint32, roots []uint32, pairs []reach.Ephemeron) (kept []bool, cleared []int) {
	roots = slices.Clone(roots)
	for more := true; more; {
		kept, more = reachedFrom(edges, roots), false
		for _, p := range pairs {
			if kept[p.Table] && kept[p.Key] && !kept[p.Value] {
				roots, more = append(roots, p.Value), true
			}
		}
	}
	for i, p := range pairs {
		if kept[p.Table] && !kept[p.Key] {
			cleared = append(cleared, i)
		}
	}
	return kept, cleared
}

func others(set []bool) []bool {
	set = slices.Clone(set)
	for i := range set {
		set[i] = !set[i]
	}
	return set
}

// pairs are these pairs by number.
func (s subject) pairs(pairs []reach.Ephemeron) []reach.Ephemeron {
	pairs = slices.Clone(pairs)
	for i, p := range pairs {
		pairs[i] = reach.Ephemeron{Table: s.at[p.Table], Key: s.at[p.Key], Value: s.at[p.Value]}
	}
	return pairs
}

// requireReached demands that a result holds exactly this set.
func (s subject) requireReached(t testing.TB, set []bool, r *mark.Result) {
	want := s.members(set)
	requireNumbers(t, want, r.All())
	if r.Count() != uint64(len(want)) {
		t.Fatalf("%s: Count is %d, of %d", s.name, r.Count(), len(want))
	}
	if _, ok := s.graph.(heap.Graph); !ok {
		requireNumbers(t, s.members(others(set)), r.Unreached())
	}
}

// requireNumbers is faster than require.Equal. It is without t.Helper, which walks the stack.
func requireNumbers(t testing.TB, want []uint32, got iter.Seq[uint32]) {
	if got := slices.Collect(got); !slices.Equal(want, got) {
		require.Equal(t, want, got)
	}
}

func (s subject) requireSet(t testing.TB, set []bool, got *reach.Set) {
	want := s.members(set)
	requireNumbers(t, want, got.All())
	require.EqualValues(t, len(want), got.Count())
	for node, in := range set {
		if in != got.Has(s.at[node]) {
			t.Fatalf("%s: node %d: %v", s.name, node, !in)
		}
	}
}

// bitsOf are the numbers of the bits that are set.
func bitsOf(set int) (all []uint32) {
	for i := range uint32(8) {
		if set>>i&1 == 1 {
			all = append(all, i)
		}
	}
	return all
}

// Every digraph of up to 3 nodes: every set of roots, every set of further roots, every set of
// nodes that may retain something. The things that a graph can be take turns.
func TestExtendAndRetainEverySmallGraph(t *testing.T) {
	m := newMarker(t, mark.Options{Workers: 1})
	turn := 0
	for n := 1; n <= 3; n++ {
		step := 1
		if n == 3 && testing.Short() {
			step = 7
		}
		for number := 0; number < 1<<(n*n); number += step {
			edges := matrixEdges(n, number)
			all := subjects(t, edges)
			next := func() subject {
				turn++
				return all[turn%len(all)]
			}
			for a := range 1 << n {
				for b := range 1 << n {
					next().extend(t, m, edges, bitsOf(a), bitsOf(b))
				}
				next().requireRetained(t, edges, []uint32{0}, bitsOf(a), mark.Options{Workers: 1})
			}
		}
	}
}

// extend marks from some roots, and goes on from others.
func (s subject) extend(t testing.TB, m *mark.Marker, edges [][]uint32, a, b []uint32) {
	r, err := m.MarkGraph(t.Context(), s.graph, s.numbers(a...))
	require.NoError(t, err)
	before := r.Count()
	s.requireReached(t, reachedFrom(edges, a), r)
	r, err = m.ExtendGraph(t.Context(), s.graph, s.numbers(b...))
	require.NoError(t, err)
	s.requireReached(t, reachedFrom(edges, slices.Concat(a, b)), r)
	if n := r.Count() - before; r.Stats.Marked != n || r.Stats.Workers[0].Scanned != n {
		t.Fatalf("the Stats are not those of the extension: %d nodes, %+v", n, r.Stats)
	}
}

// requireRetained asks what nodes retain.
func (s subject) requireRetained(t testing.TB, edges [][]uint32, roots, nodes []uint32, o mark.Options) {
	got, err := reach.Retained(t.Context(), s.graph, s.numbers(roots...), s.numbers(nodes...), o)
	require.NoError(t, err)
	s.requireSet(t, retainedBy(edges, roots, nodes...), got)
}

// Every one or two pairs over graphs of 2 nodes, and over graphs of 3 nodes with one edge or none.
func TestEphemeronsEverySmallGraph(t *testing.T) {
	for n := 2; n <= 3; n++ {
		var pairs []reach.Ephemeron
		for i := range n * n * n {
			pairs = append(pairs, reach.Ephemeron{Table: uint32(i / n / n), Key: uint32(i / n % n), Value: uint32(i % n)})
		}
		for number := range 1 << (n * n) {
			if n == 3 && number&(number-1) != 0 {
				continue
			}
			edges := matrixEdges(n, number)
			all := subjects(t, edges)
			for i, p := range pairs {
				all[i%len(all)].requireKept(t, edges, []uint32{0}, []reach.Ephemeron{p}, mark.Options{Workers: 1})
				for j, q := range pairs {
					if testing.Short() && (i+j+number)%5 != 0 {
						continue
					}
					all[(i+j)%len(all)].requireKept(t, edges, []uint32{0}, []reach.Ephemeron{p, q}, mark.Options{Workers: 1})
				}
			}
		}
	}
}

// requireKept marks with pairs.
func (s subject) requireKept(t testing.TB, edges [][]uint32, roots []uint32, pairs []reach.Ephemeron, o mark.Options) {
	r, err := reach.Ephemerons(t.Context(), s.graph, s.numbers(roots...), s.pairs(pairs), o)
	require.NoError(t, err)
	kept, cleared := keptBy(edges, roots, pairs)
	s.requireReached(t, kept, r)
	if got := slices.Collect(reach.Cleared(r, s.pairs(pairs))); !slices.Equal(cleared, got) {
		require.Equal(t, cleared, got)
	}
}

// Numbers that are no nodes are named, and nothing is marked.
func TestRetainedAndEphemeronsRefuse(t *testing.T) {
	g := ring(10)
	_, err := reach.Retained(t.Context(), g, []uint32{0}, []uint32{1, 10}, mark.Options{})
	require.EqualError(t, err, "reach: retaining node 1 is node 10: the graph has 10 nodes, numbered from 0")
	_, err = reach.Retained(t.Context(), g, []uint32{10}, []uint32{1}, mark.Options{})
	require.EqualError(t, err, "mark: root 0 is node 10: the graph has 10 nodes, numbered from 0")
	_, err = reach.Retained(t.Context(), nil, nil, nil, mark.Options{})
	require.ErrorContains(t, err, "mark: the graph is nil: ")
	_, err = reach.Retained(t.Context(), mark.Func{Nodes: -1}, nil, nil, mark.Options{})
	require.ErrorContains(t, err, "-1 nodes")
	for _, bad := range []reach.Ephemeron{{10, 1, 2}, {1, 10, 2}, {1, 2, 10}} {
		_, err = reach.Ephemerons(t.Context(), g, []uint32{0}, []reach.Ephemeron{{9, 9, 9}, bad}, mark.Options{})
		require.ErrorContains(t, err, "reach: ephemeron 1 has table ")
		require.ErrorContains(t, err, "the graph has 10 nodes, numbered from 0")
	}
	_, err = reach.Ephemerons(t.Context(), g, []uint32{10}, nil, mark.Options{})
	require.EqualError(t, err, "mark: root 0 is node 10: the graph has 10 nodes, numbered from 0")
	_, err = reach.Ephemerons(t.Context(), nil, nil, nil, mark.Options{})
	require.ErrorContains(t, err, "mark: the graph is nil: ")
	for _, o := range []mark.Options{{Workers: -1}, {Tuning: tune.Tuning{Marking: tune.MarkingOwner}}} {
		_, err = reach.Retained(t.Context(), g, nil, nil, o)
		require.ErrorAs(t, err, new(*mark.OptionError))
		_, err = reach.Ephemerons(t.Context(), g, nil, nil, o)
		require.ErrorAs(t, err, new(*mark.OptionError))
	}
}

// The rest of a long list behind a node that is cut out is retained, whatever Speculation is. In a
// heap, nil retains nothing.
func TestRetainedOfALongList(t *testing.T) {
	const n, cut = 50_000, 40_000
	h := listHeap(t, n)
	refs := refsOf(h)
	for _, s := range []tune.Speculation{tune.SpeculationOff, tune.SpeculationLone, tune.SpeculationForce} {
		got, err := reach.Retained(t.Context(), h.Graph(), h.Graph().Roots(), []uint32{0, refs[cut], 0}, mark.Options{Workers: 1, Tuning: tune.Tuning{Speculation: s}})
		require.NoError(t, err, s)
		reached, err := mark.Heap(t.Context(), h, mark.Options{})
		require.NoError(t, err)
		before := 0 // objects between the root and the cut
		for ref := h.Roots()[0]; uint32(ref) != refs[cut]; ref = h.RefAt(ref, 0) {
			before++
		}
		require.EqualValues(t, reached.Count()-uint64(before), got.Count(), s)
		require.False(t, got.Has(0))
	}
}
