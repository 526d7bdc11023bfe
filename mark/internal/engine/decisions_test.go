package engine_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/engine"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// simulated returns the record that Decisions makes, of a simulation.
func simulated(t testing.TB, h *heap.Heap, o mark.Options, costs costs.Costs) ([]engine.Decided, *sim.Result) {
	t.Helper()
	var log []engine.Decided
	trace := func(s sim.Step, r *sim.Result) {
		line := engine.Decided{
			Worker: s.Worker, Private: s.Private, Asleep: s.Asleep,
			Marked: r.Marked, Batches: r.Batches, Chunks: r.ChunksTaken, Opened: r.SlicesOpened, Alone: r.SlicesAlone,
			BlocksOver: r.BlocksOverflowed, BlocksRecovered: r.BlocksRecovered, PendingAdded: r.PendingAdded, RefsRecovered: r.RefsRecovered,
		}
		switch s.Did {
		case sim.Scans, sim.Pushes, sim.Pops:
			line.Did = fmt.Sprintf("%s %v", s.Did, s.Refs)
		case sim.Claims:
			line.Did = fmt.Sprintf("claims %d of %d, %d", s.Refs[1], s.Refs[0], s.Refs[2])
		case sim.Exposes:
			line.Did = "exposes"
		case sim.Asks:
			line.Did = fmt.Sprintf("asks %d: %v %d", s.N, s.Outcome, s.Moved)
		case sim.Follows: // one line for all that are followed at once
			var first uint32
			if s.N > 1 {
				line = log[len(log)-1]
				fmt.Sscanf(line.Did, "follows %d objects from %d", new(int), &first)
				log = log[:len(log)-1]
			} else {
				first = s.Refs[0]
				line.Private, line.Batches = 1, line.Batches-1 // it is on its way already
			}
			line.Did = fmt.Sprintf("follows %d objects from %d", s.N, first)
		default:
			return // to be seen in what is counted
		}
		log = append(log, line)
	}
	r, err := sim.Run(context.Background(), h, sim.Config{Options: o, Costs: costs, Trace: trace})
	require.NoError(t, err)
	return log, r
}

// nobodyComes are costs with which who is woken comes after the end of a small mark.
func nobodyComes() costs.Costs {
	return costs.Costs{Object: 1, Attempt: 1, Look: 1, WakeDelay: costs.Max}
}

// requireSameDecisions holds the simulator's record against the marker's.
func requireSameDecisions(t *testing.T, h *heap.Heap, o mark.Options, costs costs.Costs) []engine.Decided {
	t.Helper()
	if o.Tuning.Marking == tune.MarkingAuto {
		o.Tuning.Marking = tune.MarkingShared // worker 0 can finish the mark of an owner that does not come only without owners
	}
	want, result := engine.Decisions(t, h, engine.Options(o), costs == nobodyComes())
	got, r := simulated(t, h, o, costs)
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] { // millions of lines are equal
			require.Equal(t, want[i], got[i], "step %d of worker %d, with %+v", i, want[i].Worker, o)
		}
	}
	require.Len(t, got, len(want), "%+v", o)
	require.Equal(t, result.Stats.Sum().Joins, r.Joins)
	return want
}

// rooms are grains, capacities of deques and sizes of the overflow pool, with which
// each place is used: little of it, and more than there is.
var rooms = []mark.Options{
	{Grain: 1, Capacity: 2, OverflowBlocks: tune.NoPool}, {Grain: 1, Capacity: 64, OverflowBlocks: 1}, {Grain: 1, Capacity: 1024, OverflowBlocks: 64},
	{Grain: 3, Capacity: 2, OverflowBlocks: 1}, {Grain: 16, Capacity: 8, OverflowBlocks: tune.NoPool}, {Grain: 64, Capacity: 1024, OverflowBlocks: 64},
}

// everyChoice calls f with every combination of queue, amount and policies that means
// something, for this many workers.
func everyChoice(workers int, f func(o mark.Options)) {
	for _, kind := range stealq.Kinds() {
		for _, amount := range kind.Amounts {
			for _, steal := range tune.StealPolicies() {
				for _, victim := range tune.VictimPolicies() {
					for _, idle := range tune.IdlePolicies() {
						o := mark.Options{Workers: workers, Deque: kind, Tuning: tune.Tuning{Amount: amount, Steal: steal, Victim: victim, Idle: idle, Seed: 7}}
						if o.Validate() == nil {
							f(o)
						}
					}
				}
			}
		}
	}
}

