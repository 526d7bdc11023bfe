package sim

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/forward"
	"github.com/seed-3ccf4018/halfmark/mark/internal/plan"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ranges"
	"github.com/seed-3ccf4018/halfmark/mark/internal/virtual"
	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/overflow"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Config says what is simulated. The zero value is a mark with one worker, the
// default options and the default costs.
type Config struct {
	// Options are those of the marker. Workers 0 means 1, because a simulation does
	// not depend on the machine on which it runs. Other zero values mean what they
	// mean there.
	Options mark.Options
	// Costs say how long things take. The zero value means costs.Default().
	Costs costs.Costs
	// Speculators is how many idle workers may speculate if the marker wants as many:
	// Options.Tuning.Speculation says whether any may. 0 means DefaultSpeculators.
	Speculators int
	// Trace is called for each step of each worker, if it is not nil. It also gets
	// what has been counted until then. It is called on the goroutine that called
	// Run.
	Trace func(Step, *Result)
}

// DefaultSpeculators is how many idle workers may speculate in the marker.
const DefaultSpeculators = policy.Speculators

// withDefaults replaces zero values by what they stand for.
func (c Config) withDefaults() Config {
	c.Options.Workers = cmp.Or(c.Options.Workers, 1)
	c.Options = c.Options.WithDefaults()
	c.Costs = cmp.Or(c.Costs, costs.Default())
	c.Speculators = cmp.Or(c.Speculators, DefaultSpeculators)
	return c
}

// Validate reports what [Run] would refuse. If an option is wrong, the error is a
// [*mark.OptionError].
func (c Config) Validate() error {
	c = c.withDefaults()
	if err := c.Options.Validate(); err != nil {
		return err
	}
	if c.Speculators < 1 || c.Speculators > mark.MaxWorkers {
		return fmt.Errorf("sim: there cannot be %d speculators: it must be 1 to %d, or 0 for %d", c.Speculators, mark.MaxWorkers, DefaultSpeculators)
	}
	return c.Costs.Validate()
}

// simulation is one mark.
type simulation struct {
	heap    *heap.Heap
	options mark.Options
	costs   costs.Costs
	plan    plan.Plan
	kind    *stealq.Kind

	clock   *virtual.Clock
	now     time.Duration // the time of the event that is happening
	ended   bool
	workers []*worker

	marks   []uint64
	blocks  blocks
	pool    *overflow.Pool
	list    *overflow.List
	pending *overflow.Pending
	ranges  *ranges.Ranges
	chunks  int // how many chunks of open ranges nobody has claimed
	places  int // how many shared places hold work; see seen
	parked  []int
	looks   []time.Duration // see planLooks

	segments forward.Segments
	unread   int // the sum over the workers
	onWay    int // references in open slots, in queues and in the bitmaps of spilt ones

	speculation

	active    int  // workers that have joined
	hoarders  int  // workers with more than a batch of grey objects in private
	searchers int  // workers that look for a victim
	watchers  int  // idle workers that are awake
	exclusive bool // somebody holds the exclusive bit
	grey      uint64
	doing     [allAccounts]int // workers with work, by what they do

	damage error
	result Result
	tell   func(Step, *Result) // Config.Trace
}

// Run marks what is reachable from the roots of h, in virtual time. Any number of
// goroutines may simulate marks of one heap at once.
//
// Besides the heap it takes twice a 64th of the arena's size. It also takes up to the
// marker's memory for that many workers. As a rule it takes less, because it
// allocates only what is used.
//
// The error says what is wrong with the configuration, that ctx was cancelled, or
// that the heap is damaged.
func Run(ctx context.Context, h *heap.Heap, config Config) (*Result, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	if h.Granules() == 0 {
		return nil, errors.New("sim: the heap has no arena: build or read one")
	}
	s := newSimulation(h, config.withDefaults())
	s.start()
	for !s.ended {
		if s.result.Events%pollEvents == 0 && ctx.Err() != nil {
			return nil, fmt.Errorf("sim: stopped before the mark was complete: %w", context.Cause(ctx))
		}
		id, at := s.clock.Next()
		if at == virtual.Never {
			return nil, fmt.Errorf("sim: after %v no worker has anything to do, and %d grey objects are left", s.now, s.grey)
		}
		s.pass(at)
		s.happen(s.workers[id])
		if s.damage != nil {
			return nil, s.damage
		}
	}
	return s.finish()
}

// pollEvents is how many events pass between two looks at the context.
const pollEvents = 1 << 16

