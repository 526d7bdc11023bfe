package sim_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// day is what the steps of a mark say about the time of its workers.
type day struct {
	ended, idled      []time.Duration // by worker: the end of its last step, and since when it is idle, -1 if it is not
	idle, speculating time.Duration
	joins, steals     uint64
	queues            map[[2]int][]int // by sender and receiver: how long each slot is that is on its way
	t                 *testing.T
}

func newDay(t *testing.T, workers int) *day {
	return &day{t: t, ended: make([]time.Duration, workers), idled: make([]time.Duration, workers), queues: map[[2]int][]int{}}
}

// note adds a step. A worker can do a thing only when it is idle, or only when it is not.
func (d *day) note(s sim.Step, _ *sim.Result) {
	w := s.Worker
	require.GreaterOrEqual(d.t, s.At, d.ended[w], "worker %d %s", w, s.Did)
	switch s.Did {
	case sim.Parks, sim.Wakes, sim.Enlists, sim.Speculates, sim.Joins:
		require.GreaterOrEqual(d.t, d.idled[w], time.Duration(0), "worker %d is busy and %s", w, s.Did)
	default:
		require.Negative(d.t, d.idled[w], "worker %d is idle and %s", w, s.Did)
	}
	switch s.Did {
	case sim.Leaves:
		d.idled[w] = s.At
	case sim.Joins:
		d.idle += s.At - d.idled[w]
		d.idled[w] = -1
		d.joins++
	case sim.Speculates:
		d.speculating += s.At - d.ended[w]
	case sim.Asks:
		if s.Outcome == stealq.Took {
			d.steals++
		}
	case sim.Sends:
		if s.Moved > 0 {
			d.queues[[2]int{w, s.N}] = append(d.queues[[2]int{w, s.N}], len(s.Refs))
		}
	case sim.Receives:
		d.receives(s)
	}
	d.ended[w] = s.At
}

// receives takes the oldest slot from the queue that is named. Who marks alone takes slots
// that were sent to others, too.
func (d *day) receives(s sim.Step) {
	for to := range d.ended {
		if sent := d.queues[[2]int{s.N, to}]; (to == s.Worker || s.Alone) && len(sent) > 0 && sent[0] == len(s.Refs) {
			d.queues[[2]int{s.N, to}] = sent[1:]
			return
		}
	}
	require.Fail(d.t, "nothing was sent", "worker %d receives %d references from worker %d", s.Worker, len(s.Refs), s.N)
}

// The steps say what each worker does at any time: the times between them add up to the
// accounts of the result.
func TestStepsAddUpToTheAccounts(t *testing.T) {
	var joins, received uint64
	var speculating time.Duration
	for _, name := range []string{"list", "tree", "wide", "random", "grid", "arrays"} {
		for _, o := range []mark.Options{
			{Tuning: tune.Tuning{Marking: tune.MarkingShared, Recruit: 1}},
			{Grain: 1}, {Capacity: 2, Grain: 4, OverflowBlocks: 2, Tuning: tune.Tuning{Marking: tune.MarkingShared, Recruit: 1, Idle: tune.IdleSpin}},
			{Tuning: tune.Tuning{Marking: tune.MarkingOwner}}, {Tuning: tune.Tuning{Marking: tune.MarkingOwner, Recruit: 100}},
			{Tuning: tune.Tuning{Marking: tune.MarkingShared, Recruit: 1000, Speculation: tune.SpeculationForce}},
		} {
			o.Workers = 7
			t.Run(fmt.Sprintf("%s/%+v", name, o.Tuning), func(t *testing.T) {
				d := newDay(t, o.Workers)
				r := run(t, build(t, name, sized(5000)), sim.Config{Options: o, Trace: d.note})
				for _, since := range d.idled {
					require.GreaterOrEqual(t, since, time.Duration(0), "a mark ends when all are idle")
					d.idle += r.Makespan - since
				}
				require.Equal(t, r.Starved+r.Hoarded, d.idle)
				require.InDelta(t, r.Speculating, d.speculating, float64(r.Makespan)/100)
				require.Equal(t, r.Joins, d.joins)
				require.Equal(t, r.Steals, d.steals)
				joins, received, speculating = joins+d.joins, received+r.RefsReceived, speculating+d.speculating
			})
		}
	}
	requirePositive(t, joins, received, uint64(speculating))
}
