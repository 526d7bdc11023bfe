package sim

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/virtual"
	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

func shaped(t *testing.T, name string, objects uint64) *heap.Heap {
	t.Helper()
	s, err := shape.Parse(name)
	require.NoError(t, err)
	h, err := s.Build(shape.Params{Objects: objects, Seed: 1, Layout: shape.Shuffled})
	require.NoError(t, err)
	return h
}

// What the simulation counts, to know it without a look, is what there is, after
// each event: places that hold work, workers by what they do, blocks, next events.
// And idle time is charged to the account that it belongs to.
func TestCountsAreTrueAfterEachEvent(t *testing.T) {
	turn := 0
	for _, name := range []string{"tree", "wide", "random"} {
		objects := uint64(2500)
		if testing.Short() {
			objects = 700
		}
		h := shaped(t, name, objects)
		for _, kind := range stealq.Kinds() {
			for _, room := range []mark.Options{{Grain: 1, Capacity: 4, OverflowBlocks: tune.NoPool}, {Grain: 3, Capacity: 2, OverflowBlocks: 2}, {Grain: 16, Capacity: 64, OverflowBlocks: 9}} {
				turn++
				o := mark.Options{Workers: 2 + turn%5, Deque: kind, Grain: room.Grain, Capacity: room.Capacity, OverflowBlocks: room.OverflowBlocks, Tuning: tune.Tuning{Amount: kind.Amounts[turn%len(kind.Amounts)], Marking: tune.MarkingShared}}
				o.Tuning.Idle = tune.IdlePolicy(turn % 4)
				if !kind.Shared {
					o.Tuning.Steal, o.Tuning.Victim = tune.StealPolicy(turn%3), tune.VictimPolicy(turn/3%4)
				}
				requireTrueCounts(t, h, o)
				if o.Tuning.Marking = tune.MarkingOwner; o.Validate() == nil {
					o.Tuning.Recruit = turn % 3 * 30
					requireTrueCounts(t, h, o)
				}
			}
		}
	}
	requireTrueCounts(t, shaped(t, "uniform", 1500), mark.Options{Workers: 40, Tuning: tune.Tuning{Marking: tune.MarkingOwner}})
	for _, idle := range tune.IdlePolicies() {
		o := mark.Options{Workers: 5, Tuning: tune.Tuning{Idle: idle, Recruit: 500, Speculation: tune.SpeculationForce}}
		require.Positive(t, requireTrueCounts(t, shaped(t, "list", 2500), o).Speculating)
	}
}

func requireTrueCounts(t *testing.T, h *heap.Heap, o mark.Options) *Result {
	t.Helper()
	s := newSimulation(h, Config{Options: o}.withDefaults())
	s.start()
	var want accounts
	written := slices.Clone(s.marks)
	for !s.ended {
		id, at := s.clock.Next()
		require.NotEqual(t, virtual.Never, at)
		want.charge(s, at)
		end := s.now
		s.pass(at)
		speculates := s.workers[id].state == speculating
		alone, spells := s.workers[id].alone, s.result.ExclusiveSpells
		s.happen(s.workers[id])
		alone = alone || s.result.ExclusiveSpells > spells // the worker may have given the bit up again
		if speculates {
			require.Equal(t, written, s.marks, "a speculator marks nothing")
		}
		requireOneWriter(t, s, s.workers[id], written, alone)
		if s.ended {
			want.charge(s, s.now)
			want.until(s, at)
		}
		require.LessOrEqual(t, end, s.now)
		require.NoError(t, trueCounts(s), "%+v", o)
	}
	var charged time.Duration
	for _, d := range s.result.Accounts {
		charged += d
	}
	require.Equal(t, s.now*time.Duration(o.Workers), charged, "%+v", o)
	require.Equal(t, want.hoarded, s.result.Hoarded, "%+v", o)
	require.Equal(t, want.starved, s.result.Starved, "%+v", o)
	require.Equal(t, want.searching, s.result.Searching, "%+v", o)
	require.Equal(t, want.speculating, s.result.Speculating, "%+v", o)
	return &s.result
}

// requireOneWriter demands that w has set bits of its own segments only, if mark bits have
// owners and w did not hold the exclusive bit. written is the bitmap before the event.
func requireOneWriter(t *testing.T, s *simulation, w *worker, written []uint64, alone bool) {
	t.Helper()
	for i, word := range s.marks {
		if word != written[i] && s.plan.Owners > 1 && !alone && !w.alone {
			require.Equal(t, w.id, s.ownerOf(heap.Ref(i*64)), "worker %d has written word %d", w.id, i)
			require.Equal(t, w.id, s.ownerOf(heap.Ref(i*64+63)), "a word has one owner")
		}
	}
	copy(written, s.marks)
}

// accounts are what pass charges, by a count of the workers one by one.
type accounts struct{ hoarded, starved, searching, speculating time.Duration }

// idle reports whether the worker is not active.
func (w *worker) idle() bool {
	return w.state == asleep || w.state == waking || w.state == watching || w.state == speculating
}

func (a *accounts) charge(s *simulation, at time.Duration) {
	if s.ended {
		return
	}
	span, hoards := at-s.now, false
	for _, w := range s.workers {
		hoards = hoards || w.more
	}
	for _, w := range s.workers {
		if w.state == speculating {
			a.speculating += span
		}
		switch {
		case w.id >= s.plan.Team:
			a.starved += span
		case w.state == stealing:
			a.searching += span
		case !w.idle():
		case hoards:
			a.hoarded += span
		default:
			a.starved += span
		}
	}
}

