package plan

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// The sources of successors, as their scanners describe them.
var (
	small  = Facts{Pace: policy.MemoryPace(1 << 10), IDs: 128, Cursors: true, Processors: 4}
	large  = Facts{Pace: policy.MemoryPace(1 << 30), IDs: 1 << 27, Cursors: true, Processors: 4}
	rows   = Facts{Pace: graph(1 << 30), IDs: 1 << 20, Cursors: true, Processors: 4}
	mapped = Facts{Pace: waiting(1 << 30), IDs: 1 << 27, Processors: 4}
	calls  = Facts{Pace: policy.CallPace(), IDs: 1 << 20, Calls: true, Processors: 4}
	dense  = Facts{Pace: withRefs(tune.DenseRefs), IDs: 1 << 27, Cursors: true, Processors: 4}
	many   = Facts{Pace: withRefs(tune.ManyRefs), IDs: 1 << 27, Cursors: true, Processors: 64}
	sparse = Facts{Pace: withRefs(tune.DenseRefs - 0.01), IDs: 1 << 27, Cursors: true, Processors: 4}
)

func graph(bytes uint64) policy.Pace {
	p := policy.MemoryPace(bytes)
	p.ZeroIsNode = true
	return p
}

func withRefs(mean float32) policy.Pace {
	p := policy.MemoryPace(1 << 30)
	p.MeanRefs = mean
	return p
}

func waiting(bytes uint64) policy.Pace {
	p := policy.MemoryPace(bytes)
	p.Computes = false
	return p
}

// on is the same source, on a machine with so many processors.
func (f Facts) on(processors int) Facts {
	f.Processors = processors
	return f
}

// locks is the same source on a processor with cheap locked instructions.
func (f Facts) locks() Facts {
	f.CheapLocks = true
	return f
}

// defaults are the options of most users.
func defaults(workers int) Options {
	return Options{Workers: workers, Grain: tune.DefaultGrain, Speculators: policy.Speculators}
}

func (o Options) with(change func(*Options)) Options {
	change(&o)
	return o
}

