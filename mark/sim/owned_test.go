package sim_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// owned are options with owners: from the start, or after a start by one worker alone; with
// much room and with little.
func owned() []mark.Options {
	forced := tune.Tuning{Marking: tune.MarkingOwner}
	later := tune.Tuning{Marking: tune.MarkingOwner, Recruit: 40}
	spinning, yielding := forced, later
	spinning.Idle, yielding.Idle = tune.IdleSpin, tune.IdleYield
	sleeping := forced
	sleeping.Idle, sleeping.Steal = tune.IdleBackoff, tune.StealProbabilistic
	return []mark.Options{
		{Tuning: forced},
		{Tuning: later},
		{Grain: 3, Capacity: 2, OverflowBlocks: 1, Tuning: spinning},
		{Grain: 2, Capacity: 4, OverflowBlocks: tune.NoPool, Tuning: yielding},
		{Deque: stealq.Rudolph, Grain: 5, Capacity: 8, OverflowBlocks: 2, Tuning: sleeping},
		{Deque: stealq.Central, Grain: 4, Capacity: 16, OverflowBlocks: tune.NoPool, Tuning: later},
	}
}

// Every shape with owners: what is marked is what is reachable, nothing that was sent is
// lost, and the times of workers add up. A slow receiver lets queues become full. A shape has every
// second one of the options. The next shape has the others.
func TestOwnersMarkWhatIsReachable(t *testing.T) { requireOwnersMark(t, 1500, 2) }

// The same for every shape with all options.
func TestSlowOwnersMarkWhatIsReachable(t *testing.T) {
	tagged.Slow(t)
	requireOwnersMark(t, 1500, 1)
}

func requireOwnersMark(t *testing.T, objects uint64, every int) {
	var sum sim.Result
	slow := costs.Default()
	slow.Forward = 20 * time.Microsecond
	crews := []int{2, 7, 1, 40, 3}
	if testing.Short() {
		crews = []int{5, 2}
	}
	for k, h := range heaps(t, sized(objects)) {
		for i, o := range owned() {
			if (i+k)%every > 0 {
				continue
			}
			n := crews[(k+i)%len(crews)]
			o.Workers = n
			config := sim.Config{Options: o}
			if i%2 == 0 {
				config.Costs = slow
			}
			r := run(t, h.Heap, config)
			owners := min(n, tune.MaxOwners)
			require.Equal(t, owners, r.Owners)
			require.Equal(t, r.RefsForwarded, r.RefsReceived+r.RefsSpilt, "%s, %+v", h.name, o)
			require.Equal(t, r.SpillAdded, r.SpillTaken)
			require.LessOrEqual(t, r.SpillAdded, r.RefsSpilt)
			require.LessOrEqual(t, r.SlotsPartial, r.SlotsPublished)
			require.LessOrEqual(t, r.RefsReceived, r.SlotsPublished*uint64(policy.SlotRefs))
			all := r.Makespan * time.Duration(n)
			require.GreaterOrEqual(t, all, r.Starved+r.Hoarded+r.Searching, "%s, %+v", h.name, o)
			require.GreaterOrEqual(t, r.Starved, r.Makespan*time.Duration(n-owners), "those that do not take part starve")
			if n == 1 {
				require.Zero(t, r.RefsForwarded)
			}
			sum.RefsReceived += r.RefsReceived
			sum.SpillAdded += r.SpillAdded
			sum.SlotsPartial += r.SlotsPartial
			sum.ExclusiveSpells += r.ExclusiveSpells
			add(&sum, r)
		}
	}
	requirePositive(t, sum.RefsReceived, sum.SpillAdded, sum.SlotsPartial, sum.ExclusiveSpells, sum.Deque.Took, sum.Wakes, sum.BlocksOverflowed, sum.PendingAdded)
}

// TestRefused: what the marker refuses cannot be simulated.
func TestRefused(t *testing.T) {
	_, err := sim.Run(context.Background(), build(t, "random", 500), sim.Config{Options: mark.Options{Workers: 5, Grain: 1, Tuning: tune.Tuning{Marking: tune.MarkingOwner}}})
	require.ErrorContains(t, err, "Marking")
}

// On a list each step is for another owner. A worker that may hold the exclusive bit takes
// the references back, and goes on as if alone. Here the list comes after some objects that
// are worth sharing.
func TestListsAreTakenBack(t *testing.T) {
	targets := make([][]uint32, 6000)
	roots := []uint32{0}
	for i := range uint32(4000) { // every object lies in another segment than the one before
		targets[i*1499%4000] = []uint32{(i + 1) * 1499 % 4000}
	}
	for i := range uint32(2000) {
		roots = append(roots, 4000+i)
	}
	h := graph(t, roots, targets...)
	with := func(recruit int) *sim.Result {
		o := mark.Options{Workers: 4, Tuning: tune.Tuning{Marking: tune.MarkingOwner, Recruit: recruit}}
		return run(t, h, sim.Config{Options: o})
	}
	alone := run(t, h, sim.Config{})
	forced, early := with(0), with(1)
	require.Zero(t, forced.ExclusiveSpells)
	require.Greater(t, forced.RefsForwarded, uint64(4000), "elements of the list, and roots")
	require.Greater(t, forced.Makespan, alone.Makespan*3/2)
	requirePositive(t, early.ExclusiveSpells)
	require.Less(t, early.RefsForwarded, uint64(2000), "roots alone")
	require.Less(t, early.Makespan, alone.Makespan*11/10)
}

// A heap that gains from a second worker gains more if mark bits have owners, with the
// default costs. docs/algorithms/mark-sim.md says which costs are calibrated to this.
func TestTwoWorkersAsCalibrated(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes two seconds")
	}
	for _, name := range []string{"random", "tree", "app"} {
		h := build(t, name, 200_000)
		speedup := map[tune.Marking]float64{}
		one := run(t, h, sim.Config{}).Makespan
		for _, marking := range []tune.Marking{tune.MarkingOwner, tune.MarkingShared} {
			two := run(t, h, sim.Config{Options: mark.Options{Workers: 2, Tuning: tune.Tuning{Marking: marking, Recruit: 8192}}})
			speedup[marking] = float64(one) / float64(two.Makespan)
		}
		require.InDelta(t, 1.9, speedup[tune.MarkingOwner], 0.12, name)
		require.InDelta(t, 1.55, speedup[tune.MarkingShared], 0.12, name)
	}
}
