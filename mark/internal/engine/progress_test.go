package engine

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// tellingMarker is a Marker whose alarm rings again as soon as it is set.
func tellingMarker(t *testing.T, o Options) *Marker {
	t.Helper()
	m, _ := policyMarker(t, o)
	require.Equal(t, 100*time.Millisecond, m.tellEvery)
	m.tellEvery = 0
	return m
}

// scattered is a graph of n nodes with three random successors each. Each call gives way, so that the
// other workers and the alarm come to their turn.
func scattered(n int, seed uint64) Func {
	random := rand.New(rand.NewPCG(seed, 0))
	targets := make([]uint32, 3*n)
	for i := range targets {
		targets[i] = random.Uint32N(uint32(n))
	}
	return Func{Nodes: n, Successors: func(buf []uint32, node uint32) []uint32 {
		runtime.Gosched()
		return append(buf, targets[3*node:3*node+3]...)
	}}
}

// However often the alarm rings, there is one call at a time, in marks only, and what it says does not
// fall. The last call says how many nodes were reached.
func TestProgress(t *testing.T) {
	const nodes = 3000
	g := scattered(nodes, 23)
	for _, o := range []Options{
		{Workers: 1}, {Workers: 1, Grain: 1}, {Workers: 2, Grain: 1}, {Workers: 4, Tuning: tune.Tuning{Recruit: 1}},
		{Workers: 3, Tuning: tune.Tuning{Speculation: tune.SpeculationForce}}, {Workers: 2, Until: func(uint32) bool { return false }},
	} {
		var marking, told atomic.Bool
		var last Progress
		calls := 0
		o.Progress = func(p Progress) {
			if told.Swap(true) || !marking.Load() {
				t.Errorf("%+v: two calls at once, or after the mark", p)
			}
			if p.Scanned < last.Scanned || p.Elapsed < last.Elapsed || p.Scanned > nodes {
				t.Errorf("%+v after %+v", p, last)
			}
			last = p
			calls++
			runtime.Gosched()
			told.Store(false)
		}
		m := tellingMarker(t, o)
		for start := time.Now(); calls < 100; {
			require.Less(t, time.Since(start), 30*time.Second, "%d calls", calls)
			last = Progress{}
			marking.Store(true)
			r, err := m.MarkGraph(t.Context(), g, []uint32{0})
			marking.Store(false)
			require.NoError(t, err)
			require.Equal(t, Progress{Scanned: r.Count(), Elapsed: r.Stats.Duration}, last)
		}
	}
}

// A heap and arrays tell about their progress, too, and a mark that was stopped is not told.
func TestProgressOfEveryScanner(t *testing.T) {
	h, _ := pairsHeap(t, 20_000, 1000)
	g := scattered(20_000, 24)
	a := adjacencyOfFunc(t, g)
	for _, workers := range []int{1, 2} {
		var last Progress
		var calls, asked, stopAt atomic.Int64
		m := tellingMarker(t, Options{
			Workers: workers, Tuning: tune.Tuning{Recruit: 1},
			Progress: func(p Progress) { calls.Add(1); last = p },
			Until:    func(uint32) bool { runtime.Gosched(); return asked.Add(1) == stopAt.Load() },
		})
		for name, run := range map[string]func() (*Result, error){
			"heap":   func() (*Result, error) { r, err := m.MarkHeap(t.Context(), h); return &r.Result, err },
			"arrays": func() (*Result, error) { return m.MarkGraph(t.Context(), a, []uint32{0}) },
		} {
			calls.Store(0)
			for start := time.Now(); calls.Load() < 20; {
				require.Less(t, time.Since(start), 30*time.Second, "%s: %d calls", name, calls.Load())
				r, err := run()
				require.NoError(t, err)
				require.Equal(t, r.Count(), last.Scanned)
			}
			asked.Store(0)
			stopAt.Store(1000)
			r, err := run()
			require.ErrorAs(t, err, new(*StopError), name)
			require.NotEqual(t, r.Count(), last.Scanned, "the last call is for complete marks")
			stopAt.Store(-1)
		}
	}
}

// adjacencyOfFunc copies a graph into arrays.
func adjacencyOfFunc(t *testing.T, g Func) *Adjacency {
	t.Helper()
	offsets, targets := []uint64{0}, []uint32(nil)
	for node := range uint32(g.Nodes) {
		targets = g.Successors(targets, node)
		offsets = append(offsets, uint64(len(targets)))
	}
	a, err := NewAdjacency(offsets, targets)
	require.NoError(t, err)
	return a
}

// By default a tenth of a second passes between two calls.
func TestProgressIsCalledRarely(t *testing.T) {
	var ended time.Time
	calls := 0
	m, _ := policyMarker(t, Options{Workers: 1, Progress: func(Progress) {
		if calls++; calls == 2 && time.Since(ended) < 100*time.Millisecond {
			t.Error("too soon")
		}
		ended = time.Now()
	}})
	g := Func{Nodes: 1 << 20, Successors: func(buf []uint32, node uint32) []uint32 {
		if calls == 2 {
			return buf
		}
		time.Sleep(time.Millisecond)
		return append(buf, node+1)
	}}
	_, err := m.MarkGraph(t.Context(), g, []uint32{0})
	require.NoError(t, err)
	require.Equal(t, 3, calls, "two calls, and the last one")
}