// TestTeam is the table of who takes part.
func TestTeam(t *testing.T) {
	owner := func(o *Options) { o.Marking = tune.MarkingOwner }
	shared := func(o *Options) { o.Marking = tune.MarkingShared }
	force := func(o *Options) { o.Speculation = tune.SpeculationForce }
	recruit := func(o *Options) { o.Recruit = 7 }
	single := func(o *Options) { o.Grain = 1 }
	most := tune.DefaultOwners
	for _, c := range []struct {
		name                         string
		o                            Options
		f                            Facts
		team, owners, useful, others int
		crowded, excludes            bool
		found                        int
	}{
		{"one worker", defaults(1), large, 1, 1, 1, 0, false, true, foundOf(1, 0)},
		{"two", defaults(2), large, 2, 2, 2, 1, false, true, foundOf(2, 0)},
		{"more than processors", defaults(9), large, 4, 4, 4, 3, false, true, foundOf(4, 0)},
		{"as many as own", defaults(most), large.on(64), most, most, most, most - 1, false, true, foundOf(most, 0)},
		{"more than own", defaults(most + 1), large.on(64), most + 1, 0, most + 1, most, false, true, foundOf(0, 0)},
		{"owners by force", defaults(9).with(owner), large, 9, 9, 9, 8, true, false, foundOf(9, 0)},
		{"more than the most", defaults(99).with(owner), large, tune.MaxOwners, tune.MaxOwners, tune.MaxOwners, tune.MaxOwners - 1, true, false, foundOf(32, 0)},
		{"owners who recruit", defaults(3).with(owner).with(recruit), large, 3, 3, 3, 2, false, true, 7},
		{"shared bits", defaults(3).with(shared), large, 3, 0, 3, 2, false, true, foundOf(0, 0)},
		{"shared, crowded", defaults(9).with(shared), large, 9, 0, 4, 8, true, true, foundOf(0, 0)},
		{"many references", defaults(3), dense, 3, 0, 3, 2, false, true, foundOf(0, 0) / 3},
		{"many references, and workers", defaults(9), dense, 4, 0, 4, 3, false, true, foundOf(0, 0) / 3},
		{"many references, owners", defaults(9).with(owner), dense, 9, 9, 9, 8, true, false, foundOf(9, 0)},
		{"not that many", defaults(3), sparse, 3, 3, 3, 2, false, true, foundOf(3, 0)},
		{"not that many, and cheap locks", defaults(3), sparse.locks(), 3, 3, 3, 2, false, true, foundOf(3, 0)},
		{"not that many, for a few owners", defaults(4), many, 4, 4, 4, 3, false, true, foundOf(4, 0)},
		{"not that many, for more owners", defaults(5), many, 5, 5, 5, 4, false, true, foundOf(5, 0)},
		{"few, and cheap locks", defaults(3), large.locks(), 3, 3, 3, 2, false, true, foundOf(3, 0)},
		{"a small heap", defaults(3), small, 1, 1, 3, 2, false, true, foundOf(1, 0)},
		{"small, with nobody else", defaults(3), small.on(1), 1, 1, 1, 0, false, true, foundOf(1, 0)},
		{"small, and forced to speculate", defaults(2).with(force), small, 2, 2, 2, 1, false, true, foundOf(2, 0)},
		{"small, with a wish", defaults(2).with(recruit), small, 2, 2, 2, 1, false, true, 7},
		{"small, shared", defaults(2).with(shared), small, 2, 0, 2, 1, false, true, foundOf(0, 0)},
		{"small, owners", defaults(2).with(owner), small, 2, 2, 2, 1, false, false, foundOf(2, 0)},
		{"grain 1", defaults(3).with(single), large, 3, 0, 3, 2, false, false, 0},
		{"grain 1, alone", defaults(1).with(single), large, 1, 0, 1, 0, false, true, 0},
		{"adjacency arrays", defaults(3), rows, 3, 3, 3, 2, false, true, foundOf(3, 0)},
		{"a mapped heap", defaults(9), mapped, 9, 0, 9, 8, true, true, foundOf(0, 0)},
		{"a callback", defaults(9), calls, 9, 0, 9, 8, true, true, 0},
	} {
		p := For(c.o, c.f)
		require.Equal(t, []any{c.team, c.owners, c.useful, c.others, c.crowded, c.excludes, c.found},
			[]any{p.Team, p.Owners, p.Useful, p.Others, p.Crowded, p.Excludes, p.Pace.Found}, c.name)
	}
}

// TestWhoGivesWay is the table of who may find that owners are too many for what is grey, or not needed.
func TestWhoGivesWay(t *testing.T) {
	owner := func(o *Options) { o.Marking = tune.MarkingOwner }
	shared := func(o *Options) { o.Marking = tune.MarkingShared }
	some := Facts{Pace: withRefs(tune.LocalRefs), IDs: 1 << 27, Cursors: true, Processors: 64}
	for _, c := range []struct {
		o             Options
		f             Facts
		narrow, local bool
	}{
		{defaults(policy.NarrowOwners), large.on(64), false, false},
		{defaults(policy.NarrowOwners + 1), large.on(64), true, false},
		{defaults(policy.NarrowOwners + 1), large, false, false},
		{defaults(tune.DefaultOwners + 1), large.on(64), false, false},
		{defaults(8).with(owner), large.on(64), false, false},
		{defaults(8).with(shared), large.on(64), false, false},
		{defaults(8), dense.on(64), false, false},
		{defaults(2), some, false, false},
		{defaults(2), some.locks(), false, true},
		{defaults(8), some.locks(), true, true},
		{defaults(1), some.locks(), false, false},
		{defaults(2).with(owner), some.locks(), false, false},
		{defaults(2), many.locks(), false, true},
		{defaults(policy.NarrowOwners + 1), many, true, true},
		{defaults(policy.NarrowOwners), many, false, false},
		{defaults(policy.NarrowOwners + 1), dense.on(64), false, false},
		{defaults(policy.NarrowOwners + 1), sparse.on(64), true, true},
		{defaults(2), large.locks(), false, false},
	} {
		p := For(c.o, c.f)
		require.Equal(t, []bool{c.narrow, c.local}, []bool{p.IfNarrow, p.IfLocal}, "%+v", c)
	}
}

