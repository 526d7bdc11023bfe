package mark_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// visitedEdges is a random graph, a list, a tree or a hub of more successors than a chunk has, in turn.
func visitedEdges(i int, random *rand.Rand) (edges [][]uint32) {
	edges = make([][]uint32, 2+random.IntN(60))
	n := uint32(len(edges))
	for node := range edges {
		switch i % 4 {
		case 0:
			for range random.IntN(4) {
				edges[node] = append(edges[node], random.Uint32N(n))
			}
		case 1:
			edges[node] = []uint32{uint32(node+1) % n}
		case 2:
			edges[node] = []uint32{uint32(2*node+1) % n, uint32(2*node+2) % n}
		}
	}
	if i%4 == 3 {
		for range 600 + random.IntN(1500) {
			edges[0] = append(edges[0], random.Uint32N(n))
		}
		edges[1] = []uint32{0}
	}
	return edges
}

// heapOf is a heap with an object for each node. The root is object 0.
func rootedHeap(t *testing.T, edges [][]uint32) *heap.Heap {
	t.Helper()
	b := heap.NewBuilder(len(edges), len(edges))
	for _, to := range edges {
		b.Add(8*uint64(len(to)%3), to...)
	}
	b.Root(0)
	h, err := b.Build()
	require.NoError(t, err)
	return h
}

// A visitor is the Until of all marks of a test.
type visitor struct {
	mu      sync.Mutex
	visits  map[uint32]int
	targets map[uint32]bool
}

func (v *visitor) until(node uint32) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.visits[node]++
	return v.targets[node]
}

// mark marks, and compares what Until was called for with what is reachable.
func (v *visitor) mark(t *testing.T, what string, reachable []uint32, targets map[uint32]bool, run func() (*mark.Result, error)) (stopped bool) {
	t.Helper()
	v.visits, v.targets = map[uint32]int{}, targets
	got, err := run()
	for node, n := range v.visits {
		if n != 1 || !got.Has(node) {
			t.Fatalf("%s: node %d: %d visits, reached is %v", what, node, n, got.Has(node))
		}
	}
	for node := range got.All() {
		if _, ok := slices.BinarySearch(reachable, node); !ok {
			t.Fatalf("%s: node %d is reached: %v; %v, not %v", what, node, err, slices.Collect(got.All()), reachable)
		}
	}
	if slices.ContainsFunc(reachable, func(node uint32) bool { return targets[node] }) {
		var stop *mark.StopError
		require.ErrorAs(t, err, &stop, what)
		require.True(t, targets[stop.Node], what)
		require.Equal(t, 1, v.visits[stop.Node], what)
		return true
	}
	require.NoError(t, err, what)
	require.Len(t, v.visits, len(reachable), what)
	require.EqualValues(t, len(reachable), got.Count())
	return false
}

// Until sees each node that is reached once, whatever scans it, and the first node for which it
// returns true ends the mark.
func TestUntil(t *testing.T) {
	before := runtime.NumGoroutine()
	const seed = 22
	random := rand.New(rand.NewPCG(seed, 0))
	v := &visitor{}
	var markers []*mark.Marker
	for _, o := range append(hookedOptions(),
		mark.Options{Workers: 2, Tuning: tune.Tuning{Marking: tune.MarkingOwner}},
		mark.Options{Workers: 4, Tuning: tune.Tuning{Marking: tune.MarkingOwner, Recruit: 1}},
		mark.Options{Workers: 2, Tuning: tune.Tuning{Marking: tune.MarkingShared, Recruit: 1}},
	) {
		o.Until, o.OverflowBlocks = v.until, cmp.Or(o.OverflowBlocks, 16) // a failed mark resets the whole pool
		m, err := mark.New(o)
		require.NoError(t, err)
		markers = append(markers, m)
	}
	callbacks := len(hookedOptions()) // of owned bits a callback knows nothing
	graphs, stops := 500, 0
	if raced {
		graphs = 150
	}
	for i := range graphs {
		edges := visitedEdges(i, random)
		g := mark.Func{Nodes: len(edges), Successors: func(buf []uint32, node uint32) []uint32 { return append(buf, edges[node]...) }}
		reachable := search(g, 0)
		m := markers[i%len(markers)]
		targets := map[uint32]bool{}
		for range 1 + random.IntN(2) {
			targets[random.Uint32N(uint32(len(edges)))] = true
		}
		for _, targets := range []map[uint32]bool{nil, targets} {
			what := fmt.Sprintf("seed %d, graph %d, %d targets", seed, i, len(targets))
			if v.mark(t, what+", arrays", reachable, targets, func() (*mark.Result, error) {
				return m.MarkGraph(t.Context(), adjacencyOf(t, g), []uint32{0})
			}) {
				stops++
			}
			v.mark(t, what+", callback", reachable, targets, func() (*mark.Result, error) {
				return markers[i%callbacks].MarkGraph(t.Context(), g, []uint32{0, 0})
			})
		}
		h := rootedHeap(t, edges)
		live, err := heap.Reachable(h)
		require.NoError(t, err)
		var refs []uint32
		for ref := range uint32(h.Granules()) {
			if live.Has(heap.Ref(ref)) {
				refs = append(refs, ref)
			}
		}
		for _, targets := range []map[uint32]bool{nil, {refs[random.IntN(len(refs))]: true}} {
			v.mark(t, fmt.Sprintf("seed %d, heap %d, targets %v", seed, i, targets), refs, targets, func() (*mark.Result, error) {
				r, err := m.MarkHeap(t.Context(), h)
				return &r.Result, err
			})
		}
	}
	require.Greater(t, stops, graphs/3)
	for _, m := range markers {
		m.Close()
	}
	requireGoroutines(t, before)
}

