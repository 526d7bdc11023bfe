//go:build interleave && !fullsize

package walk

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// A reachScene is one call of Reach on a small graph, from node 0.
type reachScene struct {
	name    string
	edges   [][]int // successors by node
	workers int
	grown   bool                         // all workers are allowed from the beginning
	at      int                          // the node whose call does something special; -1 for none
	does    func(c *reachCall) error     // what it does; nil for nothing
	cancels bool                         // a thread cancels the caller's context
	want    func(err error, n int) error // what is wrong with the end of the walk; nil: it must be complete
}

// reachCall is a call of the user's function in a scene.
type reachCall struct {
	yield   func(int) bool
	visited []interleave.Int64 // by node, how many calls have begun
}

var errReach = errors.New("cannot be read")

// program runs the scene. Whatever happens, no node is called for twice, what is found is
// reachable, and the successors of what is not in Unvisited are there. Without an error all nodes are found.
func (s reachScene) program() interleave.Program {
	want := s.reachable()
	return func(w *interleave.World) func() {
		visited := make([]interleave.Int64, len(s.edges))
		var running, peak, early int
		ctx, cancel := context.WithCancel(context.Background())
		successors := func(_ context.Context, node int, yield func(int) bool) error {
			running++
			peak = max(peak, running)
			defer func() { running-- }()
			if visited[node].Add(1) > 1 {
				w.Failf("node %d is called for again", node)
			}
			if node == s.at {
				if err := s.does(&reachCall{yield, visited}); err != nil {
					return err
				}
			}
			for _, to := range s.edges[node] {
				if !yield(to) {
					return nil
				}
				early += int(visited[to].Load())
			}
			return nil
		}
		if s.cancels {
			w.Go("canceller", func() { visited[0].Load(); cancel() })
		}
		w.Go("caller", func() {
			walk := newWalk(ctx, successors, Options{Workers: s.workers, MaxKeys: len(s.edges)})
			if s.grown {
				walk.pace.allowed = s.workers
			}
			r, err := walk.run([]int{0})
			if running != 0 {
				w.Failf("%d calls run when Reach returns", running)
			}
			unvisited := slices.Collect(r.Unvisited())
			for node := range r.All() {
				if want>>node&1 == 0 {
					w.Failf("node %d is not reachable", node)
				}
				if !slices.Contains(unvisited, node) && slices.ContainsFunc(s.edges[node], func(to int) bool { return !r.Has(to) }) {
					w.Failf("node %d counts as visited, and has a successor that is missing", node)
				}
			}
			switch complete := int(r.Count()) == len(s.edges) && len(unvisited) == 0; {
			case err == nil && !complete:
				w.Failf("%d nodes are found and %v unvisited, and there is no error", r.Count(), unvisited)
			case s.want == nil && err != nil:
				w.Failf("%v", err)
			case s.want != nil:
				if wrong := s.want(err, int(r.Count())); wrong != nil {
					w.Failf("%v", wrong)
				}
			}
			var happened []string
			for i, did := range []bool{peak > 1, peak > 2, early > 0, err == nil, int(r.Count()) < len(s.edges)} {
				if did {
					happened = append(happened, []string{"two at once", "three at once", "early", "complete", "cut short"}[i])
				}
			}
			w.Outcome(strings.Join(happened, ", "))
		})
		return func() { cancel() }
	}
}

// reachable is the oracle, a bit for each node.
func (s reachScene) reachable() (set int) {
	set = 1
	for range s.edges {
		for node, successors := range s.edges {
			for _, to := range successors {
				set |= set >> node & 1 << to
			}
		}
	}
	return set
}

// failed is for scenes whose node must fail.
func failed(err error, _ int) error {
	var at *KeyError
	if !errors.Is(err, errReach) || !errors.As(err, &at) {
		return fmt.Errorf("the error is %v", err)
	}
	return nil
}

// mayBeCancelled is for scenes in which the caller cancels, perhaps too late.
func mayBeCancelled(err error, _ int) error {
	if err != nil && (!errors.Is(err, context.Canceled) || errors.As(err, new(*KeyError))) {
		return fmt.Errorf("the error is %v", err)
	}
	return nil
}

var (
	aDiamond = [][]int{{1, 2}, {3}, {3}, nil}
	aPath    = [][]int{{1}, {2}, nil}
	aFork    = [][]int{{1, 2}, nil, nil}
	aLoop    = [][]int{{0, 1}, {0}}
)

// waitForNode1 yields node 1 and returns when node 1 has been called for: so another reacher
// must come and take node 1 while the call runs.
func waitForNode1(c *reachCall) error {
	c.yield(1)
	for c.visited[1].Load() == 0 {
		interleave.Gosched()
	}
	return nil
}

func returnErr(*reachCall) error { return errReach }
func panicErr(*reachCall) error  { panic(errReach) }

// TestReachSchedules: whole walks by two and three workers.
func TestReachSchedules(t *testing.T) {
	few := 1
	if testing.Short() {
		few = 0
	}
	plain := func(name string, edges [][]int) reachScene {
		return reachScene{name: name, edges: edges, workers: 2, at: -1}
	}
	special := func(name string, edges [][]int, at int, does func(*reachCall) error, want func(error, int) error) reachScene {
		return reachScene{name: name, edges: edges, workers: 2, at: at, does: does, want: want}
	}
	cancellation := plain("a cancellation", aFork)
	cancellation.cancels, cancellation.want = true, mayBeCancelled
	for _, c := range []struct {
		scene    reachScene
		happened string // must come about in some schedule
	}{
		{plain("a path", aPath), "two at once"},
		{plain("a loop", aLoop), "complete"},
		{plain("a fork", aFork), "two at once"},
		{plain("a diamond", aDiamond), "early"},
		{special("a call that waits for what it has yielded", aPath, 0, waitForNode1, nil), "early"},
		{special("an error", aFork, 1, returnErr, failed), "two at once"},
		{special("an error in a diamond", aDiamond, 1, returnErr, failed), "cut short"},
		{special("a panic", aDiamond, 2, panicErr, failed), "two at once"},
		{cancellation, "cut short"},
	} {
		c.scene.explore(t, few+1, c.happened)
		c.scene.grown = true
		c.scene.explore(t, 1, c.happened)
		c.scene.workers = 3
		if !testing.Short() {
			c.scene.explore(t, 1, c.happened)
		}
	}
	three := plain("a diamond", aDiamond)
	three.workers, three.grown = 3, true
	three.explore(t, 1, "three at once")
}

// explore runs a scene with that many preemptions, and with one more if the long table is asked
// for.
func (s reachScene) explore(t *testing.T, preemptions int, happened string) {
	t.Helper()
	if os.Getenv("HALFMARK_LONG") != "" { // see docs/testing.md
		preemptions++
	}
	o := interleave.Options{Search: interleave.Bounded, Preemptions: preemptions, Steps: 3000}
	rep := interleave.Explore(s.program(), o)
	tagged.Passes(t, rep, "Reach, %s: successors by node are %v, %d workers", s.name, s.edges, s.workers)
	require.True(t, rep.Complete, s.name)
	counts := map[string]int{}
	for outcome, n := range rep.Outcomes {
		for _, what := range strings.Split(outcome, ", ") {
			counts[what] += n
		}
	}
	grown := ""
	if s.grown {
		grown = " from the beginning"
	}
	t.Logf("| reach, %s, %d workers%s | 1 | preemptions up to %d | %d | %d |", s.name, s.workers, grown, preemptions, rep.Executions, rep.Longest)
	t.Log(counts)
	require.Positive(t, counts[happened], "%s: %v", s.name, counts)
}
