package engine

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/probe"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

func (g Bidirectional) NumNodes() int { return g.forward.NumNodes() }

func (g Bidirectional) AppendSuccessors(buf []uint32, node uint32) []uint32 {
	return g.forward.AppendSuccessors(buf, node)
}

// bothOf is a graph with its reverse.
func bothOf(successors [][]uint32) Bidirectional {
	predecessors := make([][]uint32, len(successors))
	for from, to := range successors {
		for _, to := range to {
			predecessors[to] = append(predecessors[to], uint32(from))
		}
	}
	arrays := func(rows [][]uint32) *Adjacency {
		offsets, targets := []uint64{0}, []uint32(nil)
		for _, row := range rows {
			targets = append(targets, row...)
			offsets = append(offsets, uint64(len(targets)))
		}
		a, err := NewAdjacency(offsets, targets)
		if err != nil {
			panic(err)
		}
		return a
	}
	return Bidirectional{arrays(successors), arrays(predecessors)}
}

// turnsOfTests turn back at once and stay so, or come forward after each pass, or turn as marks do, but in small graphs.
var turnsOfTests = []policy.Turns{
	{Alpha: math.MaxUint64, Beta: math.MaxUint64, Words: 1},
	{Alpha: math.MaxUint64, Beta: 1, Words: 1},
	{Alpha: 15, Least: 3, Beta: 18, Words: 1},
}

// settingsOfBoth are Markers of so many workers, all of whom take part in a small mark.
func settingsOfBoth(t *testing.T, workers int) (all []*Marker) {
	t.Helper()
	for _, o := range []Options{
		{Workers: workers},
		{Workers: workers, Tuning: tune.Tuning{Marking: tune.MarkingShared, Recruit: 1}},
		{Workers: workers, Grain: 2, Capacity: 2, OverflowBlocks: 1, Tuning: tune.Tuning{Marking: tune.MarkingOwner}},
		{Workers: workers, Grain: 1, Capacity: 2, OverflowBlocks: tune.NoPool},
	} {
		m, err := New(o)
		require.NoError(t, err)
		t.Cleanup(m.Close)
		all = append(all, m)
	}
	return all
}

// requireReached compares a result with a plain search from these roots.
func requireReached(t *testing.T, r *Result, successors [][]uint32, roots []uint32, what ...any) {
	t.Helper()
	seen, count := make([]bool, len(successors)), 0
	for stack := append([]uint32(nil), roots...); len(stack) > 0; {
		node := stack[len(stack)-1]
		if stack = stack[:len(stack)-1]; !seen[node] {
			seen[node] = true
			count++
			stack = append(stack, successors[node]...)
		}
	}
	for node, want := range seen {
		if want != r.Has(uint32(node)) {
			t.Errorf("node %d is reached: %v", node, want)
			require.Fail(t, "a node is wrong", what...)
		}
	}
	require.EqualValues(t, count, r.Count(), what...)
}

// All digraphs of up to 3 nodes, with every set of roots, and an extension by each node.
func TestBothWaysOfSmallGraphs(t *testing.T) {
	for workers := 1; workers <= 3; workers++ {
		t.Run(fmt.Sprintf("workers=%d", workers), func(t *testing.T) {
			passes := 0
			for setting, m := range settingsOfBoth(t, workers) {
				passes += markSmallGraphs(t, m, setting)
			}
			require.Greater(t, passes, 3000)
		})
	}
}

// markSmallGraphs leaves three of four graphs of 3 nodes to the other settings.
func markSmallGraphs(t *testing.T, m *Marker, setting int) (passes int) {
	t.Helper()
	for n := 1; n <= 3; n++ {
		for matrix := range 1 << (n * n) {
			successors := make([][]uint32, n)
			for i := range n * n {
				if matrix>>i&1 == 1 {
					successors[i/n] = append(successors[i/n], uint32(i%n))
				}
			}
			g := bothOf(successors)
			for set := range uint32(1) << n {
				if n == 3 && (matrix>>2+int(set))%4 != setting {
					continue
				}
				m.bothOf().turns = turnsOfTests[(matrix+int(set))%len(turnsOfTests)]
				passes += markTwice(t, m, g, successors, setBits(set), []uint32{uint32(matrix % n)})
			}
		}
	}
	return passes
}

