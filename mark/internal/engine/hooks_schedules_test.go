//go:build interleave && !fullsize

package engine

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/crew"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// errNo is what a graph fails with.
var errNo = errors.New("no")

// A hooked is one mark of a small graph, all of whose nodes can be reached from node 0, by two workers. It
// calls a user's code that ends it, or not.
type hooked struct {
	name string
	// call returns what is to be marked, and with what options. It calls w.Failf if it is called
	// wrongly, and adds to outcomes what happens.
	call func(w *interleave.World, c *calledBack) (Digraph, Options)
	// ends is whether the error is the one that the mark has to have.
	ends func(err error, last uint32) bool
}

// calledBack is what the user's code of one mark knows.
type calledBack struct {
	m       *Marker
	edges   [][]uint32
	visits  [8]int
	busy    interleave.Uint64 // calls of Progress that run
	told    int
	scanned uint64
	over    bool // the mark has returned
}

func (c *calledBack) last() uint32 { return uint32(len(c.edges) - 1) }

func (c *calledBack) graph() Func {
	return Func{len(c.edges), func(buf []uint32, node uint32) []uint32 { return append(buf, c.edges[node]...) }}
}

// visit counts a call for a node.
func (c *calledBack) visit(w *interleave.World, node uint32) {
	if c.visits[node]++; c.visits[node] > 1 || c.over {
		w.Failf("node %d is asked about %d times, or after the mark", node, c.visits[node])
	}
}

// progress checks that calls are made one after the other.
func (c *calledBack) progress(w *interleave.World, p Progress) {
	if c.busy.Add(1) != 1 || c.over || p.Scanned < c.scanned {
		w.Failf("Progress is told of %d after %d: two calls at once, or after the mark, or it falls", p.Scanned, c.scanned)
	}
	c.scanned = p.Scanned
	c.told++
	if !c.m.crew.Done() && int64(c.told) > c.m.teller.Rings.Load() {
		w.Failf("call %d is for no ring of its own", c.told)
	}
	c.busy.Add(^uint64(0))
}

var hookedScenes = []hooked{
	{
		"Until that stops at the last node",
		func(w *interleave.World, c *calledBack) (Digraph, Options) {
			return c.graph(), with(func(o *Options) {
				o.Until = func(node uint32) bool { c.visit(w, node); return node == c.last() }
			})
		},
		func(err error, last uint32) bool {
			var stop *StopError
			return errors.As(err, &stop) && stop.Node == last
		},
	},
	{
		"Until that stops at the last node, grain 2, arrays",
		func(w *interleave.World, c *calledBack) (Digraph, Options) {
			return scene{nodes: len(c.edges), edges: c.edges, arrays: true}.graph(), with(func(o *Options) {
				o.Grain, o.Until = 2, func(node uint32) bool { c.visit(w, node); return node == c.last() }
			})
		},
		func(err error, last uint32) bool {
			var stop *StopError
			return errors.As(err, &stop) && stop.Node == last
		},
	},
	{
		"Until that panics at the last node",
		func(w *interleave.World, c *calledBack) (Digraph, Options) {
			return c.graph(), with(func(o *Options) {
				o.Until = func(node uint32) bool {
					if c.visit(w, node); node == c.last() {
						panic("no")
					}
					return false
				}
			})
		},
		func(err error, last uint32) bool {
			var panicked *PanicError
			return errors.As(err, &panicked) && panicked.Node == last && panicked.Value == "no"
		},
	},
	{
		"an error at the last node",
		func(w *interleave.World, c *calledBack) (Digraph, Options) {
			return Func{len(c.edges), func(buf []uint32, node uint32) []uint32 { // as package mark calls a TryFunc
				if c.visit(w, node); node == c.last() {
					panic(errNo)
				}
				return append(buf, c.edges[node]...)
			}}, tiny
		},
		func(err error, last uint32) bool {
			var failed *PanicError
			return errors.As(err, &failed) && failed.Node == last && failed.Value == errNo
		},
	},
	{
		"Progress",
		func(w *interleave.World, c *calledBack) (Digraph, Options) {
			return c.graph(), with(func(o *Options) { o.Progress = func(p Progress) { c.progress(w, p) } })
		},
		func(err error, _ uint32) bool { return err == nil },
	},
}

