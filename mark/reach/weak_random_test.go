package reach_test

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

var weakSeed = flag.Uint64("weak.seed", 0, "seed of TestWeakAtRandom; 0 draws one")

// weakOptions send grey objects and references every way there is.
var weakOptions = []mark.Options{
	{Workers: 1},
	{Workers: 2},
	{Workers: 4, Grain: 1, Tuning: tune.Tuning{Idle: tune.IdleYield}},
	{Workers: 2, Grain: 1, Capacity: 2, OverflowBlocks: tune.NoPool},
	{Workers: 2, Grain: 2, Capacity: 2, OverflowBlocks: 1, Tuning: tune.Tuning{Recruit: 1, Marking: tune.MarkingShared, Idle: tune.IdleYield}},
	{Workers: 4, Grain: 3, Capacity: 2, OverflowBlocks: tune.NoPool, Tuning: tune.Tuning{Recruit: 1, Marking: tune.MarkingOwner, Idle: tune.IdleYield}},
	{Workers: 2, Tuning: tune.Tuning{Recruit: 1, Speculation: tune.SpeculationForce}},
}

// A weakRound is a random graph, as one of the things that can be marked, with its options.
type weakRound struct {
	testing.TB
	*rand.Rand
	subject
	edges   [][]uint32
	options mark.Options
	marker  *mark.Marker // the same for all rounds with these options
	roots   []uint32     // of the marker's last mark and its extensions, if they were complete
	able    bool         // they were
	tally   map[string]int
}

// Random graphs and questions, against the definitions. Some marks are cancelled, some panic, and
// some meet a node that is none.
func TestWeakAtRandom(t *testing.T) {
	seed := *weakSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("repeat with: go test ./mark/reach -run '^%s$' -weak.seed %d", t.Name(), seed)
	before, tally := runtime.NumGoroutine(), map[string]int{}
	rounds := make([]weakRound, len(weakOptions))
	for i, o := range weakOptions {
		m, err := mark.New(o)
		require.NoError(t, err)
		rounds[i] = weakRound{TB: t, Rand: rand.New(rand.NewPCG(seed, uint64(i))), options: o, marker: m, tally: tally}
	}
	for round := range 1000 {
		r := &rounds[round%len(rounds)]
		r.draw()
		for range 3 {
			r.step()
		}
		if round%3 == 0 { // each of these makes a Marker of its own
			r.retain()
		} else {
			r.weaken()
		}
	}
	for _, r := range rounds {
		r.marker.Close()
	}
	requireGoroutines(t, before)
	t.Log(tally)
	for _, what := range []string{"extended", "incomplete", "failed", "partial", "retained", "cleared", "revived"} {
		require.Positive(t, tally[what], what)
	}
}

// draw makes another graph. Few graphs have many nodes: these lie in several segments.
func (r *weakRound) draw() {
	n, degree := 1+r.IntN(30), r.IntN(4)
	if r.IntN(50) == 0 {
		n = 2000
	}
	r.edges = make([][]uint32, n)
	for range n * degree / 2 {
		from := r.node()
		r.edges[from] = append(r.edges[from], r.node())
	}
	if n == 2000 {
		r.edges[0] = append(r.edges[0], r.nodes(600)...) // opened for all workers
	}
	all := subjects(r, r.edges)
	if r.options.Tuning.Marking == tune.MarkingOwner {
		all = all[2:]
	}
	r.subject, r.able = all[r.IntN(len(all))], false
	ctx, cancel := context.WithCancel(r.Context())
	cancel()
	_, err := r.marker.MarkGraph(ctx, r.graph, nil) // so that the last graph cannot be extended
	require.ErrorIs(r, err, context.Canceled)
}

func (r *weakRound) node() uint32 { return r.Uint32N(uint32(len(r.edges))) }

func (r *weakRound) nodes(n int) (all []uint32) {
	for range n {
		all = append(all, r.node())
	}
	return all
}

