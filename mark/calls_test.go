package mark_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// halfLive is a list of nodes/2 nodes, numbered at random, and as many unreachable nodes, each
// of which calls dead.
func halfLive(nodes int, dead func(buf []uint32) []uint32) (g mark.Func, root uint32) {
	order := rand.New(rand.NewPCG(11, 12)).Perm(nodes)
	next := make([]uint32, nodes)
	live := make([]bool, nodes)
	for i, node := range order[:nodes/2] {
		next[node], live[node] = uint32(order[min(i+1, nodes/2-1)]), true
	}
	return mark.Func{Nodes: nodes, Successors: func(buf []uint32, node uint32) []uint32 {
		runtime.Gosched()
		if !live[node] {
			return dead(buf)
		}
		return append(buf, next[node])
	}}, uint32(order[0])
}

// Idle workers ask a callback for nodes that are not reachable. Whatever it does there, the
// mark reaches what a plain search reaches, and has no error. Worker 0 asks for nothing that the mark
// does not reach.
func TestCallbackAheadOfTheMark(t *testing.T) {
	const nodes = 10_000
	for name, dead := range map[string]func(buf []uint32) []uint32{
		"empty":   func(buf []uint32) []uint32 { return buf },
		"panic":   func(buf []uint32) []uint32 { panic("unreachable") },
		"Goexit":  func(buf []uint32) []uint32 { runtime.Goexit(); return nil },
		"no node": func(buf []uint32) []uint32 { return append(buf, nodes) },
		"many":    func(buf []uint32) []uint32 { return append(buf, make([]uint32, 600)...) },
	} {
		t.Run(name, func(t *testing.T) {
			var ahead atomic.Int64
			g, root := halfLive(nodes, func(buf []uint32) []uint32 { ahead.Add(1); return dead(buf) })
			want := search(g, root)
			for _, workers := range []int{2, 3} {
				m := newMarker(t, mark.Options{Workers: workers, Tuning: tune.Tuning{Speculation: tune.SpeculationForce}})
				ahead.Store(0)
				harvests := uint64(0)
				for start := time.Now(); (harvests == 0 || ahead.Load() == 0) && time.Since(start) < 30*time.Second; {
					got, err := m.MarkGraph(context.Background(), g, []uint32{root})
					require.NoError(t, err)
					require.True(t, slices.Equal(want, slices.Collect(got.All())))
					requireEachScanned(t, got)
					require.Zero(t, got.Stats.Workers[0].CursorRounds)
					harvests += got.Stats.Sum().Harvests
					if name == "panic" || name == "Goexit" {
						harvests = 1 // cursors rest from then on
					}
				}
				require.Positive(t, harvests, "%d workers", workers)
				require.Positive(t, ahead.Load(), "%d workers", workers)
			}
		})
	}
}

// Without idle workers that are allowed to speculate no node is asked for more than
// once.
func TestCallbackIsAskedOnce(t *testing.T) {
	for _, o := range []mark.Options{
		{Workers: 1, Tuning: tune.Tuning{Speculation: tune.SpeculationForce}},
		{Workers: 3},
		{Workers: 3, Tuning: tune.Tuning{Speculation: tune.SpeculationOff}},
		{Workers: 3, Tuning: tune.Tuning{Speculation: tune.SpeculationAuto}, Grain: 1},
	} {
		g, root := halfLive(2000, func(buf []uint32) []uint32 { panic("unreachable") })
		var calls atomic.Int64
		counted := mark.Func{Nodes: g.Nodes, Successors: func(buf []uint32, node uint32) []uint32 {
			calls.Add(1)
			return g.Successors(buf, node)
		}}
		got, err := newMarker(t, o).MarkGraph(context.Background(), counted, []uint32{root})
		require.NoError(t, err)
		require.Equal(t, uint64(1000), got.Count())
		require.Equal(t, int64(1000), calls.Load())
	}
}

// A speculator may ask for a reachable node before the mark does, and the callback may panic
// for both. The error names a node that the mark came to.
func TestPanicErrorNamesAReachableNode(t *testing.T) {
	m := newMarker(t, mark.Options{Workers: 3, Tuning: tune.Tuning{Speculation: tune.SpeculationForce}})
	g, root := halfLive(4000, func(buf []uint32) []uint32 { panic("unreachable") })
	live := search(mark.Func{Nodes: g.Nodes, Successors: g.Successors}, root)
	last := live[len(live)-1]
	for range 20 {
		_, err := m.MarkGraph(context.Background(), mark.Func{Nodes: g.Nodes, Successors: func(buf []uint32, node uint32) []uint32 {
			if node == last {
				panic("reachable")
			}
			return g.Successors(buf, node)
		}}, []uint32{root})
		var panicked *mark.PanicError
		require.ErrorAs(t, err, &panicked)
		require.Equal(t, last, panicked.Node)
		require.Equal(t, "reachable", panicked.Value)
	}
}

// All graphs of three nodes, stretched.
func TestCallsOfAllSmallGraphs(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	m := newMarker(t, mark.Options{Workers: 3, Tuning: tune.Tuning{Speculation: tune.SpeculationForce}})
	for edges := range uint(1 << 9) {
		if (testing.Short() || raced) && edges%8 != 7 { // node 0 leads to each
			continue
		}
		g, where := stretched(3, edges, 60, random)
		for root := range 3 {
			got, err := m.MarkGraph(context.Background(), g, []uint32{uint32(where[root])})
			require.NoError(t, err)
			require.Equal(t, search(g, uint32(where[root])), slices.Collect(got.All()), "edges %b, root %d", edges, root)
			requireEachScanned(t, got)
		}
	}
}
