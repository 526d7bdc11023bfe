package sim_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

type named struct {
	*heap.Heap
	name string
}

// sized is a number of objects, less in a short run.
func sized(objects uint64) uint64 {
	if testing.Short() {
		return objects / 3
	}
	return objects
}

// heaps builds one of each shape.
func heaps(t testing.TB, objects uint64) (all []named) {
	for _, name := range shape.Names() {
		all = append(all, named{build(t, name, objects), name})
	}
	return all
}

// policies are options that send work different ways; each value of each
// policy is in one of them.
func policies() []mark.Options {
	return []mark.Options{
		{},
		{OverflowBlocks: 1, Tuning: tune.Tuning{Idle: tune.IdleSpin}},
		{Grain: 1, Capacity: 2, OverflowBlocks: tune.NoPool, Tuning: tune.Tuning{Idle: tune.IdleYield, Victim: tune.VictimRoundRobin}},
		{Grain: 1, Capacity: 64, OverflowBlocks: 2, Tuning: tune.Tuning{Victim: tune.VictimLast, Amount: stealq.One}},
		{Grain: 3, Capacity: 2, OverflowBlocks: 1, Tuning: tune.Tuning{Idle: tune.IdleBackoff, Victim: tune.VictimNeighbour, Amount: stealq.Half}},
		{Grain: 4, Capacity: 16, OverflowBlocks: 8, Tuning: tune.Tuning{Idle: tune.IdleSpin, Steal: tune.StealProbabilistic, Victim: tune.VictimNeighbour}},
		{Grain: 1, Capacity: 256, OverflowBlocks: 8, Tuning: tune.Tuning{Idle: tune.IdleSpin, Steal: tune.StealFactor}},
		{Deque: stealq.Locked, Grain: 2, Capacity: 8, OverflowBlocks: 8, Tuning: tune.Tuning{Idle: tune.IdleSpin}},
	}
}

// Every shape under every policy, with a number of workers in turn: what is marked is what
// is reachable, and times add up.
func TestMarksWhatIsReachable(t *testing.T) {
	var sum sim.Result
	crews := []int{1, 2, 5, 64}
	if testing.Short() {
		crews = []int{5}
	}
	for k, h := range heaps(t, sized(1500)) {
		for i, o := range policies() {
			n := crews[(i+k)%len(crews)]
			o.Workers = n
			r := run(t, h.Heap, sim.Config{Options: o})
			all := r.Makespan * time.Duration(n)
			require.GreaterOrEqual(t, all, r.Starved+r.Hoarded+r.Searching, "%s, %+v", h.name, o)
			require.LessOrEqual(t, r.PeakFrontier, r.Marked)
			require.GreaterOrEqual(t, r.Deque.ItemsStolen, r.Deque.Took)
			add(&sum, r)
		}
	}
	requirePositive(t, sum.Deque.Took, sum.Deque.Empty, sum.Deque.Lost, sum.Wakes, sum.BlocksOverflowed, sum.PendingAdded,
		sum.SlicesOpened, sum.ChunksTaken, uint64(sum.Starved), uint64(sum.Hoarded), uint64(sum.Searching))
}

func add(sum, r *sim.Result) {
	sum.Deque.Took += r.Deque.Took
	sum.Deque.Empty += r.Deque.Empty
	sum.Deque.Lost += r.Deque.Lost
	sum.Wakes += r.Wakes
	sum.BlocksOverflowed += r.BlocksOverflowed
	sum.PendingAdded += r.PendingAdded
	sum.SlicesOpened += r.SlicesOpened
	sum.SlicesAlone += r.SlicesAlone
	sum.ChunksTaken += r.ChunksTaken
	sum.Starved += r.Starved
	sum.Hoarded += r.Hoarded
	sum.Searching += r.Searching
}

// Every kind of deque with every amount that it offers.
func TestEveryQueueAndAmount(t *testing.T) {
	h := build(t, "tree", sized(9_000))
	for _, kind := range stealq.Kinds() {
		for _, amount := range kind.Amounts {
			t.Run(fmt.Sprintf("%s/%v", kind.Name, amount), func(t *testing.T) {
				o := mark.Options{Workers: 12, Deque: kind, Grain: 1, Tuning: tune.Tuning{Amount: amount, Idle: tune.IdleSpin}}
				r := run(t, h, sim.Config{Options: o})
				if !kind.Shared {
					balancing := o
					balancing.Tuning.Steal = tune.StealProbabilistic
					require.Greater(t, run(t, h, sim.Config{Options: balancing}).Deque.Took, r.Deque.Took, "probabilistic balancing steals more")
				}
				if kind.Shared {
					require.Zero(t, r.Deque.Took)
				} else {
					require.Positive(t, r.Deque.Took)
				}
				if !kind.Loses {
					require.Zero(t, r.Deque.Lost)
				}
				if amount == stealq.One {
					require.Equal(t, r.Deque.Took, r.Deque.ItemsStolen)
				}
			})
		}
	}
}

// More huge objects than there are cursors: the rest is sliced by one worker.
func TestMoreHugeObjectsThanCursors(t *testing.T) {
	const hubs, refs = 100, 1300
	targets := make([][]uint32, 1+hubs)
	for i := range uint32(hubs) {
		targets[0] = append(targets[0], 1+i)
		targets[1+i] = make([]uint32, refs)
		for k := range targets[1+i] {
			targets[1+i][k] = 1 + (i+uint32(k))%hubs
		}
	}
	h := graph(t, []uint32{0}, targets...)
	for _, n := range []int{1, 4, 300} {
		r := run(t, h, sim.Config{Options: mark.Options{Workers: n}})
		require.EqualValues(t, hubs, r.SlicesOpened+r.SlicesAlone)
		requirePositive(t, r.SlicesOpened)
		if n == 1 {
			requirePositive(t, r.SlicesAlone)
		}
		require.Equal(t, 1+3*r.SlicesOpened, r.ChunksTaken, "the roots' chunk, and three of each open object")
	}
}

