package sim

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/engine"
	"github.com/seed-3ccf4018/halfmark/mark/internal/virtual"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Mark marks what is reachable from the roots of h in virtual time, as [Run] does. But here the marker itself runs, on a machine
// whose processors are imagined (package virtual), and not a copy of its rules. It will take the place of Run.
//
// The result has no accounts yet, no Searching and no PeakFrontier, and Config.Speculators and Config.Trace mean nothing. The
// options may not have a Deque of a program's own, nor Until and Progress.
func Mark(ctx context.Context, h *heap.Heap, config Config) (*Result, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	if h.Granules() == 0 {
		return nil, errors.New("sim: the heap has no arena: build or read one")
	}
	r := new(Result)
	var err error
	onMachine(config, h.Granules(), func(m *engine.Marker, s *stats.Mark, machine *virtual.Machine) {
		if err = markWith(ctx, m, h); err == nil {
			r.count(s)
		}
		r.Marks, r.Events, r.Workers = &m.Marks, machine.Events, m.Options.Workers
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// onMachine calls f as worker 0 of a machine of virtual time, with a Marker on this machine that marks up to so many ids.
func onMachine(config Config, ids uint64, f func(*engine.Marker, *stats.Mark, *virtual.Machine)) {
	config = config.withDefaults()
	o := config.Options
	blocks := int(min(2*ids/uint64(o.Grain), math.MaxInt32)) + 8*o.Workers
	machine := virtual.NewMachine(o.Workers, config.Costs)
	var m engine.Marker
	var s stats.Mark
	machine.Stuck = m.Fail
	machine.Run(func() {
		m.Init(engine.Options(o), engine.Parts{Deques: o.Deque.New(o.Workers, o.Capacity), Errors: blame{}, Stats: &s, Machine: machine}, blocks)
		m.Postpone()
		f(&m, &s, machine)
		m.Close()
	})
}

// markWith marks h with a Marker that is in virtual time.
func markWith(ctx context.Context, m *engine.Marker, h *heap.Heap) error {
	if err := m.Acquire(); err != nil {
		return err
	}
	defer m.Release()
	_, err := m.Heap(ctx, h, h.Roots(), m.Fresh)
	return err
}

// count fills in what the marker has counted.
func (r *Result) count(s *stats.Mark) {
	sum := s.Sum()
	r.Marked, r.Makespan, r.Owners = s.Marked, s.Duration, s.Plan.Owners
	r.Starved, r.Hoarded, r.Termination = s.Starved, s.Hoarded, s.Termination
	d := &sum.Deque
	r.Steals, r.ItemsStolen, r.StealEmpty, r.StealLost, r.Pushes = d.Took, d.ItemsStolen, d.Empty, d.Lost, d.Pushes
	r.Batches, r.Joins, r.Wakes = sum.Batches, sum.Joins, sum.Wakes
	r.BlocksOverflowed, r.BlocksRecovered, r.PendingAdded, r.RefsRecovered = sum.BlocksOverflowed, sum.BlocksRecovered, sum.PendingAdded, sum.RefsRecovered
	r.SlicesOpened, r.SlicesAlone, r.ChunksTaken, r.ExclusiveSpells = sum.SlicesOpened, sum.SlicesAlone, sum.ChunksTaken, sum.ExclusiveSpells
	r.RefsForwarded, r.RefsReceived, r.SlotsPublished, r.SlotsPartial = sum.RefsForwarded, sum.RefsReceived, sum.SlotsPublished, sum.SlotsPartial
	r.RefsSpilt, r.SpillAdded, r.RefsSwept = sum.RefsSpilt, sum.SpillAdded, sum.SpillTaken
	r.CursorsStarted, r.CursorRounds, r.Harvests, r.ObjectsHarvested = sum.CursorsStarted, sum.CursorRounds, sum.Harvests, sum.ObjectsHarvested
	r.Trial = sum.Trial
}

// blame makes the errors of a mark in virtual time. No code of a user runs there.
type blame struct{}

// Asked is [engine.Errors].
func (blame) Asked(_ engine.Call, _ engine.Callback, node uint32, value any) error {
	return fmt.Errorf("sim: the user's code failed for node %d: %v", node, value)
}

// Stopped is [engine.Errors].
func (blame) Stopped(node uint32) error { return fmt.Errorf("sim: stopped at node %d", node) }

// Broken is [engine.Errors].
func (blame) Broken(kind *stealq.Kind, problem string) error {
	return fmt.Errorf("sim: deques of kind %s: %s", kind.Name, problem)
}

// Panicked is [engine.Errors].
func (blame) Panicked(kind *stealq.Kind, value any) error {
	return fmt.Errorf("sim: a deque of kind %s has panicked: %v", kind.Name, value)
}
