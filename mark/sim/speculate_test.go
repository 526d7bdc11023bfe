package sim_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// chains are heaps in which cursors go wrong ways, or in circles. The nodes are shuffled.
func chains(t *testing.T, n int) (all []named) {
	ring := func(to [][]uint32, first, length int) {
		for i := range length {
			to[first+i] = append(to[first+i], uint32(first+(i+1)%length))
		}
	}
	for name, link := range map[string]func(to [][]uint32){
		"ring":       func(to [][]uint32) { ring(to, 0, n) },
		"dead rings": func(to [][]uint32) { ring(to, 0, n/2); deadRings(to, n/2, ring) },
		"dead ends": func(to [][]uint32) { // garbage that leads into the live list
			for i := range n - 1 {
				to[i] = []uint32{uint32(i%(n/4)) + 1}
			}
		},
		"doubly linked": func(to [][]uint32) {
			for i := range n {
				to[i] = []uint32{uint32(max(i-1, 0)), uint32(min(i+1, n-1))}
			}
		},
		"beads": func(to [][]uint32) { // now and then the list has a large or a huge object
			for i := range n - 1 {
				to[i] = []uint32{uint32(i + 1)}
				for len(to[i]) < 40 && i%97 == 0 || len(to[i]) < 600 && i == n/2 {
					to[i] = append(to[i], uint32(i+1))
				}
			}
		},
		"spine": func(to [][]uint32) { // the payload comes first
			for i := 0; i+3 < n; i += 2 {
				to[i] = []uint32{uint32(i + 1), uint32(i + 2)}
			}
		},
	} {
		to := make([][]uint32, n)
		link(to)
		all = append(all, named{shuffledGraph(t, to), name})
	}
	return all
}

func deadRings(to [][]uint32, first int, ring func([][]uint32, int, int)) {
	for ; first+7 <= len(to); first += 7 {
		ring(to, first, 7)
	}
}

// shuffledGraph builds a heap whose root is node 0, and in which nodes lie anywhere.
func shuffledGraph(t *testing.T, to [][]uint32) *heap.Heap {
	t.Helper()
	at := rand.New(rand.NewPCG(5, 8)).Perm(len(to))
	moved := make([][]uint32, len(to))
	for i, targets := range to {
		for _, target := range targets {
			moved[at[i]] = append(moved[at[i]], uint32(at[target]))
		}
	}
	return graph(t, []uint32{uint32(at[0])}, moved...)
}

// With speculation from the beginning, what is marked is what is reachable: all shapes, and
// chains with cycles and garbage.
func TestSpeculationMarksWhatIsReachable(t *testing.T) {
	options := []mark.Options{
		{},
		{Grain: 3, Capacity: 2, OverflowBlocks: 1, Tuning: tune.Tuning{Idle: tune.IdleSpin, Recruit: 100}},
		{Grain: 2, Capacity: 4, OverflowBlocks: tune.NoPool, Tuning: tune.Tuning{Idle: tune.IdleBackoff, Marking: tune.MarkingShared, Recruit: 300}},
		{Tuning: tune.Tuning{Idle: tune.IdleYield, Marking: tune.MarkingOwner, Recruit: 50}},
	}
	crews := []int{1, 2, 3, 16, 64}
	if testing.Short() {
		crews = []int{1, 4}
	}
	n := 2500 // cursors find nothing in much shorter lists
	all := chains(t, n)
	for k, h := range append(all, heaps(t, uint64(n))...) {
		harvested, speculating := uint64(0), uint64(0)
		marks := 2 // of a chain with some options; one of a shape
		if k >= len(all) {
			marks = 1
		}
		for i, o := range options {
			for j := range min(marks, len(crews)) { // each by another crew, and others for the next heap
				workers := crews[(2*j+i+k)%len(crews)]
				o.Workers, o.Tuning.Speculation = workers, tune.SpeculationForce
				r := run(t, h.Heap, sim.Config{Options: o, Speculators: i % 3 * 4})
				harvested += r.ObjectsHarvested
				speculating += uint64(r.Speculating)
				require.LessOrEqual(t, r.Speculating, r.Starved+r.Hoarded, "%s, %+v", h.name, o)
			}
		}
		for _, chain := range all {
			if chain.name == h.name {
				require.Positive(t, harvested, "%s has no harvest", h.name)
				require.Positive(t, speculating, "%s has no speculator", h.name)
			}
		}
	}
}

