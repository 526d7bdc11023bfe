package sim

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/engine"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/virtual"
	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// numbered returns the number in an environment variable, or n.
func numbered(t *testing.T, variable string, n uint64) uint64 {
	if text := os.Getenv(variable); text != "" {
		var err error
		n, err = strconv.ParseUint(text, 10, 64)
		require.NoError(t, err, variable)
	}
	return n
}

// A draw is some marks by one Marker of which everything is drawn by a seed: the heaps and graphs, the options, what things
// cost, when workers are held up, whose deques they are, and what goes wrong in a mark.
type draw struct {
	marks  []*drawnMark
	config Config
	holdUp uint64 // one point in so many holds its worker up
	flaky  *flaky // nil for deques of package stealq
}

// fault is what goes wrong.
type fault int

const (
	nothing fault = iota
	fails         // the mark fails
	cancels       // its context is cancelled
	panics        // the user's code does
	damaged       // a reference leads to the first bit behind the bitmap
	faults
)

// allowed is for how long a worker may sleep beside work that another one has just shown. A worker that clears the closing
// bit looks into all inboxes of up to so many owners before it has woken the last of them.
func allowed(owners int, holdUp, seed uint64) time.Duration {
	d := time.Duration(10+owners*owners/4)*preempted(seed) + 5*time.Microsecond
	if holdUp > 0 {
		d += 2 * time.Duration(seed%100) * time.Microsecond
	}
	return d
}

// preempted is for how long a worker is held up at most at an atomic operation.
func preempted(seed uint64) time.Duration { return time.Duration(1+seed%50) * time.Microsecond / 10 }

// delays hold workers up: one time in each, for up to most. 0 is never. The same random numbers do it in the same way.
func delays(random *rand.PCG, each uint64, most time.Duration) func() time.Duration {
	return func() time.Duration {
		if each == 0 || most == 0 || random.Uint64()%each != 0 {
			return 0
		}
		return time.Duration(random.Uint64() % uint64(most))
	}
}

// perturb is set by a test with the types of the schedule explorer: it lets workers be held up at atomic operations.
var perturb func(m *virtual.Machine, seed uint64)

// sharing are shapes with many grey objects at a time.
var sharing = slices.DeleteFunc(shape.Shapes(), func(s shape.Shape) bool {
	return !strings.Contains("tree wide arrays random uniform app program", s.Name)
})

// drawnMark is one of them. It is of a heap if graph is nil.
type drawnMark struct {
	shape  shape.Shape
	params shape.Params
	graph  *graph
	calls  bool // the graph is a callback
	fault  fault
	after  int // so many points, or operations of deques, or calls

	isDamaged bool // something was there to damage
}

// of draws one of some values.
func of[T any](r *rand.Rand, all []T) T { return all[r.IntN(len(all))] }