func (h hooked) program(edges [][]uint32) interleave.Program {
	return func(w *interleave.World) func() {
		c := &calledBack{edges: edges}
		g, o := h.call(w, c)
		m, err := New(o)
		if err != nil {
			panic(err)
		}
		c.m = m
		m.Name(w)
		w.Name("", &c.busy, nil)
		joined := false
		w.Go("caller", func() {
			r, err := m.MarkGraph(context.Background(), g, []uint32{0})
			c.over = true
			if !h.ends(err, c.last()) {
				w.Failf("the mark ends with %v", err)
			}
			if !r.Has(c.last()) {
				w.Failf("the last node is not reached")
			}
			if o.Progress != nil && c.scanned != uint64(len(edges)) {
				w.Failf("the last call said %d nodes", c.scanned)
			}
			joined = r.Stats.Workers[1].Joins > 0
			m.Close()
		})
		return func() {
			switch {
			case c.told > 1:
				w.Outcome("told twice")
			case joined:
				w.Outcome("by two workers")
			default:
				w.Outcome("by one worker")
			}
		}
	}
}

// TestHooks: marks that call a user's code, which ends them, or is told about their progress. Each node is
// asked about once, the error is the one that it has to be, and of Progress there is one call at a time,
// none of them after the mark.
func TestHooks(t *testing.T) {
	graphs := upTo3(1, false)[1:]
	for _, h := range hookedScenes {
		tells := h.name == "Progress" // the alarm is one more thread
		if tells && !long {
			graphs = graphs[:5]
		}
		counts := h.explore(t, graphs)
		if h.name != "Until that stops at the last node, grain 2, arrays" { // so few nodes are marked by one
			require.Positive(t, counts["by two workers"], h.name)
		}
		require.Equal(t, tells, counts["told twice"] > 0, h.name)
	}
}

// TestTeller: two workers that look for the alarm twice, and no mark. There is one call for each ring,
// and one call at a time.
func TestTeller(t *testing.T) {
	rep := interleave.Explore(func(w *interleave.World) func() {
		m := &Marker{workers: make([]*worker, 2)}
		m.crew.Lobby = crew.NewLobby(2) // it knows the machine, which has the clock
		c := &calledBack{m: m}
		m.Options.Progress = func(p Progress) { c.progress(w, p) }
		m.teller = m.newTeller(now())
		w.Name("", m.teller, nil)
		w.Name("busy", &c.busy, nil)
		for id := range m.workers {
			v := &worker{m: m, id: id}
			m.workers[id] = v
			w.Go("worker", func() {
				for range 2 {
					v.Scanned++
					v.reportProgress(0)
				}
			})
		}
		return func() {
			w.Outcome([]string{"not told", "told once", "told twice", "told three times", "told four times"}[c.told])
		}
	}, interleave.Options{Search: interleave.Reduced})
	tagged.Passes(t, rep, "two workers that hear the alarm of Progress")
	require.True(t, rep.Complete)
	require.Positive(t, rep.Outcomes["told twice"])
	t.Logf("| mark, two workers that hear the alarm of Progress | 1 | %v | %d | %d |", interleave.Reduced, rep.Executions, rep.Longest)
	t.Logf("%v", rep.Outcomes)
}

// explore marks each graph in every schedule with one preemption, and adds up.
func (h hooked) explore(t *testing.T, graphs [][][]uint32) map[string]int {
	began, counts, executions, longest := time.Now(), map[string]int{}, 0, 0
	for _, edges := range graphs {
		o := bound(1)
		o.Steps = 3000
		rep := interleave.Explore(h.program(edges), o)
		tagged.Passes(t, rep, "%s, %s", h.name, inWords(edges))
		require.True(t, rep.Complete, "%s, %v", h.name, edges)
		executions += rep.Executions
		longest = max(longest, rep.Longest)
		for outcome, n := range rep.Outcomes {
			counts[outcome] += n
		}
	}
	t.Logf("| mark, %s | %d | %s | %d | %d |", h.name, len(graphs), boundOf(bound(1)), executions, longest)
	t.Logf("%v, in which were %v", time.Since(began).Round(time.Millisecond), counts)
	return counts
}