// TestWhoCloses is the table of the closing bit: owners who may mark alone, and one of whom can have a batch.
func TestWhoCloses(t *testing.T) {
	owner := func(o *Options) { o.Marking = tune.MarkingOwner }
	shared := func(o *Options) { o.Marking = tune.MarkingShared }
	recruit := func(n int) func(o *Options) { return func(o *Options) { o.Recruit = n } }
	for _, c := range []struct {
		name   string
		o      Options
		f      Facts
		closes bool
	}{
		{"one worker", defaults(1), large, false},
		{"two owners", defaults(2), large, true},
		{"a small heap", defaults(2), small, false},
		{"shared bits", defaults(2).with(shared), large, false},
		{"owners who are never alone", defaults(2).with(owner), large, false},
		{"owners who may be alone", defaults(2).with(owner).with(recruit(8192)), large, true},
		{"with a batch", defaults(2).with(recruit(policy.HungryBatchObjects)), large, true},
		{"with less", defaults(2).with(recruit(policy.HungryBatchObjects - 1)), large, false},
		{"a callback", defaults(9), calls, false},
	} {
		p := For(c.o, c.f)
		require.Equal(t, c.closes, p.Closes, c.name)
	}
}

// foundOf is when a second worker is woken.
func foundOf(owners, recruit int) int {
	p := among(policy.MemoryPace(math.MaxUint64), owners, recruit)
	return p.Found
}

// TestSpeculation is the table of who looks ahead.
func TestSpeculation(t *testing.T) {
	says := func(s tune.Speculation) func(*Options) { return func(o *Options) { o.Speculation = s } }
	auto, off, force := says(tune.SpeculationAuto), says(tune.SpeculationOff), says(tune.SpeculationForce)
	type plan struct {
		speculates, asks bool
		speculators      int
		objects          uint64
	}
	for _, c := range []struct {
		name string
		o    Options
		f    Facts
		want plan
	}{
		{"by default the marker alone", defaults(4), large, plan{true, false, 0, 1 << 26}},
		{"and helpers", defaults(4).with(auto), large, plan{true, false, policy.Speculators, 1 << 26}},
		{"as many as there are processors", defaults(4).with(auto), large.on(2), plan{true, false, 1, 1 << 26}},
		{"none without a processor", defaults(4).with(auto).with(func(o *Options) { o.Marking = tune.MarkingShared }), large.on(1), plan{true, false, 0, 1 << 26}},
		{"or are allowed", defaults(4).with(auto).with(func(o *Options) { o.Speculators = 1 }), large, plan{true, false, 1, 1 << 26}},
		{"as many as there are others", defaults(2).with(force), large, plan{true, false, 1, 1 << 26}},
		{"forced beyond the processors", defaults(4).with(force).with(func(o *Options) { o.Marking = tune.MarkingShared }), large.on(1), plan{true, false, policy.Speculators, 1 << 26}},
		{"never", defaults(4).with(off), large, plan{false, false, 0, 1 << 26}},
		{"not in a small heap", defaults(4).with(auto), small, plan{false, false, 0, 64}},
		{"but by force", defaults(4).with(force), small, plan{true, false, policy.Speculators, 64}},
		{"not where the user looks", defaults(4).with(force).with(func(o *Options) { o.Until = true }), large, plan{false, false, 0, 1 << 26}},
		{"not with grain 1", defaults(4).with(auto).with(func(o *Options) { o.Grain = 1 }), large, plan{false, false, 0, 1 << 26}},
		{"not where nobody is alone", defaults(4).with(auto).with(func(o *Options) { o.Marking = tune.MarkingOwner }), large, plan{false, false, 0, 1 << 26}},
		{"not in a mapped heap", defaults(4).with(force), mapped, plan{false, false, 0, 1 << 26}},
		{"in arrays each id is a node", defaults(4), rows, plan{true, false, 0, 1 << 20}},
		{"a callback is not asked by default", defaults(4), calls, plan{false, false, 0, 1 << 20}},
		{"but by helpers", defaults(4).with(auto), calls, plan{true, true, policy.Speculators, 1 << 20}},
		{"who need no processor", defaults(4).with(auto), calls.on(1), plan{true, true, policy.Speculators, 1 << 20}},
		{"of whom there are none", defaults(1).with(force), calls, plan{false, false, 0, 1 << 20}},
	} {
		p := For(c.o, c.f)
		require.Equal(t, c.want, plan{p.Speculates, p.Asks, p.Speculators, p.Objects}, c.name)
	}
}

