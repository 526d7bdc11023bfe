package mark_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// randomEdges is a graph of up to 60 nodes with about one and a half times as many edges.
func randomEdges(random *rand.Rand) mark.Func {
	edges := make([][]uint32, 1+random.IntN(60))
	for range len(edges) * 3 / 2 {
		from := random.IntN(len(edges))
		edges[from] = append(edges[from], random.Uint32N(uint32(len(edges))))
	}
	return mark.Func{Nodes: len(edges), Successors: func(buf []uint32, node uint32) []uint32 { return append(buf, edges[node]...) }}
}

// hookedOptions are the ways in which a mark calls the user's code: by one worker and by several, from
// the beginning and after a while, through the deque and past it, and ahead of the mark.
func hookedOptions() (all []mark.Options) {
	recruit := tune.Tuning{Recruit: 1}
	return []mark.Options{
		{Workers: 1}, {Workers: 1, Grain: 1}, {Workers: 2, Tuning: recruit}, {Workers: 4, Tuning: recruit},
		{Workers: 2, Grain: 1}, {Workers: 4, Grain: 1, Capacity: 2, OverflowBlocks: tune.NoPool},
		{Workers: 2, Grain: 2, Capacity: 2, OverflowBlocks: 1, Tuning: tune.Tuning{Recruit: 1, Idle: tune.IdleYield}},
		{Workers: 2, Tuning: tune.Tuning{Speculation: tune.SpeculationAuto}}, {Workers: 3, Tuning: tune.Tuning{Speculation: tune.SpeculationForce}},
	}
}

// errAt is the error of a node.
type errAt uint32

func (e errAt) Error() string { return fmt.Sprintf("no node %d", uint32(e)) }

// A graph fails at random nodes. If the mark comes to one of them, its error comes back with the
// node. Otherwise the mark is complete.
func TestErrorsOfSuccessors(t *testing.T) {
	before := runtime.NumGoroutine()
	const seed = 21
	random := rand.New(rand.NewPCG(seed, 0))
	var markers []*mark.Marker
	for _, o := range hookedOptions() {
		o.OverflowBlocks = cmp.Or(o.OverflowBlocks, 16) // a failed mark resets the whole pool
		m, err := mark.New(o)
		require.NoError(t, err)
		markers = append(markers, m)
	}
	graphs, failed, whole := 1000, 0, 0
	if raced {
		graphs = 200
	}
	for i := range graphs {
		g := randomEdges(random)
		fails := map[uint32]bool{}
		for range random.IntN(3) {
			fails[random.Uint32N(uint32(g.Nodes))] = true
		}
		what := fmt.Sprintf("seed %d, graph %d", seed, i)
		tries := mark.TryFunc{Nodes: g.Nodes, Successors: func(buf []uint32, node uint32) ([]uint32, error) {
			if fails[node] {
				return append(buf, 0), errAt(node)
			}
			return g.Successors(buf, node), nil
		}}
		reachable := search(g, 0)
		got, err := markers[i%len(markers)].MarkGraph(t.Context(), tries, []uint32{0})
		if err == nil {
			whole++
			require.Equal(t, reachable, slices.Collect(got.All()), what)
			require.False(t, slices.ContainsFunc(reachable, func(node uint32) bool { return fails[node] }), what)
			continue
		}
		failed++
		var at *mark.NodeError
		require.ErrorAs(t, err, &at, what)
		require.True(t, fails[at.Node], what)
		require.ErrorIs(t, err, errAt(at.Node), what)
		require.EqualError(t, err, fmt.Sprintf("mark: successors of node %d: no node %d", at.Node, at.Node))
		require.True(t, got.Has(at.Node), what)
		for node := range got.All() {
			require.Contains(t, reachable, node, what)
		}
	}
	require.Greater(t, min(failed, whole), graphs/5)
	for _, m := range markers {
		m.Close()
	}
	requireGoroutines(t, before)
}

// A TryFunc without an error is marked like any other graph, also through a pointer, inside another type and ahead of the mark.
func TestTryFuncThatDoesNotFail(t *testing.T) {
	g, root := halfLive(400, func(buf []uint32) []uint32 { return buf })
	tries := mark.TryFunc{Nodes: g.Nodes, Successors: func(buf []uint32, node uint32) ([]uint32, error) { return g.Successors(buf, node), nil }}
	for _, form := range []mark.Digraph{tries, &tries, struct{ mark.TryFunc }{tries}} {
		for _, o := range hookedOptions() {
			got, err := mark.Graph(t.Context(), form, []uint32{root}, o)
			require.NoError(t, err)
			require.EqualValues(t, 200, got.Count())
		}
	}
}

// Errors for nodes that a mark never comes to are ignored, also if idle workers ask for these nodes.
func TestErrorsAheadOfTheMark(t *testing.T) {
	errDead := errors.New("dead")
	g, root := halfLive(4000, func(buf []uint32) []uint32 { panic(errDead) })
	asked := make(chan struct{}, 4000)
	tries := mark.TryFunc{Nodes: g.Nodes, Successors: func(buf []uint32, node uint32) (_ []uint32, err error) {
		defer func() {
			if value := recover(); value != nil {
				asked <- struct{}{}
				err = errDead
			}
		}()
		return g.Successors(buf, node), nil
	}}
	m := newMarker(t, mark.Options{Workers: 3, Tuning: tune.Tuning{Speculation: tune.SpeculationForce}})
	for start := time.Now(); len(asked) == 0; {
		require.Less(t, time.Since(start), 30*time.Second, "nobody asks ahead of the mark")
		got, err := m.MarkGraph(t.Context(), tries, []uint32{root})
		require.NoError(t, err)
		require.EqualValues(t, 2000, got.Count())
	}
}

// A TryFunc may panic, too. A failure inside of another graph is the error of the same node there, and no error of any other.
func TestTryFuncThatPanics(t *testing.T) {
	errNone := errors.New("none")
	fails := mark.TryFunc{Nodes: 2, Successors: func([]uint32, uint32) ([]uint32, error) { return nil, errNone }}
	panics := mark.TryFunc{Nodes: 1, Successors: func([]uint32, uint32) ([]uint32, error) { panic(errNone) }}
	_, err := mark.Graph(context.Background(), panics, []uint32{0}, mark.Options{})
	require.EqualError(t, err, "mark: AppendSuccessors of node 0 panicked: none")
	require.ErrorIs(t, err, errNone)
	_, err = mark.Graph(context.Background(), mark.Func{Nodes: 1, Successors: fails.AppendSuccessors}, []uint32{0}, mark.Options{})
	require.EqualError(t, err, "mark: successors of node 0: none")
	require.ErrorIs(t, err, errNone)
	other := mark.Func{Nodes: 2, Successors: func(buf []uint32, node uint32) []uint32 { return fails.AppendSuccessors(buf, 1-node) }}
	_, err = mark.Graph(context.Background(), other, []uint32{0}, mark.Options{})
	require.EqualError(t, err, "mark: AppendSuccessors of node 0 panicked: mark: successors of node 1: none")
	_, err = mark.Graph(context.Background(), other, []uint32{0}, mark.Options{Until: func(node uint32) bool { panic(&mark.NodeError{Node: node, Err: errNone}) }})
	require.ErrorAs(t, err, new(*mark.PanicError))
	fails.Successors = func(buf []uint32, node uint32) ([]uint32, error) { return append(buf, node), nil }
	require.Equal(t, []uint32{7, 9}, fails.AppendSuccessors([]uint32{7}, 9))
}