// The same seed gives the same mark, although the gate reads a clock.
func TestSpeculationIsDeterministic(t *testing.T) {
	h := build(t, "list", 100_000)
	o := mark.Options{Workers: 5, Tuning: tune.Tuning{Recruit: 1000, Speculation: tune.SpeculationAuto}}
	first := run(t, h, sim.Config{Options: o})
	require.Positive(t, first.Harvests)
	require.Equal(t, first, run(t, h, sim.Config{Options: o}))
}

// Along a list cursors of a lone worker help, and those of idle workers help more. The limit
// of such marks is not the longest chain.
func TestSpeculationShortensLists(t *testing.T) {
	h := build(t, "list", 100_000)
	curve := func(how tune.Speculation, speculators int) *sim.Curve {
		c, err := sim.Sweep(context.Background(), h, sim.Config{Options: mark.Options{Tuning: tune.Tuning{Speculation: how}}, Speculators: speculators}, []int{1, 9})
		require.NoError(t, err)
		for _, p := range c.Points {
			require.LessOrEqual(t, p.Speedup, p.Limit)
			require.Equal(t, how != tune.SpeculationOff, p.Limit > c.Ceiling())
		}
		require.InDelta(t, 1, c.Ceiling(), 0.01)
		return c
	}
	off, lone, auto, many := curve(tune.SpeculationOff, 0), curve(tune.SpeculationLone, 0), curve(tune.SpeculationAuto, 0), curve(tune.SpeculationAuto, 8)
	require.Equal(t, off.One.Makespan, auto.One.Makespan, "all speedups are over one worker that does not speculate")
	require.Equal(t, 1.0, off.Points[0].Speedup)
	require.Equal(t, lone.Points[0].Speedup, auto.Points[0].Speedup, "one worker has no speculators")
	require.Greater(t, lone.Points[0].Speedup, 1.3)
	require.Greater(t, auto.Points[1].Speedup, 1.2*lone.Points[1].Speedup)
	require.Zero(t, lone.Points[1].Speculating)
	require.Positive(t, auto.Points[1].Speculating)
	require.LessOrEqual(t, auto.Points[1].Speculating, 2*auto.Points[1].Makespan)
	share := func(c *sim.Curve) float64 { return float64(c.Points[1].Speculating) / float64(c.Points[1].Makespan) }
	require.Greater(t, share(many), 1.2*share(auto), "more than two")
}

// A worker that must not speculate does not.
func TestWhoSpeculates(t *testing.T) {
	h := build(t, "list", 3000)
	for _, c := range []struct {
		options mark.Options
		any     bool
	}{
		{mark.Options{Tuning: tune.Tuning{Speculation: tune.SpeculationForce}}, true},
		{mark.Options{Tuning: tune.Tuning{Speculation: tune.SpeculationOff}}, false},
		{mark.Options{Tuning: tune.Tuning{Speculation: tune.SpeculationAuto}}, false}, // the heap is small
		{mark.Options{Grain: 1}, false},
		{mark.Options{Tuning: tune.Tuning{Marking: tune.MarkingOwner, Speculation: tune.SpeculationForce}}, false},
	} {
		c.options.Workers = 3
		r := run(t, h, sim.Config{Options: c.options})
		require.Equal(t, c.any, r.CursorRounds > 0, "%+v", c.options)
		require.Equal(t, c.any, r.Harvests > 0, "%+v", c.options)
		require.Equal(t, c.any, r.Speculating > 0, "%+v", c.options)
	}
	for _, n := range []int{-1, mark.MaxWorkers + 1} {
		require.ErrorContains(t, sim.Config{Speculators: n}.Validate(), fmt.Sprintf("%d speculators", n))
	}
}

// A round costs something for each cursor that moves, and a harvest for each look-up.
func TestCursorsCost(t *testing.T) {
	h := build(t, "list", 3000)
	with := func(cursor time.Duration) *sim.Result {
		costs := costs.Default()
		costs.Cursor = cursor
		return run(t, h, sim.Config{Options: mark.Options{Tuning: tune.Tuning{Speculation: tune.SpeculationForce}}, Costs: costs})
	}
	free, dear := with(0), with(1)
	require.Equal(t, free.CursorSteps, dear.CursorSteps, "one worker does the same, whatever it costs")
	more := uint64(dear.Makespan - free.Makespan)
	require.Greater(t, more, free.CursorSteps+free.ObjectsHarvested)
	require.LessOrEqual(t, more, free.CursorSteps+free.CursorRounds+2*free.Marked)
}
