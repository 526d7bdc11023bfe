package sim

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/coherence"
	"github.com/seed-3ccf4018/halfmark/mark/internal/engine"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/probe"
	"github.com/seed-3ccf4018/halfmark/mark/internal/virtual"
	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Config says what runs. The zero value is a mark with one worker, the default options and the default costs.
type Config struct {
	// Options are those of the marker. Workers 0 means 1, whatever the processors. Until and Progress must be
	// nil, and Deque must be a kind of package stealq, because no code of a user runs in virtual time.
	Options mark.Options
	// Costs say how long things take. The zero value means costs.Default().
	Costs costs.Costs
	// Machine, if not nil, adds what caches and distances cost. It replaces the costs that machines.Priced
	// names.
	Machine *machines.Machine
	// Speculators is how many idle workers may speculate, where Options.Tuning.Speculation allows it. 0 means
	// DefaultSpeculators.
	Speculators int
	// Frontier, if not nil, is called when the number of grey objects has changed. Calls come one at a time,
	// before Run returns, but not on the goroutine that has called Run. It must neither panic nor end its
	// goroutine.
	Frontier func(at time.Duration, grey uint64)
	// MostPoints ends a mark with ErrTooLong after this number of points. A point is something that takes a
	// worker time. 0 means no limit.
	MostPoints uint64
}

// SlotRefs is how many references fit into a slot, in which references travel to the owner of their mark
// bits.
const SlotRefs = policy.SlotRefs

// DefaultSpeculators is how many idle workers may speculate if Config.Speculators is 0. It is the number of
// the real marker.
const DefaultSpeculators = policy.Speculators

// ErrTooLong is the error of a mark that has reached Config.MostPoints.
var ErrTooLong = virtual.ErrTooLong

// withDefaults replaces zero values by what they stand for.
func (c Config) withDefaults() Config {
	c.Options.Workers = cmp.Or(c.Options.Workers, 1)
	c.Options = c.Options.WithDefaults()
	c.Costs = cmp.Or(c.Costs, costs.Default())
	if c.Machine != nil {
		c.Costs = c.Machine.Costs(c.Costs)
	}
	c.Speculators = cmp.Or(c.Speculators, DefaultSpeculators)
	return c
}

// Validate returns the error that [Run] would return for this configuration, or nil. If an option is wrong,
// it is a [*mark.OptionError].
func (c Config) Validate() error {
	c = c.withDefaults()
	o := &c.Options
	if err := o.Validate(); err != nil {
		return err
	}
	switch {
	case o.Until != nil:
		return &mark.OptionError{Option: "Until", Problem: "it must be nil: the marker calls no code of a user in virtual time"}
	case o.Progress != nil:
		return &mark.OptionError{Option: "Progress", Problem: "it must be nil: the marker calls no code of a user in virtual time"}
	case isForeign(o.Deque):
		return &mark.OptionError{Option: "Deque", Problem: "it must be a kind of package stealq: the marker calls no code of a user in virtual time"}
	case c.Speculators < 1 || c.Speculators > mark.MaxWorkers:
		return fmt.Errorf("sim: there cannot be %d speculators: it must be 1 to %d, or 0 for %d", c.Speculators, mark.MaxWorkers, DefaultSpeculators)
	}
	if m := c.Machine; m != nil {
		if err := m.Validate(); err != nil {
			return fmt.Errorf("sim: %w", err)
		}
		if o.Workers > m.Cores {
			return &mark.OptionError{Option: "Workers", Problem: fmt.Sprintf("machine %q has %d cores", m.Name, m.Cores)}
		}
	}
	return c.Costs.Validate()
}