// setBits are the numbers of the bits of set.
func setBits(set uint32) (all []uint32) {
	for ; set != 0; set &= set - 1 {
		all = append(all, uint32(bits.TrailingZeros32(set)))
	}
	return all
}

// markTwice marks from the roots, and extends from more.
func markTwice(t *testing.T, m *Marker, g Bidirectional, successors [][]uint32, roots, more []uint32) (passes int) {
	t.Helper()
	what := []any{"%v from %v and %v by %d workers, %+v, %+v", successors[:min(10, len(successors))], roots, more, m.Options.Workers, m.Options.Tuning, m.bothOf().turns}
	r, err := m.MarkGraph(context.Background(), g, roots)
	require.NoError(t, err, what...)
	passes = m.Stats.Passes
	requireReached(t, r, successors, roots, what...)
	before := r.Count()
	r, err = m.ExtendGraph(context.Background(), g, more)
	require.NoError(t, err, what...)
	requireReached(t, r, successors, append(append([]uint32(nil), roots...), more...), what...)
	require.Equal(t, r.Count()-before, m.Stats.Marked, what...)
	return passes + m.Stats.Passes
}

// Random graphs of up to 2,000 nodes: sparse ones, dense ones, ones with hubs and with tails, and many roots.
func TestBothWaysOfRandomGraphs(t *testing.T) {
	const seed = 2012
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	rounds := 60
	if testing.Short() {
		rounds = 10
	}
	forward := 0
	for workers := 1; workers <= 3; workers++ {
		passes := 0
		for _, m := range settingsOfBoth(t, workers) {
			for range rounds {
				successors := randomSuccessors(rng)
				m.bothOf().turns = turnsOfTests[rng.IntN(len(turnsOfTests))]
				m.bothOf().turns.Words = 1 + rng.IntN(3)
				p := markTwice(t, m, bothOf(successors), successors, someNodes(rng, len(successors)), someNodes(rng, len(successors)))
				passes += p
				if p == 0 {
					forward++
				}
			}
		}
		require.Greater(t, passes, 2*rounds)
	}
	require.NotZero(t, forward)
}

func randomSuccessors(rng *rand.Rand) [][]uint32 {
	n := 1 + rng.IntN(2000)
	successors := make([][]uint32, n)
	for range rng.IntN(6*n + 1) {
		from, to := rng.IntN(n), uint32(rng.IntN(n))
		if rng.IntN(8) == 0 {
			from %= 3 // a hub has more than a chunk
		}
		successors[from] = append(successors[from], to)
	}
	for i := range rng.IntN(n) { // a tail
		successors[i] = append(successors[i], uint32(i+1))
	}
	return successors
}

// someNodes are one or many.
func someNodes(rng *rand.Rand, n int) (nodes []uint32) {
	for range []int{1, 1, 3, 600, 2000}[rng.IntN(5)] {
		nodes = append(nodes, uint32(rng.IntN(n)))
	}
	return nodes
}

// A mark turns back before it has claimed all roots. Those have no predecessors, and are reached all the same (B3).
func TestTurnBeforeAllRootsAreClaimed(t *testing.T) {
	successors := make([][]uint32, 5*policy.ChunkRefs+100)
	var roots []uint32
	for i := range 5 * policy.ChunkRefs {
		roots = append(roots, uint32(i))
	}
	for _, m := range append(settingsOfBoth(t, 1), settingsOfBoth(t, 2)...) {
		m.bothOf().turns = turnsOfTests[0]
		require.NotZero(t, markTwice(t, m, bothOf(successors), successors, roots, roots[:1]))
	}
}