// drawn returns the draw of a seed.
func drawn(seed uint64) (d draw) {
	r := rand.New(rand.NewPCG(seed, 0))
	for range 1 + r.IntN(3) {
		m := &drawnMark{shape: of(r, shape.Shapes()), fault: fault(r.IntN(int(faults))), after: r.IntN(1 << r.IntN(12))}
		objects := 1 + r.IntN(1<<r.IntN(13))
		if r.IntN(24) == 0 { // more than a stack holds, now and then
			objects = 1 + r.IntN(1<<(14+r.IntN(3)))
			m.after = r.IntN(1 << r.IntN(17))
		}
		m.params = shape.Params{Objects: uint64(objects), Seed: r.Uint64(), Layout: of(r, shape.Layouts())}
		if r.IntN(3) == 0 {
			m.graph, m.calls = drawnGraph(r, objects), r.IntN(2) == 0
		}
		d.marks = append(d.marks, m)
	}
	d.marks[len(d.marks)-1].fault = nothing
	one := func(of ...int) int { return of[r.IntN(len(of))] }
	if r.IntN(4) == 0 {
		d.flaky = &flaky{random: r, left: -1}
	}
	var o mark.Options
	for drawn := false; !drawn; drawn = o.Validate() == nil { // some choices mean nothing together
		o = mark.Options{
			Workers: one(1, 2, 3, 4, 5, 9), Deque: of(r, stealq.Kinds()), Grain: one(0, 1, 2, 8), Capacity: one(0, 2, 8), OverflowBlocks: one(0, tune.NoPool, 1, 3),
			Tuning: tune.Tuning{
				Steal: of(r, tune.StealPolicies()), Victim: of(r, tune.VictimPolicies()), Amount: of(r, stealq.Amounts()), Idle: of(r, tune.IdlePolicies()),
				Marking: of(r, tune.Markings()), Speculation: of(r, tune.Speculations()), Recruit: one(0, 1, 10, 100), Seed: r.Uint64(),
			},
		}
		if d.flaky != nil {
			o.Deque = d.flaky.kind()
		}
		if seed%2 == 0 { // somebody sleeps, and is worth waking
			o.Workers, o.Tuning.Recruit, o.Tuning.Idle = one(3, 4, 5, 9), one(1, 10, 100), tune.IdlePark
		}
		if seed%32 == 5 { // more workers than can own bits: the team is smaller in the second mark
			o.Workers, o.Tuning.Recruit, o.Tuning.Idle, o.Tuning.Marking = 40, 10, tune.IdlePark, tune.MarkingOwner
			o.Tuning.Victim = of(r, []tune.VictimPolicy{tune.VictimLast, tune.VictimRandom})
			first, second := *d.marks[0], *d.marks[0]
			first.graph, first.calls, first.fault, first.after = drawnGraph(r, 2000), true, cancels, r.IntN(4000) // thieves remember whom they robbed
			second.graph, second.params.Objects, second.shape, second.fault = nil, uint64(2000+r.IntN(10_000)), of(r, sharing), nothing
			d.marks = []*drawnMark{&first, &second}
		}
		if seed%32 == 7 { // shortcuts, which must not outlive their mark
			o.Workers, o.Grain, o.Tuning.Speculation, o.Tuning.Recruit = one(2, 3), one(0, 8), tune.SpeculationForce, 0
			n, calls := 200+r.IntN(2000), r.IntN(4) > 0
			for _, m := range d.marks {
				m.graph, m.calls = drawnLists(r, n), calls
			}
		}
		if seed%8 == 0 { // and there is much to share
			last := d.marks[len(d.marks)-1]
			last.graph, last.params.Objects = nil, uint64(2000+r.IntN(10_000))
			last.shape = of(r, sharing)
			o.Grain, o.Tuning.Marking = one(0, 2, 8), of(r, []tune.Marking{tune.MarkingAuto, tune.MarkingShared, tune.MarkingOwner})
		}
	}
	c := costs.Default()
	for _, f := range c.Fields() {
		*f.Value = max(f.Least, time.Duration(r.IntN(1<<r.IntN(12))))
	}
	c.Look = max(c.Look, 20) // else workers that spin look millions of times
	d.config.Options, d.config.Costs = o, c
	if seed%16 == 5 { // on a machine with caches
		names := machines.Names()
		d.config.Machine, _ = machines.Named(names[seed/16%uint64(len(names))])
	}
	d.holdUp = uint64(one(0, 4, 64, 1024))
	return d
}

// mark makes the marks with one Marker, and holds them against the oracle. It returns the last one.
func (d draw) mark(t *testing.T, seed uint64) *Result {
	tags := ""
	if perturb != nil {
		tags = "-tags interleave "
	}
	again := fmt.Sprintf("HALFMARK_SEED=%d HALFMARK_SEEDS=1 go test %s./mark/sim -run %s", seed, tags, t.Name())
	var r *Result
	d.config.Options.OverflowBlocks = cmp.Or(d.config.Options.OverflowBlocks, 2048) // room enough, and sooner made
	err := onMachine(d.config, 1<<16, func(m *engine.Marker, s *stats.Mark, machine *virtual.Machine) {
		if perturb != nil {
			perturb(machine, seed)
		}
		machine.Delay = delays(rand.NewPCG(seed, 1), d.holdUp, time.Duration(seed%100)*time.Microsecond)
		for _, drawn := range d.marks {
			r = new(Result)
			c := r.observe(m, machine, nil)
			if perturb != nil {
				l := watchLocked(recount{c, t, again}, allowed(d.config.Options.Workers, d.holdUp, seed), machine.Held)
				drawn.mark(t, m, machine, d.flaky, again)
				require.Empty(t, l.broken, again)
				continue
			}
			l := watch(recount{c, t, again}, time.Duration(seed%100)*time.Microsecond)
			if !drawn.mark(t, m, machine, d.flaky, again) {
				continue
			}
			require.Empty(t, l.broken, again)
			c.finish(s.Duration)
			r.count(s)
			r.requireTrueAccounts(t, m.Options.Workers, again)
		}
		r.Points = machine.Points
	})
	require.NoError(t, err, again)
	return r
}