// The same configuration gives the same result; another seed another one.
func TestSameSeedSameResult(t *testing.T) {
	h := build(t, "random", 20_000)
	with := func(seed uint64) sim.Result {
		r := *run(t, h, sim.Config{Options: mark.Options{Workers: 40, Grain: 1, Tuning: tune.Tuning{Idle: tune.IdleSpin, Seed: seed}}})
		r.Marks = nil
		return r
	}
	first := with(1)
	requirePositive(t, first.Deque.Took)
	require.Equal(t, first, with(1))
	require.NotEqual(t, first, with(2))
}

// Many workers: all of them are woken, mark what is reachable, and come to an end.
func TestManyWorkers(t *testing.T) { requireAllWoken(t, 200) }

// As many workers as there can be. Each of them makes 2,046 attempts to steal before it leaves.
func TestSlowMaxWorkers(t *testing.T) {
	tagged.Slow(t)
	requireAllWoken(t, mark.MaxWorkers)
}

func requireAllWoken(t *testing.T, workers int) {
	h := build(t, "uniform", sized(15_000))
	r := run(t, h, sim.Config{Options: mark.Options{Workers: workers, Grain: 1, Tuning: tune.Tuning{Idle: tune.IdleSpin}}})
	require.GreaterOrEqual(t, r.Joins, uint64(workers))
	requirePositive(t, r.Deque.Took)
}

// Waking costs what Costs say: a wide array by two workers that wait for each
// other's wake-up.
func TestWakingTakesTime(t *testing.T) {
	h := build(t, "wide", 400_000)
	c := costs.Default()
	slow := c
	slow.Wake += 10_000
	fast := run(t, h, sim.Config{Options: mark.Options{Workers: 8}, Costs: c})
	late := run(t, h, sim.Config{Options: mark.Options{Workers: 8}, Costs: slow})
	require.EqualValues(t, 7, fast.Wakes)
	require.Greater(t, late.Makespan, fast.Makespan)
}

func TestConfigurationsThatCannotBeUsed(t *testing.T) {
	h := build(t, "tree", 100)
	negative, endless, dear := costs.Default(), costs.Default(), costs.Default()
	negative.Miss, endless.Look, dear.Ref = -1, 0, time.Second
	for _, c := range []struct {
		config sim.Config
		says   string
	}{
		{sim.Config{Options: mark.Options{Workers: 1025}}, "Workers: 1025"},
		{sim.Config{Options: mark.Options{Deque: stealq.StealHalf, Tuning: tune.Tuning{Amount: stealq.All}}}, "Amount: all"},
		{sim.Config{Costs: negative}, "miss cannot be -1ns: it must be 0s to 1ms"},
		{sim.Config{Costs: endless}, "look cannot be 0s: it must be 1ns to 1ms"},
		{sim.Config{Costs: dear}, "ref cannot be 1s"},
	} {
		_, err := sim.Run(context.Background(), h, c.config)
		require.ErrorContains(t, err, c.says)
		_, err = sim.Sweep(context.Background(), h, c.config, nil)
		if c.config.Options.Workers == 0 {
			require.ErrorContains(t, err, c.says)
		}
	}
	_, err := costs.Bounds(context.Background(), h, negative)
	require.ErrorContains(t, err, "miss")
	_, err = sim.Sweep(context.Background(), h, sim.Config{}, []int{1, 0})
	require.ErrorContains(t, err, "Workers: there must be at least 1")
	_, err = sim.Run(context.Background(), &heap.Heap{}, sim.Config{})
	require.ErrorContains(t, err, "no arena")
}

// A reference that leads nowhere, in an unchecked heap, is an error.
func TestDamagedHeap(t *testing.T) {
	for _, damage := range []func(h *heap.Heap){
		func(h *heap.Heap) { h.Roots()[0] = heap.Ref(h.Granules()) },
		func(h *heap.Heap) { h.Roots()[0] = 1<<32 - 1 },
		func(h *heap.Heap) { binary.LittleEndian.PutUint32(h.Arena()[2*heap.GranuleBytes:], 1<<31) }, // the first reference
		func(h *heap.Heap) { binary.LittleEndian.PutUint32(h.Arena()[heap.GranuleBytes:], 1<<31) },   // the number of references
	} {
		h := graph(t, []uint32{0}, []uint32{1}, nil)
		damage(h)
		for _, workers := range []int{1, 2} {
			_, err := sim.Run(context.Background(), h, sim.Config{Options: mark.Options{Workers: workers}})
			require.ErrorContains(t, err, "damaged")
		}
		_, err := costs.Bounds(context.Background(), h, costs.Default())
		require.ErrorContains(t, err, "damaged")
	}
}

func TestCancelledSimulation(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	h := build(t, "tree", 100)
	_, err := sim.Run(ctx, h, sim.Config{})
	require.ErrorIs(t, err, context.Canceled)
	_, err = costs.Bounds(ctx, h, costs.Default())
	require.ErrorIs(t, err, context.Canceled)
	_, err = sim.Sweep(ctx, h, sim.Config{}, []int{2})
	require.ErrorIs(t, err, context.Canceled)
}