// newSimulation prepares a mark of h. The configuration has no zero values.
func newSimulation(h *heap.Heap, c Config) *simulation {
	o := c.Options
	s := &simulation{heap: h, options: o, costs: c.Costs, kind: o.Deque, tell: c.Trace, clock: virtual.NewClock(o.Workers), ranges: ranges.New(o.Workers)}
	s.marks = make([]uint64, (h.Granules()+63)/64)
	s.pool = overflow.NewPool(max(0, o.OverflowBlocks), max(o.Grain, tune.DefaultGrain))
	s.list = overflow.NewList(s.pool)
	s.pending = overflow.NewPending(h.Granules())
	s.decide(c.Speculators)
	s.planLooks()
	deques := o.Deque.New(o.Workers, o.Capacity)
	t := o.Tuning
	choice := policy.Choice{Steal: t.Steal, Victim: t.Victim, Amount: t.Amount, Grain: o.Grain, Seed: t.Seed}
	for id, d := range deques {
		w := &worker{id: id, deque: d, at: virtual.Never, gate: s.plan.Gate(), Thief: policy.NewThief(choice, id, deques)}
		w.Begin(s.plan.Team)
		if owners := s.plan.Owners; owners > 1 {
			w.out, w.inbox = make([][]uint32, owners), make([][][]uint32, owners)
		}
		if s.plan.Speculates {
			w.chains = chain.NewCursors(id, &s.table, &s.hints)
			w.chains.Begin(s.source)
		}
		s.workers = append(s.workers, w)
	}
	return s
}

// decide makes the plan of this mark, and what the workers share because of it. The machine has a
// processor for each worker. A heap that is a file is marked as if it were in memory.
func (s *simulation) decide(speculators int) {
	o := s.options
	s.plan = plan.For(
		plan.Options{Workers: o.Workers, Grain: o.Grain, Recruit: o.Tuning.Recruit, Speculators: speculators, Marking: o.Tuning.Marking, Speculation: o.Tuning.Speculation},
		plan.Facts{Pace: policy.MemoryPace(uint64(len(s.heap.Arena()))), IDs: s.heap.Granules(), Cursors: !s.heap.Mapped(), Processors: o.Workers},
	)
	if s.result.Owners = s.plan.Owners; s.plan.Owners > 1 {
		s.segments = forward.SegmentsOf(uint64(len(s.marks))*64, s.plan.Owners)
	}
	if s.plan.Speculates {
		s.table.Fit(2*s.plan.Objects, s.plan.Forced)
		s.source = &chain.Heap{Arena: s.heap.Arena()}
	}
}

// start begins as the marker does. Worker 0 is awake. The others sleep, unless the
// idle policy wants all of them awake.
func (s *simulation) start() {
	first, roots := s.workers[0], len(s.heap.Roots())
	for id := 1; id < s.plan.Team; id++ {
		s.parked = append(s.parked, id)
	}
	if roots > 0 {
		s.offer(first, policy.RootsObject, uint32(roots))
	}
	first.at = 0
	s.trace(first, Step{Did: Joins})
	s.exclusive = s.plan.Excludes
	first.alone, first.first = s.exclusive, s.exclusive
	if s.options.Tuning.Idle != tune.IdlePark {
		s.wake(first, s.plan.Team)
	}
	if chunks := (roots - 1) / policy.ChunkRefs; chunks > 0 && s.tells(first) {
		s.wake(first, chunks)
	}
	s.join(first)
	s.enter(first)
	s.clock.Set(0, first.at)
}

// pass lets time go on to at. It charges the time to the accounts.
func (s *simulation) pass(at time.Duration) {
	span := at - s.now
	s.result.Starved += span * time.Duration(s.options.Workers-s.useful())
	idle := span * time.Duration(s.useful()-s.active)
	if s.hoarders > 0 {
		s.result.Hoarded += idle
	} else {
		s.result.Starved += idle
	}
	s.result.Searching += span * time.Duration(s.searchers)
	s.result.Speculating += span * time.Duration(s.hints.Enlisted())
	s.charge(span)
	s.now = at
	s.result.Events++
}

// finish fills in the result of a complete mark. It also checks the conservation
// laws: a lost object breaks one of them, and so does an object that was marked
// twice.
func (s *simulation) finish() (*Result, error) {
	r := &s.result
	r.Workers, r.Makespan = s.options.Workers, s.now
	for _, w := range s.workers {
		if w.chains != nil {
			r.CursorsStarted += w.chains.Started
			r.CursorRounds += w.chains.Rounds
			r.CursorSteps += w.chains.Visited
		}
	}
	r.Marks = heap.NewBitmap(s.heap.Granules())
	for i, w := range s.marks {
		r.Marks.Words()[i].Store(w)
	}
	if n := r.Marks.Count(); n != r.Marked || s.grey != 0 {
		return nil, fmt.Errorf("sim: conservation law broken: %d objects were marked, %d bits are set, %d objects were not scanned", r.Marked, n, s.grey)
	}
	if r.RefsForwarded != r.RefsReceived+r.RefsSpilt || r.SpillAdded != r.RefsSwept || s.unread != 0 {
		return nil, fmt.Errorf("sim: conservation law broken: of %d references that were forwarded %d were received and %d spilt; of %d that were put aside %d were swept; %d pieces are unread",
			r.RefsForwarded, r.RefsReceived, r.RefsSpilt, r.SpillAdded, r.RefsSwept, s.unread)
	}
	return r, nil
}
