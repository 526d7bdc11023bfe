package sim_test

import (
	"cmp"
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// One worker does the same things in the same order on hardware and in virtual time, so what it counts must be equal:
// batches, chunks, blocks, steps of overflow. So are rounds of cursors, and harvests, if no gate looks at a clock.
func TestOneWorkerCountsAsTheMarkerDoes(t *testing.T) {
	var all sim.Result
	for _, name := range shape.Names() {
		h := build(t, name, sized(6000))
		for _, o := range []mark.Options{
			{}, {Grain: 1}, {Grain: 3, Capacity: 2, OverflowBlocks: 4}, {Grain: 1, Capacity: 2, OverflowBlocks: tune.NoPool}, {Capacity: 2, OverflowBlocks: tune.NoPool},
			{Deque: stealq.Locked, Grain: 7, Capacity: 64, OverflowBlocks: 1},
			{Tuning: tune.Tuning{Speculation: tune.SpeculationForce}}, {Grain: 5, Capacity: 2, OverflowBlocks: 3, Tuning: tune.Tuning{Speculation: tune.SpeculationForce}},
		} {
			o.Workers = 1
			t.Run(fmt.Sprintf("%s/grain=%d/capacity=%d/overflow=%d/%v", name, o.Grain, o.Capacity, o.OverflowBlocks, o.Tuning.Speculation), func(t *testing.T) {
				m, err := mark.New(o)
				require.NoError(t, err)
				defer m.Close()
				real, err := m.MarkHeap(context.Background(), h)
				require.NoError(t, err)
				sum := real.Stats.Sum()
				got := run(t, h, sim.Config{Options: o})
				require.Equal(t, real.Stats.Marked, got.Marked)
				require.Equal(t, sum.Batches, got.Batches, "batches")
				require.Equal(t, sum.Joins, got.Joins, "joins")
				require.Equal(t, sum.ExclusiveSpells, got.ExclusiveSpells, "spells of the exclusive bit")
				require.Equal(t, sum.Deque.Steals, got.Deque.Steals, "steals")
				require.Equal(t, sum.SlotsPublished, got.SlotsPublished, "slots")
				require.Equal(t, sum.ChunksTaken, got.ChunksTaken, "chunks")
				require.Equal(t, sum.SlicesOpened, got.SlicesOpened, "slices opened")
				require.Equal(t, sum.SlicesAlone, got.SlicesAlone, "slices alone")
				require.Equal(t, sum.Deque.Pushes, got.Deque.Pushes, "pushes")
				require.Equal(t, sum.BlocksOverflowed, got.BlocksOverflowed, "blocks overflowed")
				require.Equal(t, sum.PendingAdded, got.PendingAdded, "refs pended")
				require.Equal(t, sum.CursorsStarted, got.CursorsStarted, "cursors started")
				require.Equal(t, sum.CursorRounds, got.CursorRounds, "rounds of cursors")
				require.Equal(t, sum.Harvests, got.Harvests, "harvests")
				require.Equal(t, sum.ObjectsHarvested, got.ObjectsHarvested, "objects harvested")
				all.ObjectsHarvested += got.ObjectsHarvested
				all.Deque.Pushes += got.Deque.Pushes
				all.SlicesOpened += got.SlicesOpened
				all.BlocksOverflowed += got.BlocksOverflowed
				all.PendingAdded += got.PendingAdded
			})
		}
	}
	requirePositive(t, all.ObjectsHarvested, all.Deque.Pushes, all.SlicesOpened, all.BlocksOverflowed, all.PendingAdded)
}

// requirePositive demands that paths have been taken.
func requirePositive(t *testing.T, counts ...uint64) {
	t.Helper()
	for _, n := range counts {
		require.Positive(t, n, "of %d: a path that the test is about was not taken", counts)
	}
}

// build returns a shuffled heap.
var build = sim.Built

// smallPool is room enough for the tests. The default pool takes longer to make than a small heap to mark.
const smallPool = 4096

// run marks in virtual time, and holds the marks against the oracle.
func run(t testing.TB, h *heap.Heap, c sim.Config) *sim.Result {
	t.Helper()
	c.Options.OverflowBlocks = cmp.Or(c.Options.OverflowBlocks, smallPool)
	r, err := sim.Run(context.Background(), h, c)
	require.NoError(t, err)
	want, err := heap.Reachable(h)
	require.NoError(t, err)
	require.NoError(t, r.Marks.Compare(want))
	require.Equal(t, want.Count, r.Marked)
	return r
}