// step marks or extends, and perhaps fails.
func (r *weakRound) step() {
	roots, marks := r.nodes(r.IntN(3)), (*mark.Marker).ExtendGraph
	extends := r.IntN(3) > 0
	if !extends {
		marks = (*mark.Marker).MarkGraph
		r.roots = nil
	}
	ctx, g := r.faulty()
	got, err := marks(r.marker, ctx, g, r.numbers(roots...))
	if extends && !r.able {
		require.ErrorIs(r, err, mark.ErrIncomplete)
		require.Nil(r, got)
		r.tally["incomplete"]++
		return
	}
	r.roots = append(r.roots, roots...)
	want := reachedFrom(r.edges, r.roots)
	if r.able = err == nil; r.able {
		r.requireReached(r, want, got)
		if extends {
			r.tally["extended"]++
		}
		return
	}
	r.requirePart(err, want, got)
}

var errWeak = errors.New("a fault on purpose")

// faulty is the graph with a fault, once in five. A heap's fault is that the mark is cancelled:
// the heap's scanner does not call anybody.
func (r *weakRound) faulty() (context.Context, mark.Digraph) {
	if r.IntN(5) > 0 {
		return r.Context(), r.graph
	}
	ctx, cancel := context.WithCancelCause(r.Context())
	f, calls := r.graph.(mark.Func)
	if !calls {
		cancel(errWeak)
		return ctx, r.graph
	}
	at, fault := r.node(), r.IntN(3)
	return ctx, mark.Func{Nodes: f.Nodes, Successors: func(buf []uint32, node uint32) []uint32 {
		switch {
		case node != at:
		case fault == 0:
			panic(errWeak)
		case fault == 1:
			return append(buf, node, uint32(f.Nodes))
		default:
			cancel(errWeak)
		}
		return f.Successors(buf, node)
	}}
}

// requirePart demands that a mark has failed on purpose, and has reached nothing but what can be
// reached.
func (r *weakRound) requirePart(err error, want []bool, got *mark.Result) {
	if !errors.Is(err, errWeak) {
		require.ErrorContains(r, err, "is not a node")
	}
	r.tally["failed"]++
	if got == nil {
		return
	}
	r.tally["partial"]++
	members := r.members(want)
	for number := range got.All() {
		_, ok := slices.BinarySearch(members, number)
		require.True(r, ok, "node %d is not reachable", number)
	}
	require.EqualValues(r, len(slices.Collect(got.All())), got.Count())
}

func (r *weakRound) retain() {
	ctx, g := r.faulty()
	roots, nodes := r.nodes(1+r.IntN(2)), r.nodes(r.IntN(3))
	got, err := reach.Retained(ctx, g, r.numbers(roots...), r.numbers(nodes...), r.options)
	if err != nil {
		require.Nil(r, got)
		r.requirePart(err, nil, nil)
		return
	}
	want := retainedBy(r.edges, roots, nodes...)
	r.requireSet(r, want, got)
	if slices.Contains(want, true) {
		r.tally["retained"]++
	}
}

// weaken marks with pairs. In a heap, some values are nil.
func (r *weakRound) weaken() {
	ctx, g := r.faulty()
	roots := r.nodes(1 + r.IntN(2))
	var pairs []reach.Ephemeron
	for range r.IntN(2 * len(r.edges)) {
		pairs = append(pairs, reach.Ephemeron{Table: r.nodes(1)[0], Key: r.node(), Value: r.node()})
		if r.IntN(2) == 0 { // one table for many: chains
			pairs[len(pairs)-1].Table = roots[0]
		}
	}
	kept, cleared := keptBy(r.edges, roots, pairs)
	numbers := r.pairs(pairs)
	if _, ok := g.(heap.Graph); ok && len(pairs) > 0 {
		numbers = append(numbers, reach.Ephemeron{Table: r.at[roots[0]], Key: r.at[roots[0]], Value: 0})
	}
	got, err := reach.Ephemerons(ctx, g, r.numbers(roots...), numbers, r.options)
	if err != nil {
		r.requirePart(err, kept, got)
		return
	}
	r.requireReached(r, kept, got)
	require.Equal(r, cleared, slices.Collect(reach.Cleared(got, numbers)))
	r.tally["cleared"] += len(cleared)
	if !slices.Equal(kept, reachedFrom(r.edges, roots)) {
		r.tally["revived"]++
	}
}