// Run marks all that is reachable from the roots of h, in virtual time. Any number of goroutines may run
// marks of one heap at once.
//
// It takes a 64th of the arena's size for the mark bits, and the memory of a Marker. Workers that are never
// woken take little, unless there is a timeline.
//
// The error says that the configuration is invalid, that ctx was cancelled, that the mark has reached
// Config.MostPoints, or that the heap is damaged. The result is nil after an error.
func Run(ctx context.Context, h *heap.Heap, config Config) (*Result, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	if h.Granules() == 0 {
		return nil, errors.New("sim: the heap has no arena: build or read one")
	}
	r := new(Result)
	var err error
	stuck := onMachine(config, h.Granules(), func(m *engine.Marker, s *stats.Mark, machine *virtual.Machine) {
		c := r.observe(m, machine, config.Frontier)
		if config.MostPoints > 0 {
			machine.Arm(config.MostPoints)
		}
		if err = markWith(ctx, m, h); err == nil {
			c.finish(s.Duration)
			r.count(s)
		}
		marks := m.Marks // the result must not keep the Marker with its stacks alive
		if machine.Memory != nil {
			r.Transfers = machine.Memory.Transfers
		}
		r.Marks, r.Points, r.Workers, r.CursorSteps = &marks, machine.Points, m.Options.Workers, machine.Steps
		r.Timeline = probe.Timeline(m.Recorders, s.Duration)
	})
	if err = cmp.Or(err, stuck); err != nil {
		return nil, err
	}
	return r, nil
}

// onMachine calls f as worker 0 of a machine of virtual time, with a Marker on this machine that marks up to so many ids.
// The error is a defect of the marker: f has not returned, because all workers sleep.
func onMachine(config Config, ids uint64, f func(*engine.Marker, *stats.Mark, *virtual.Machine)) error {
	config = config.withDefaults()
	o := config.Options
	blocks := int(min(2*ids/uint64(o.Grain), math.MaxInt32)) + 8*o.Workers
	machine := virtual.NewMachine(o.Workers, config.Costs)
	machine.Speculating = config.Speculators
	if config.Machine != nil {
		machine.Memory = coherence.New(config.Machine, o.Workers, ids)
	}
	parts := engine.Parts{Deques: o.Deque.New(o.Workers, o.Capacity), Foreign: isForeign(o.Deque), Errors: blame{}, Stats: new(stats.Mark), Machine: machine}
	var m engine.Marker
	machine.Stuck = m.Fail
	return machine.Run(func() {
		m.Init(engine.Options(o), parts, blocks)
		m.Postpone()
		f(&m, parts.Stats, machine)
		m.Close()
	})
}

// isForeign reports whether a kind is not one of package stealq. Only tests run such deques in virtual time.
func isForeign(kind *stealq.Kind) bool { return !slices.Contains(stealq.Kinds(), kind) }

// markWith marks h with a Marker that is in virtual time.
func markWith(ctx context.Context, m *engine.Marker, h *heap.Heap) error {
	if err := m.Acquire(); err != nil {
		return err
	}
	defer m.Release()
	_, err := m.Heap(ctx, h, h.Roots(), (*engine.Marker).Fresh)
	return err
}

// blame makes the errors of the user's code. None runs in virtual time, so these are defects of the marker.
type blame struct{}

// Asked is of engine.Errors.
func (blame) Asked(_ engine.Call, node uint32, value any) error {
	return fmt.Errorf("sim: the user's code failed for node %d: %v", node, value)
}

// Stopped is of engine.Errors.
func (blame) Refused(node uint32, problem error) error {
	return fmt.Errorf("sim: node %d: %w", node, problem)
}

func (blame) Stopped(node uint32) error { return fmt.Errorf("sim: stopped at node %d", node) }

// Broken is of engine.Errors.
func (blame) Broken(kind *stealq.Kind, problem string) error {
	return fmt.Errorf("sim: deques of kind %s: %s", kind.Name, problem)
}

// Panicked is of engine.Errors.
func (blame) Panicked(kind *stealq.Kind, value any) error {
	return fmt.Errorf("sim: a deque of kind %s has panicked: %v", kind.Name, value)
}