// Between two calls of a slow callback Progress is told of each node that is done.
func TestProgressBetweenSlowCallbacks(t *testing.T) {
	const nodes = 8
	var heard []uint64
	m, _ := policyMarker(t, Options{Workers: 1, Progress: func(p Progress) { heard = append(heard, p.Scanned) }})
	m.tellEvery = time.Hour
	ring := func() { m.teller.Rings.Add(1) }
	g := Func{Nodes: nodes, Successors: func(buf []uint32, node uint32) []uint32 { ring(); return buf }}
	_, err := m.MarkGraph(t.Context(), g, []uint32{0, 1, 2, 3, 4, 5, 6, 7})
	require.NoError(t, err)
	require.Equal(t, []uint64{1, 2, 3, 4, 5, 6, 7, 8, 8}, heard)
}

// Each worker that hears the alarm shows what it has scanned, and one of them calls. A worker that goes
// idle shows it, too.
func TestOneWorkerTells(t *testing.T) {
	var heard []uint64
	m, w := policyMarker(t, Options{Workers: 3, Progress: func(p Progress) { heard = append(heard, p.Scanned) }})
	m.tellEvery = time.Hour
	m.teller = m.newTeller(time.Now())
	defer m.teller.Hush()
	for id, v := range m.workers {
		v.Scanned = uint64(10 + id)
		v.reportProgress(0)
	}
	require.Empty(t, heard)
	m.workers[2].becomeIdle()
	m.teller.Rings.Add(1)
	m.workers[1].reportProgress(3)
	require.Equal(t, []uint64{8 + 12}, heard)
	w.reportProgress(0)
	w.reportProgress(0)
	require.Len(t, heard, 1, "the ring is claimed")
	m.teller.Rings.Add(1)
	w.Scanned++
	w.reportProgress(0)
	require.Equal(t, []uint64{20, 11 + 8 + 12}, heard)
}

// If Progress panics or ends its goroutine, during a mark or at its end, then the mark ends with an error
// that says so, and the Marker can be used again.
func TestProgressPanics(t *testing.T) {
	before := runtime.NumGoroutine()
	errBoom := errors.New("boom")
	g := scattered(500, 25)
	for _, workers := range []int{1, 2, 4} {
		for name, does := range map[string]func(){"panicked: boom": func() { panic(errBoom) }, "ended its goroutine with runtime.Goexit": runtime.Goexit} {
			calls, at := 0, 0
			m, err := New(Options{Workers: workers, Grain: 1, Progress: func(p Progress) {
				if calls++; calls == at || at < 0 && p.Scanned == 500 {
					does()
				}
			}})
			require.NoError(t, err)
			m.tellEvery = 0
			for _, at = range []int{1, 2, 7, -1} {
				calls = 0
				g := g
				if at > 0 { // no mark ends before
					inner := g.Successors
					g.Nodes, g.Successors = 1<<24, func(buf []uint32, node uint32) []uint32 { return append(inner(buf, node%500), node+1) }
				} else { // each node leads to the next
					g.Successors = func(buf []uint32, node uint32) []uint32 { return append(buf, (node+1)%500) }
				}
				ended := make(chan error, 1)
				go func() {
					defer close(ended)
					_, err := m.MarkGraph(t.Context(), g, []uint32{0})
					ended <- err
				}()
				if err, ok := <-ended; ok { // otherwise it was the caller's goroutine
					var p *PanicError
					require.ErrorAs(t, err, &p)
					require.EqualError(t, err, "mark: Options.Progress "+name)
					require.Equal(t, PanicError{Call: "Options.Progress", Value: p.Value, Stack: p.Stack}, *p)
					require.Contains(t, string(p.Stack), "progress_test.go")
				} else {
					require.NotContains(t, name, "panicked")
				}
			}
			at = 0
			got, err := m.MarkGraph(t.Context(), g, []uint32{0})
			require.NoError(t, err, fmt.Sprint(workers, name))
			require.Positive(t, got.Count())
			m.Close()
		}
	}
	for range 5000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("%d goroutines are left behind", runtime.NumGoroutine()-before)
}

// An extension goes on counting where the mark before has ended.
func TestProgressOfAnExtension(t *testing.T) {
	var last Progress
	m, _ := policyMarker(t, Options{Workers: 1, Progress: func(p Progress) { last = p }})
	g := Func{Nodes: 50, Successors: func(buf []uint32, node uint32) []uint32 { return append(buf, node/10*10+(node+1)%10) }}
	for i, root := range []uint32{7, 33, 35} {
		mark := m.ExtendGraph
		if i == 0 {
			mark = m.MarkGraph
		}
		r, err := mark(t.Context(), g, []uint32{root})
		require.NoError(t, err)
		require.Equal(t, []uint64{10, 20, 20}[i], last.Scanned)
		require.Equal(t, r.Count(), last.Scanned)
	}
}