func decisionHeap(t *testing.T, name string, objects uint64) *heap.Heap {
	t.Helper()
	s, err := shape.Parse(name)
	require.NoError(t, err)
	h, err := s.Build(shape.Params{Objects: objects, Seed: 1, Layout: shape.Shuffled})
	require.NoError(t, err)
	return h
}

// With one worker that acts, be there others that do not come or none, the simulator
// takes the marker's decisions, one by one: every queue, amount and policy, in turn
// with all rooms and shapes.
func TestSimulatorDecidesAsTheMarker(t *testing.T) {
	names := []string{"random", "list", "tree", "wide", "app"}
	var heaps []*heap.Heap
	for _, name := range names {
		heaps = append(heaps, decisionHeap(t, name, 300))
	}
	turn := 0
	for _, workers := range []int{1, 2, 5} {
		everyChoice(workers, func(o mark.Options) {
			for range 2 {
				if turn++; turn%sample(5, 11) > 0 {
					continue
				}
				room := rooms[turn%len(rooms)]
				o.Grain, o.Capacity, o.OverflowBlocks = room.Grain, room.Capacity, room.OverflowBlocks
				requireSameDecisions(t, heaps[turn/3%len(heaps)], o, nobodyComes())
			}
		})
	}
}

// oneComes are costs with which who is woken comes while the other scans what lasts,
// and is asleep again before the end of that.
func oneComes() costs.Costs {
	return costs.Costs{Object: 1, Ref: time.Microsecond, Attempt: 1, Look: 1, WakeDelay: engine.Lasting / 5 * time.Microsecond}
}

// lastingHeap is for two workers. Its roots are some chunks that lead nowhere, one
// that lasts, and half a one. Those lead to some small objects and one that lasts,
// which leads to others such, and so on a few times.
func lastingHeap(t *testing.T, chunks int, sizes ...int) *heap.Heap {
	t.Helper()
	var targets [][]uint32
	add := func(to ...uint32) uint32 {
		targets = append(targets, to)
		return uint32(len(targets) - 1)
	}
	leaf := add()
	group := func(small int, next []uint32) []uint32 {
		var all []uint32
		for i := range small {
			var to []uint32
			for range 2 * (i % 8 / 7 * (60 / max(i, 60))) { // few, for they take time, too
				to = append(to, add())
			}
			all = append(all, add(to...))
		}
		last := add(next...)
		for len(targets[last]) < engine.Lasting {
			targets[last] = append(targets[last], leaf)
		}
		return append(all, last)
	}
	var roots, next []uint32
	for _, small := range sizes {
		next = group(small, next)
	}
	for len(roots)+len(next) < (chunks+1)*512 {
		roots = append(roots, leaf)
	}
	roots = append(roots, next...)
	for i := range 50 {
		roots = append(roots, add(), leaf)
		targets[len(targets)-1] = targets[len(targets)-1][:0]
		if i%8 == 0 {
			targets[len(targets)-1] = []uint32{add()}
		}
	}
	return graphHeap(t, roots, targets)
}

func graphHeap(t *testing.T, roots []uint32, targets [][]uint32) *heap.Heap {
	t.Helper()
	var b heap.Builder
	for _, to := range targets {
		b.Add(0, to...)
	}
	for _, r := range roots {
		b.Root(r)
	}
	h, err := b.Build()
	require.NoError(t, err)
	return h
}

// Two workers, of which one comes, takes what it can, and goes, while the other is
// busy for long: what is shown to it, what it takes, and what is done with that.
func TestSimulatorSharesAsTheMarker(t *testing.T) {
	heaps := map[bool]*heap.Heap{
		true:  lastingHeap(t, 0, 20, 60, 30, 70),
		false: lastingHeap(t, 96, 20, 300, 30, 400), // a lone worker recruits after 96 chunks, and if it holds more than 256 objects
	}
	seen := map[string]int{}
	turn := 0
	everyChoice(2, func(o mark.Options) {
		if o.Tuning.Idle != tune.IdlePark { // the others never sleep
			return
		}
		for range len(rooms) {
			if turn++; turn%sample(5, 11) > 0 {
				continue
			}
			room := rooms[turn%len(rooms)]
			o.Grain, o.Capacity, o.OverflowBlocks = room.Grain, room.Capacity, room.OverflowBlocks
			for _, line := range requireSameDecisions(t, heaps[o.Grain == 1], o, oneComes()) {
				did, rest, _ := strings.Cut(line.Did, " ")
				seen[fmt.Sprintf("%d %s", line.Worker, did)]++
				if strings.Contains(rest, "took") {
					seen["took "+o.Deque.Name]++
				}
			}
		}
	})
	for _, did := range []string{"0 exposes", "0 follows", "0 asks", "1 claims", "1 pushes", "1 scans",
		"took stealhalf", "took abp", "took chaselev", "took split", "took rudolph", "took locked"} {
		require.Positive(t, seen[did], "nobody has done this: %s of %v", did, seen)
	}
}