// TestGates: a gate tries, unless no worker speculates or the user insists.
func TestGates(t *testing.T) {
	o := defaults(4)
	p := For(o, large)
	require.Equal(t, policy.NewGate(1<<26), p.Gate())
	p = For(o, small)
	require.Equal(t, policy.NeverSpeculates(), p.Gate())
	o.Speculation = tune.SpeculationForce
	p = For(o, small)
	require.Equal(t, policy.AlwaysSpeculates(), p.Gate())
	p = For(o, calls)
	require.True(t, p.Asks)
	require.Equal(t, policy.NeverSpeculates(), p.Gate())
}

// TestPlansAreSound goes through all choices and many machines: what one part of a plan says
// never contradicts another.
func TestPlansAreSound(t *testing.T) {
	plans := 0
	for _, f := range []Facts{small, large, rows, mapped, calls} {
		for _, processors := range []int{1, 2, 3, 8, 9, 64} {
			for _, workers := range []int{1, 2, 3, 8, 9, 33, 1024} {
				for marking := range tune.MarkingShared + 1 {
					for speculation := range tune.SpeculationForce + 1 {
						for bits := range 8 {
							o := Options{Workers: workers, Grain: 1 + bits&1*63, Tuning: tune.Tuning{Recruit: bits & 2, Marking: marking, Speculation: speculation}, Until: bits&4 > 0, Speculators: policy.Speculators}
							requireSound(t, o, f.on(processors))
							plans++
						}
					}
				}
			}
		}
	}
	t.Logf("%d plans", plans)
}

func requireSound(t *testing.T, o Options, f Facts) {
	p := For(o, f)
	for what, holds := range map[string]bool{
		"the team is of workers":              1 <= p.Team && p.Team <= o.Workers,
		"owners are the team":                 p.Owners == 0 || p.Owners == p.Team,
		"owners need batches":                 p.Owners < 2 || o.Grain > 1 && p.Pace.Computes && o.Marking != tune.MarkingShared,
		"owners wait for processors by force": p.Owners <= f.Processors || o.Marking == tune.MarkingOwner,
		"a lone worker excludes":              p.Team > 1 || p.Excludes,
		"everybody may be useful":             1 <= p.Useful && p.Useful <= o.Workers,
		"who speculates holds the bit":        !p.Speculates || p.Thins && p.Excludes && o.Speculation != tune.SpeculationOff,
		"only callbacks are asked":            !p.Asks || p.Speculates && f.Calls && p.Speculators > 0,
		"speculators are others":              0 <= p.Speculators && p.Speculators <= min(o.Speculators, max(0, p.Team-1)),
		"nobody helps where nobody may":       p.Speculates || p.Speculators == 0,
		"the user's wish counts":              o.Recruit == 0 || p.Pace.Found == o.Recruit && p.Pace.Patience == time.Duration(0),
		"one marks alone if asked for":        !Alone(o, f.Pace.With(o.Grain)) || p.Owners == 1,
	} {
		require.True(t, holds, "%s: %+v of %+v: %+v", what, o, f, p)
	}
}

// among is p among so many owners.
func among(p policy.Pace, owners, recruit int) policy.Pace {
	p.Among(owners, recruit)
	return p
}