// Along a list that is long enough for cursors Until sees each node, too.
func TestUntilAlongAList(t *testing.T) {
	nodes := uint32(200_000)
	if raced {
		nodes = 20_000
	}
	g := mark.Func{Nodes: int(nodes), Successors: func(buf []uint32, node uint32) []uint32 { return append(buf, (node+7919)%nodes) }}
	for _, graph := range []mark.Digraph{g, adjacencyOf(t, g)} {
		for _, speculation := range []tune.Speculation{tune.SpeculationLone, tune.SpeculationForce} {
			seen := make([]atomic.Int32, nodes)
			o := mark.Options{Workers: 2, Tuning: tune.Tuning{Speculation: speculation}, Until: func(node uint32) bool { seen[node].Add(1); return false }}
			_, err := mark.Graph(t.Context(), graph, []uint32{0}, o)
			require.NoError(t, err)
			for node := range seen {
				if n := seen[node].Load(); n != 1 {
					t.Fatalf("node %d has %d visits", node, n)
				}
			}
		}
	}
}

// A mark can be cancelled while Until runs, and it calls Until no more.
func TestCancelledInUntil(t *testing.T) {
	errEnough := errors.New("enough")
	h := randomHeap(t, 2000, 3, 50, 1)
	g := ring(2000)
	for _, workers := range []int{1, 2, 4} {
		var calls atomic.Int64
		var cancel context.CancelCauseFunc
		at := int64(0)
		m := newMarker(t, mark.Options{Workers: workers, Grain: workers, Until: func(uint32) bool {
			if calls.Add(1) == at {
				cancel(errEnough)
			}
			return false
		}})
		for at = 1; at < 400; at = at*3 + 1 {
			for _, run := range []func(ctx context.Context) error{
				func(ctx context.Context) error { _, err := m.MarkHeap(ctx, h); return err },
				func(ctx context.Context) error { _, err := m.MarkGraph(ctx, g, []uint32{0}); return err },
				func(ctx context.Context) error {
					_, err := m.MarkGraph(ctx, adjacencyOf(t, g), []uint32{0})
					return err
				},
			} {
				var ctx context.Context
				ctx, cancel = context.WithCancelCause(t.Context())
				calls.Store(0)
				require.ErrorIs(t, run(ctx), errEnough)
				cancel(nil)
				require.Less(t, calls.Load(), at+int64(workers))
			}
		}
	}
}

// If Until panics or ends its goroutine, the mark ends with an error that says so, and the Marker can
// be used again.
func TestUntilPanics(t *testing.T) {
	before := runtime.NumGoroutine()
	errBoom := errors.New("boom")
	h, g := randomHeap(t, 500, 3, 20, 1), ring(500)
	for _, workers := range []int{1, 2, 4} {
		for name, does := range map[string]func(){"panicked: boom": func() { panic(errBoom) }, "ended its goroutine with runtime.Goexit": runtime.Goexit} {
			var calls atomic.Int64
			at := int64(0)
			m, err := mark.New(mark.Options{Workers: workers, Grain: 1, Until: func(node uint32) bool {
				if calls.Add(1) == at {
					does()
				}
				return false
			}})
			require.NoError(t, err)
			for at = 1; at < 500; at = at*2 + 1 {
				for _, run := range []func() (*mark.Result, error){
					func() (*mark.Result, error) { r, err := m.MarkHeap(t.Context(), h); return &r.Result, err },
					func() (*mark.Result, error) { return m.MarkGraph(t.Context(), g, []uint32{0}) },
					func() (*mark.Result, error) { return m.MarkGraph(t.Context(), adjacencyOf(t, g), []uint32{0}) },
				} {
					calls.Store(0)
					ended := make(chan error, 1)
					go func() {
						defer close(ended)
						_, err := run()
						ended <- err
					}()
					if err, ok := <-ended; ok { // otherwise it was the caller's goroutine
						var p *mark.PanicError
						require.ErrorAs(t, err, &p)
						require.Equal(t, "Options.Until", p.Call)
						require.EqualError(t, err, fmt.Sprintf("mark: Options.Until of node %d %s", p.Node, name))
						require.Contains(t, string(p.Stack), "until_test.go")
					} else {
						require.NotContains(t, name, "panicked")
					}
				}
			}
			calls.Store(1000)
			got, err := m.MarkGraph(t.Context(), g, []uint32{0})
			require.NoError(t, err)
			require.EqualValues(t, 500, got.Count())
			m.Close()
		}
	}
	requireGoroutines(t, before)
}

// A StopError says where the mark was stopped.
func TestStopError(t *testing.T) {
	o := mark.Options{Until: func(node uint32) bool { return node == 3 }}
	got, err := mark.Graph(t.Context(), ring(10), []uint32{1}, o)
	require.EqualError(t, err, "mark: stopped at node 3, for which Options.Until returned true")
	require.True(t, got.Has(3))
	require.Less(t, got.Count(), uint64(10))
	_, err = mark.Graph(t.Context(), ring(10), nil, o)
	require.NoError(t, err)
}