// mark makes a mark. It returns false if something went wrong, as it was drawn.
func (d *drawnMark) mark(t *testing.T, m *engine.Marker, machine *virtual.Machine, f *flaky, again string) bool {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if machine.Stuck = m.Fail; d.fault == cancels {
		machine.Stuck = func(error) { cancel() }
	}
	points := 50_000_000
	if d.fault == fails || d.fault == cancels {
		points = max(1, d.after)
	}
	machine.Arm(uint64(points))
	defer func() { machine.Limit = 0 }()
	if d.fault == panics && f != nil {
		f.left = d.after
		defer func() { f.left = -1 }()
	}
	err := d.marks(t, ctx, m, again)
	if err == nil {
		require.False(t, d.isDamaged, "%s: nobody has noticed a damaged reference", again)
		return true
	}
	switch d.fault {
	case fails:
		require.ErrorIs(t, err, ErrTooLong, again)
	case cancels:
		require.ErrorIs(t, err, context.Canceled, again)
	case panics:
		require.ErrorContains(t, err, planned, again)
	case damaged:
		require.Regexp(t, "damaged|not a node|the graph has", err.Error(), again)
	default:
		require.NoError(t, err, "%s: %+v", again, m.Options)
	}
	return false
}

// marks marks the heap or the graph. If there is no error, it demands the marks of the oracle.
func (d *drawnMark) marks(t *testing.T, ctx context.Context, m *engine.Marker, again string) error {
	if d.graph == nil {
		h, err := d.shape.Build(d.params)
		require.NoError(t, err)
		want, err := heap.Reachable(h)
		require.NoError(t, err)
		if d.fault == damaged {
			d.isDamaged = damage(h, want, d.after)
		}
		if err := markWith(ctx, m, h); err != nil {
			return err
		}
		require.NoError(t, m.Marks.Compare(want), "%s: %s of %d objects", again, d.shape.Name, d.params.Objects)
		return nil
	}
	g := d.graph
	want := g.reachable()
	if d.fault == damaged {
		d.isDamaged = g.damage(want, d.after)
	}
	require.NoError(t, m.Acquire())
	defer m.Release()
	var err error
	if d.calls {
		if d.fault == panics {
			g.left = d.after
		}
		_, err = m.Calls(ctx, g, uint32(g.Nodes()), g.roots, (*engine.Marker).Fresh)
	} else {
		_, err = m.Rows(ctx, &g.Rows, g.roots, (*engine.Marker).Fresh)
	}
	if err != nil {
		return err
	}
	for i := range want.Words() {
		require.Equal(t, want.Words()[i].Load(), m.Marks.Words()[i].Load(), "%s: graph of %d nodes", again, g.Nodes())
	}
	return nil
}

// recount holds a census, at some points, against counting all workers.
type recount struct {
	*census
	t     *testing.T
	again string
}

func (r recount) Passes(span time.Duration) {
	defer r.census.Passes(span)
	if r.machine.Points%8 != 0 {
		return
	}
	var want situation
	showing := 0
	for id := range r.workers {
		h := r.holding(id)
		want.grey, want.chunks, want.mail = want.grey+h.grey, want.chunks+h.chunks, want.mail+h.mail
		want.hoarders += one(policy.Hoards(h.private))
		showing += one(h.shows)
	}
	if r.marker.Options.Deque.Shared {
		showing = min(showing, 1)
	}
	counted := [5]int{r.grey, r.chunks, r.mail, r.hoarders, r.showing}
	if counts := [5]int{want.grey, want.chunks, want.mail, want.hoarders, showing}; counts != counted {
		require.Equal(r.t, counts, counted, r.again)
	}
}

// requireTrueAccounts demands that each worker spends all of its time on something (1), and that the accounts agree.
func (r *Result) requireTrueAccounts(t *testing.T, workers int, again string) {
	var sum time.Duration
	for on, d := range r.Accounts {
		require.GreaterOrEqual(t, d, time.Duration(0), "%v: %s", Account(on), again)
		sum += d
	}
	require.Equal(t, r.Makespan*time.Duration(workers), sum, again)
	busy := sum - r.Starved - r.Hoarded - r.Searching
	for _, d := range r.Accounts[:virtual.WithWork] {
		busy -= d
	}
	require.LessOrEqual(t, busy, time.Duration(0), "%s: more time with work than the accounts of work and what is charged to them", again)
	require.LessOrEqual(t, r.Speculating, r.Starved+r.Hoarded, again)
}

// The marker is right under any schedule that costs and delays can make. A seed makes the same schedule
// again. TestTheSameEverywhere makes the schedules of the seeds below the first one, with the same demands.
func TestRandomSchedules(t *testing.T) {
	n := uint64(200)
	if testing.Short() {
		n = 50
	}
	first, n := numbered(t, "HALFMARK_SEED", seedsEverywhere), numbered(t, "HALFMARK_SEEDS", n)
	start, shards := time.Now(), uint64(runtime.GOMAXPROCS(0))
	var marks atomic.Int64
	t.Cleanup(func() {
		t.Logf("%d markers, %.0f marks a minute", n, float64(marks.Load())/time.Since(start).Minutes())
	})
	for shard := range shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			for seed := first + shard; seed < first+n; seed += shards {
				d := drawn(seed)
				d.mark(t, seed)
				marks.Add(int64(len(d.marks)))
			}
		})
	}
}

