package sim_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// twoCores is a machine on which a line takes so many nanoseconds from one core to the other.
func twoCores(t *testing.T, ns float64) *machines.Machine {
	t.Helper()
	m, ok := machines.Named("milan")
	require.True(t, ok)
	m.Cores, m.Group, m.Socket = 2, 2, 2
	m.Near = machines.Of(ns)
	return m
}

// A line's way from core to core costs shared bits more than owners, because it moves for each of a few bits, and with owners for 16
// references. One worker does not notice it.
func TestDistance(t *testing.T) {
	h := build(t, "random", 60_000)
	with := func(workers int, marking tune.Marking, ns float64) *sim.Result {
		return run(t, h, sim.Config{Machine: twoCores(t, ns), Options: mark.Options{Workers: workers, Tuning: tune.Tuning{Marking: marking, Recruit: 1}}})
	}
	slower := func(marking tune.Marking) float64 {
		return float64(with(2, marking, 200).Makespan) / float64(with(2, marking, 20).Makespan)
	}
	owners, shared := slower(tune.MarkingOwner), slower(tune.MarkingShared)
	require.Greater(t, shared, 1.3)
	require.Greater(t, shared, owners+0.2)
	one := with(1, tune.MarkingShared, 200)
	require.Equal(t, with(1, tune.MarkingShared, 20).Makespan, one.Makespan)
	require.Zero(t, one.Transfers.Sum())

	owned, all := with(2, tune.MarkingOwner, 20), with(2, tune.MarkingShared, 20)
	require.Zero(t, owned.Transfers[machines.Bits]-min(owned.Transfers[machines.Bits], owned.Marked/50), "each bit has one owner")
	require.Greater(t, owned.Transfers[machines.Slots], owned.RefsForwarded*2/16*9/10, "16 references a line, out and back")
	require.Zero(t, all.Transfers[machines.Slots])
	require.Greater(t, all.Transfers[machines.Bits], all.Marked/4)
}

// By default owners give way to shared bits where an object has many references. They do so, too, where more than four of them
// would find few grey objects: then the mark takes no longer than with the better of the two, but for what the first worker has
// marked alone.
func TestDefaultFollows(t *testing.T) {
	for _, c := range []struct {
		machine string
		shape   string
		objects uint64
		workers int
		owners  int
	}{
		{"icelake", "uniform", 40_000, 2, 0}, {"icelake", "dag", 90_000, 2, 2}, {"icelake", "dag", 90_000, 8, 8},
		{"icelake", "grid", 200_000, 4, 4}, {"milan", "dag", 90_000, 2, 2}, {"milan", "random", 200_000, 2, 2},
		{"icelake", "grid", 200_000, 8, 0},
		{"icelake", "tree", 120_000, 8, 8}, {"icelake", "lists", 120_000, 8, 8},
	} {
		h := build(t, c.shape, c.objects)
		m, _ := machines.Named(c.machine)
		r := run(t, h, sim.Config{Machine: m, Options: mark.Options{Workers: c.workers}})
		require.Equal(t, c.owners, r.Owners, "%+v", c)
		require.Equal(t, c.owners > 0, r.RefsForwarded > 0, c.shape)
		if c.shape == "grid" && c.owners == 0 { // they have given way
			forced := run(t, h, sim.Config{Machine: m, Options: mark.Options{Workers: c.workers, Tuning: tune.Tuning{Marking: tune.MarkingOwner, Recruit: 8192}}})
			require.Less(t, r.Makespan*5, forced.Makespan*4)
		}
	}
}

// Where locked instructions are cheap, owners give way if objects lie beside those that refer to them.
func TestDefaultFollowsTheLayout(t *testing.T) {
	program, err := shape.Parse("program")
	require.NoError(t, err)
	for _, c := range []struct {
		machine string
		layout  shape.Layout
		owners  int
	}{{"milan", shape.Alloc, 0}, {"milan", shape.Shuffled, 2}, {"icelake", shape.Alloc, 2}} {
		h, err := program.Build(shape.Params{Objects: 200_000, Seed: 1, Layout: c.layout})
		require.NoError(t, err)
		m, _ := machines.Named(c.machine)
		require.Equal(t, c.owners, run(t, h, sim.Config{Machine: m, Options: mark.Options{Workers: 2}}).Owners, "%+v", c)
	}
}

// A socket whose memory is busy for long with a line holds any number of workers up.
func TestBandwidth(t *testing.T) {
	h := build(t, "random", 60_000)
	m := twoCores(t, 20)
	fast := run(t, h, sim.Config{Machine: m, Options: mark.Options{Workers: 2}})
	m.Bandwidth = machines.Of(50)
	slow := run(t, h, sim.Config{Machine: m, Options: mark.Options{Workers: 2}})
	require.Greater(t, slow.Makespan, fast.Makespan*3/2)
}

// The same configuration gives the same time, and the options of a machine are checked.
func TestMachineConfig(t *testing.T) {
	h := build(t, "tree", 20_000)
	c := sim.Config{Machine: twoCores(t, 20), Options: mark.Options{Workers: 2}}
	first := run(t, h, c)
	require.Equal(t, first.Makespan, run(t, h, c).Makespan)
	require.Equal(t, first.Transfers, run(t, h, c).Transfers)
	c.Options.Workers = 3
	_, err := sim.Run(context.Background(), h, c)
	require.ErrorContains(t, err, `machine "milan" has 2 cores`)
	c.Machine.Group = 0
	_, err = sim.Run(context.Background(), h, c)
	require.ErrorContains(t, err, "group cannot be 0")
}