// A pass that finds little is followed by a search forward from what it has found, and that by a pass again. Alpha falls meanwhile, so
// a path of many levels is left to the search forward in the end.
func TestPassesThatFindLittleAreFew(t *testing.T) {
	const nodes = 1000
	successors := make([][]uint32, nodes)
	for i := range nodes - 1 {
		successors[nodes-1-i] = []uint32{uint32(nodes - 2 - i)} // against the order of passes
	}
	m, err := New(Options{Workers: 1})
	require.NoError(t, err)
	defer m.Close()
	m.bothOf().turns = policy.Turns{Alpha: 4 * nodes, Beta: 18, Words: 1}
	passes := markTwice(t, m, bothOf(successors), successors, []uint32{nodes - 1}, nil)
	require.NotZero(t, passes)
	require.Less(t, passes, 20)
}

// A context that is cancelled ends a pass, and so do predecessors that are wrong. All that is
// reached until then is reachable, and cannot be extended.
func TestPassThatFails(t *testing.T) {
	successors := make([][]uint32, 64*200)
	for i := range len(successors) - 1 {
		successors[len(successors)-1-i] = []uint32{uint32(len(successors) - 2 - i)}
	}
	g := bothOf(successors)
	wrong := Bidirectional{g.forward, bothOf(successors).reverse}
	wrong.reverse.rows.Targets[len(successors)/2] = 1 << 31
	root := []uint32{uint32(len(successors) - 1)}
	for workers := 1; workers <= 2; workers++ {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		begun := 0
		m, err := New(Options{Workers: workers, Timeline: 10, Turn: func(worker int, does timeline.Activity) {
			if worker == 0 && (does == timeline.ActivityScan || does == timeline.ActivityAlone) {
				if begun++; begun == 2 {
					cancel() // in the first pass
				}
			}
		}})
		require.NoError(t, err)
		defer m.Close()
		m.bothOf().turns = turnsOfTests[0]
		r, err := m.MarkGraph(ctx, g, root)
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, 1, m.Stats.Passes)
		require.Less(t, r.Count(), uint64(len(successors)))
		_, err = m.ExtendGraph(t.Context(), g, nil)
		require.ErrorIs(t, err, ErrIncomplete)
		_, err = m.MarkGraph(t.Context(), wrong, root)
		require.EqualError(t, err, fmt.Sprintf("mark: node %d has wrong predecessors: the reverse Adjacency was changed while it was read", len(successors)/2))
		m.bothOf().turns = turnsOfTests[1]
		markTwice(t, m, g, successors, root, root)
	}
}

// The times and slices of a mark in several phases fit together, and Progress never falls.
func TestBothWaysIsTold(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 12))
	successors := make([][]uint32, 20000)
	for i := range 100000 {
		successors[i%20000] = append(successors[i%20000], uint32(rng.IntN(20000)))
	}
	last := uint64(0)
	m, err := New(Options{Workers: 2, Timeline: 1 << 16, Progress: func(p Progress) {
		require.GreaterOrEqual(t, p.Scanned, last)
		last = p.Scanned
	}})
	require.NoError(t, err)
	defer m.Close()
	m.tellEvery = 1
	for _, m.bothOf().turns = range turnsOfTests {
		last = 0
		r, err := m.MarkGraph(t.Context(), bothOf(successors), []uint32{0})
		require.NoError(t, err)
		require.NotZero(t, r.Stats.Passes)
		require.Equal(t, r.Count(), last)
		sum := r.Stats.Sum()
		require.Equal(t, r.Count(), sum.Marked)
		require.Equal(t, r.Count(), sum.Scanned)
		tl := probe.Timeline(m.Recorders, r.Stats.Duration)
		for id, lane := range tl.Lanes {
			require.Zero(t, lane.Dropped)
			idle, at := time.Duration(0), time.Duration(0)
			for _, s := range lane.Slices {
				require.Equal(t, at, s.Begin)
				require.True(t, s.Objects == 0 || s.Activity == timeline.ActivityScan || s.Activity == timeline.ActivityAlone, s)
				if at = s.End; s.Activity.Idle() {
					idle += s.End - s.Begin
				}
			}
			require.Equal(t, r.Stats.Workers[id].Idle, idle)
			require.Equal(t, r.Stats.Duration, at)
		}
	}
}
