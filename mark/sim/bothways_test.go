package sim_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// bothWays is a heap like that of a program with a cache: a tree, and beside it a list that is
// linked both ways, as container/list links one. Both ends of the list are found at once. The
// next element lies far from the last one.
func bothWays(t *testing.T, tree, list uint32) *heap.Heap {
	targets := make([][]uint32, tree+list)
	for i := range tree {
		for _, child := range []uint32{2*i + 1, 2*i + 2} {
			if child < tree {
				targets[i] = append(targets[i], child)
			}
		}
	}
	at := func(i uint32) uint32 { return tree + uint32(uint64(i)*1_000_003%uint64(list)) }
	for i := range list {
		targets[at(i)] = []uint32{at((i + 1) % list), at((i + list - 1) % list)}
	}
	return graph(t, []uint32{0, at(0)}, targets...)
}

// On a list that is linked both ways two objects are grey, one at each end. If many own mark
// bits, both ends seldom lie with one worker. Then nobody is alone, and each element is a slot of
// one reference for another worker, until both ends happen to lie with one. So such a mark takes longer than one with shared
// bits, and how much is luck. By default bits have owners only if these are few.
func TestListLinkedBothWays(t *testing.T) {
	const list = 30_000
	h := bothWays(t, 60_000, list)
	with := func(workers int, marking tune.Marking) (all sim.Result) {
		for seed := range uint64(4) {
			r := run(t, h, sim.Config{Options: mark.Options{Workers: workers, Tuning: tune.Tuning{Marking: marking, Recruit: 8192, Seed: seed}}})
			all.Owners, all.SlotsPartial, all.Makespan = r.Owners, all.SlotsPartial+r.SlotsPartial, all.Makespan+r.Makespan
		}
		return all
	}
	many := with(24, tune.MarkingOwner)
	require.Greater(t, many.SlotsPartial, uint64(4*list/8))
	require.Greater(t, 2*many.Makespan, 3*with(24, tune.MarkingShared).Makespan)

	few := with(tune.DefaultOwners, tune.MarkingAuto)
	require.Equal(t, tune.DefaultOwners, few.Owners)
	require.Less(t, few.SlotsPartial, uint64(4*list/50))
	require.Less(t, few.Makespan, with(tune.DefaultOwners, tune.MarkingShared).Makespan*11/10)
	for _, workers := range []int{tune.DefaultOwners + 1, tune.MaxOwners} {
		byDefault := with(workers, tune.MarkingAuto)
		require.Zero(t, byDefault.Owners)
		require.LessOrEqual(t, byDefault.Makespan, with(workers, tune.MarkingShared).Makespan)
	}
}