// until charges the end of the mark, which nobody's event is: all are idle.
func (a *accounts) until(s *simulation, at time.Duration) {
	a.starved += (s.now - at) * time.Duration(len(s.workers))
	a.speculating += (s.now - at) * time.Duration(s.hints.Enlisted())
}

// trueCounts compares each count with a count one by one.
func trueCounts(s *simulation) error {
	var doing [states]int
	hoarders, items, chunks, busy := 0, 0, 0, 0
	for _, n := range s.doing {
		busy += n
	}
	for _, w := range s.workers {
		doing[w.state]++
		if w.more {
			hoarders++
		}
		if (w.idle() || w.state == ready) && w.more != policy.Hoards(w.private()+w.unsent()) {
			return fmt.Errorf("worker %d holds %d and counts as hoarder: %v", w.id, w.private()+w.unsent(), w.more)
		}
		c := s.ranges.Counters(w.id)
		chunks += int(c.Pushes) - int(c.Pops) - int(c.ItemsStolen)
	}
	places := s.ranges.Open() + int(s.result.BlocksOverflowed-s.result.BlocksRecovered) + int(s.result.PendingAdded-s.result.RefsRecovered)
	deques := s.workers
	if s.kind.Shared {
		deques = deques[:1]
	}
	for _, w := range deques {
		if w.deque.Len() > 0 {
			places++
		}
		if e, ok := w.deque.(stealq.Exposer); ok {
			items += e.Held()
		} else {
			items += w.deque.Len()
		}
	}
	for what, counts := range map[string][2]int{
		"hoarders": {s.hoarders, hoarders}, "places": {s.places, places},
		"asleep": {len(s.parked), doing[asleep] - (len(s.workers) - s.plan.Team)}, "watching": {s.watchers, doing[watching]}, "searching": {s.searchers, doing[stealing]},
		"active":      {s.active, len(s.workers) - doing[asleep] - doing[waking] - doing[watching] - doing[speculating]},
		"chunks":      {s.chunks, chunks},
		"with work":   {s.active - s.searchers, busy},
		"speculating": {s.hints.Enlisted(), doing[speculating]},
	} {
		if counts[0] != counts[1] {
			return fmt.Errorf("%s: %d are counted, and there are %d", what, counts[0], counts[1])
		}
	}
	if used := len(s.blocks.refs) - len(s.blocks.free); s.options.Grain > 1 && used != items {
		return fmt.Errorf("%d blocks are used for %d items", used, items)
	}
	if err := trueMail(s); err != nil {
		return err
	}
	return nextEvents(s)
}

// One worker's time is the sum of what it does: each cost, raised by one, is charged
// once for each thing that it is for.
func TestOneWorkersTimeIsASum(t *testing.T) {
	for _, name := range []string{"random", "wide", "app"} {
		h := shaped(t, name, 3000)
		for _, o := range []mark.Options{{Grain: 1, Capacity: 2, OverflowBlocks: 5}, {Grain: 1, Capacity: 64, OverflowBlocks: tune.NoPool}, {Grain: 3}, {Tuning: tune.Tuning{Marking: tune.MarkingOwner}}} {
			o.Workers = 1
			base := costs.Costs{Object: 10, Ref: 10, Chunk: 10, Attempt: 1, Look: 1} // no miss: batches never wait
			one, err := Run(t.Context(), h, Config{Options: o, Costs: base})
			require.NoError(t, err)
			bound, err := costs.Bounds(t.Context(), h, costs.Costs{Object: 1, Attempt: 1, Look: 1})
			require.NoError(t, err)
			require.EqualValues(t, one.Marked, bound.Work, "no cost but one for each object")
			references, err := costs.Bounds(t.Context(), h, costs.Costs{Object: 1, Ref: 1, Attempt: 1, Look: 1})
			require.NoError(t, err)
			for _, c := range []struct {
				name string
				cost *time.Duration
				want uint64
			}{
				{"object", &base.Object, one.Marked}, {"ref", &base.Ref, uint64(references.Work - bound.Work)},
				{"push", &base.Push, 2 * one.Pushes}, {"claim", &base.Claim, 0}, {"look", &base.Look, 2},
				{"overflow", &base.Overflow, one.BlocksOverflowed + one.BlocksRecovered},
				{"pend", &base.Pend, one.PendingAdded + one.RefsRecovered},
				{"forward", &base.Forward, 0}, {"slot", &base.Slot, 0}, {"inbox", &base.Inbox, 0}, {"attempt", &base.Attempt, 0}, {"lost", &base.Lost, 0}, {"wake", &base.Wake, 0}, {"wakedelay", &base.WakeDelay, 0}, {"yield", &base.Yield, 0},
				{"cursor", &base.Cursor, 0},
			} {
				*c.cost += 1
				r, err := Run(t.Context(), h, Config{Options: o, Costs: base})
				*c.cost -= 1
				require.NoError(t, err)
				require.EqualValues(t, c.want, r.Makespan-one.Makespan, "%s, %s, %+v", c.name, name, o)
			}
			require.Positive(t, one.ChunksTaken)
		}
	}
}