// once are the marks of some seeds, each made by the first test that asks for it.
var once = map[uint64]*Result{}

// markOnce makes the mark of a seed, or returns the one that another test has made.
func markOnce(t *testing.T, seed uint64) *Result {
	if once[seed] == nil {
		once[seed] = drawn(seed).mark(t, seed)
	}
	return once[seed]
}

// A seed gives the same mark, event for event.
func TestSameSeedSameMark(t *testing.T) {
	seeds := uint64(50)
	if testing.Short() {
		seeds = 15
	}
	for seed := range seeds {
		require.Equal(t, markOnce(t, seed), drawn(seed).mark(t, seed), "seed %d", seed)
	}
}

// The successors of a batch are marked when its scan has taken its time, and not before. The machine stops at the second point:
// the chunk of the roots has been scanned, and the first batch is being scanned.
func TestBatchTakesItsTime(t *testing.T) {
	h := Built(t, "lists", 20_000)
	roots := min(len(h.Roots()), policy.ChunkRefs)
	require.Greater(t, roots, policy.ThinRefs)
	marked := uint64(0)
	var err error
	_ = onMachine(Config{Options: mark.Options{Workers: 1}}, h.Granules(), func(m *engine.Marker, _ *stats.Mark, machine *virtual.Machine) {
		machine.Arm(2)
		machine.Stuck = func(err error) {
			marked = m.Marks.Count() - 1 // nil counts as marked meanwhile
			m.Fail(err)
		}
		err = markWith(context.Background(), m, h)
	})
	require.ErrorContains(t, err, "after 2 points")
	require.EqualValues(t, roots, marked)
}

// seedsEverywhere is how many seeds TestTheSameEverywhere has, from 0 on.
const seedsEverywhere = 150

// everywhere is what the marks of these seeds come to. It changes with each change of a policy or of a default cost. It is the
// same on every processor and in every build.
const everywhere = 0x946ef3eb2328c26

// Options and seed give the same mark everywhere: on amd64 and arm64, with the race detector, with and without assembly.
func TestTheSameEverywhere(t *testing.T) {
	sum := fnv.New64a()
	for seed := range uint64(seedsEverywhere) {
		r := markOnce(t, seed)
		d := &r.Deque
		fmt.Fprintf(sum, "{%s}\n", strings.TrimSpace(fmt.Sprintln(r.Marks, r.Marked, r.Workers, r.Makespan, r.Starved, r.Hoarded, r.Searching, r.Termination, r.PeakFrontier,
			d.Took, d.ItemsStolen, d.Empty, d.Lost, d.Pushes, r.Batches, r.Joins, r.Wakes, r.BlocksOverflowed, r.BlocksRecovered, r.PendingAdded, r.RefsRecovered,
			r.SlicesOpened, r.SlicesAlone, r.ChunksTaken, r.ExclusiveSpells, r.Owners, r.RefsForwarded, r.RefsReceived, r.SlotsPublished, r.SlotsPartial,
			r.RefsSpilt, r.SpillAdded, r.SpillTaken, r.CursorsStarted, r.CursorRounds, r.Harvests, r.ObjectsHarvested, r.CursorSteps, r.Trial, r.Speculating,
			r.Accounts, r.Timeline, r.Points)))
	}
	require.EqualValues(t, uint64(everywhere), sum.Sum64(), "%#x: if a policy or a default cost has changed, this is the new value", sum.Sum64())
}

// Owners that give way to shared bits in one mark come back in the next one.
func TestOwnersComeBack(t *testing.T) {
	grid, tree := Built(t, "grid", 200_000), Built(t, "tree", 120_000)
	config := Config{Options: mark.Options{Workers: 8, OverflowBlocks: 2048}}
	err := onMachine(config, grid.Granules(), func(m *engine.Marker, s *stats.Mark, _ *virtual.Machine) {
		for _, h := range []*heap.Heap{grid, tree, grid} {
			require.NoError(t, markWith(t.Context(), m, h))
			require.Equal(t, h == grid, s.Plan.Narrow)
			require.Equal(t, h == grid, s.Sum().RefsForwarded == 0)
			require.Equal(t, h == grid, s.Plan.Owners == 0)
		}
	})
	require.NoError(t, err)
}

// Built returns a shuffled heap.
func Built(t testing.TB, name string, objects uint64) *heap.Heap {
	t.Helper()
	s, err := shape.Parse(name)
	require.NoError(t, err)
	h, err := s.Build(shape.Params{Objects: objects, Seed: 1, Layout: shape.Shuffled})
	require.NoError(t, err)
	return h
}