// crowdedHeaps fill the private stack of a worker in different ways, or all the
// cursors that it has for huge objects.
func crowdedHeaps(t *testing.T) []*heap.Heap {
	var targets [][]uint32
	add := func(to ...uint32) uint32 {
		targets = append(targets, to)
		return uint32(len(targets) - 1)
	}
	leaves := func(n int) (all []uint32) {
		for range n {
			all = append(all, add())
		}
		return all
	}
	finish := func(root uint32) *heap.Heap {
		h := graphHeap(t, []uint32{root}, targets)
		targets = nil
		return h
	}

	// Huge objects that share what they refer to, behind two others in the deque.
	common, hubs := leaves(9000), leaves(2)
	for range 28 {
		hubs = append(hubs, add(common...))
	}
	huge := finish(add(hubs...))

	// Objects that are scanned apart.
	var large []uint32
	for i := range 60 {
		large = append(large, add(leaves(1+8*i)...))
	}
	apart := finish(add(large...))

	// Objects that are collected: of each batch's the newest lead on.
	newest := leaves(64)
	for range 7 {
		var level []uint32
		for i := range 64 {
			children := leaves(32)
			if i >= 62 {
				children = newest[32*(i-62) : 32*(i-61)]
			}
			level = append(level, add(children...))
		}
		newest = level
	}
	return []*heap.Heap{huge, apart, finish(add(add(newest[:32]...), add(newest[32:]...)))}
}

// Huge objects, more than a worker has cursors for, and objects that fill the private
// stack between two looks.
func TestSimulatorMakesRoomAsTheMarker(t *testing.T) {
	var most engine.Decided
	turn := 0
	for _, h := range crowdedHeaps(t) {
		for _, kind := range stealq.Kinds() {
			for _, workers := range []int{1, 2} {
				for range len(rooms) {
					if turn++; turn%sample(5, 17) > 0 {
						continue
					}
					room := rooms[turn%len(rooms)]
					o := mark.Options{Workers: workers, Deque: kind, Grain: room.Grain, Capacity: room.Capacity, OverflowBlocks: room.OverflowBlocks, Tuning: tune.Tuning{Idle: tune.IdleSpin}}
					log := requireSameDecisions(t, h, o, nobodyComes())
					last := log[len(log)-1]
					for _, line := range log {
						most.Private = max(most.Private, line.Private)
					}
					most.Alone += last.Alone
					most.BlocksRecovered += last.BlocksRecovered
					most.RefsRecovered += last.RefsRecovered
				}
			}
		}
	}
	require.Greater(t, most.Private, 8192, "the stack was never full")
	require.Positive(t, most.Alone)
	require.Positive(t, most.BlocksRecovered)
	require.Positive(t, most.RefsRecovered)
}

// sample says how many cases there are to each one that is compared. With HALFMARK_FULL
// set every case is compared. With -short and under the race detector the fewest are: one
// worker at a time has nothing for the detector to find. The numbers that callers give
// have no divisor in common with the number of rooms, so that each room has its turn.
func sample(ordinary, fewest int) int {
	switch {
	case os.Getenv("HALFMARK_FULL") != "":
		return 1
	case testing.Short() || raced:
		return fewest
	}
	return ordinary
}

// The simulator sends each reference to the worker that owns its bit in the marker, for
// every number of owners. Nearly every object is referred to by one that another worker
// scans, so nearly every owner is asked for.
func TestSimulatorOwnsAsTheMarker(t *testing.T) {
	heaps := []*heap.Heap{decisionHeap(t, "uniform", 700), decisionHeap(t, "uniform", 9000)}
	for _, workers := range []int{2, 3, 5, 16, 31, 32, 33} {
		for _, h := range heaps {
			o := mark.Options{Workers: workers, Tuning: tune.Tuning{Marking: tune.MarkingOwner}}
			owner := engine.OwnersOf(t, h, engine.Options(o))
			sent := map[uint32]bool{}
			trace := func(s sim.Step, _ *sim.Result) {
				if s.Did == sim.Sends {
					for _, ref := range s.Refs {
						require.Equal(t, owner(ref), s.N, "reference %d among %d workers", ref, workers)
						sent[ref] = true
					}
				}
			}
			r, err := sim.Run(context.Background(), h, sim.Config{Options: o, Trace: trace})
			require.NoError(t, err)
			require.Greater(t, len(sent), int(r.Marked)*9/10)
		}
	}
}
