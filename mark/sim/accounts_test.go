package sim

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/virtual"
	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// A heap and costs are made for each wall, so that this wall holds the mark.
func TestHeldBy(t *testing.T) {
	shared := tune.Tuning{Marking: tune.MarkingShared, Recruit: 1}
	owner := tune.Tuning{Marking: tune.MarkingOwner}
	spins := tune.Tuning{Marking: tune.MarkingShared, Recruit: 1, Idle: tune.IdleSpin}
	off, force := tune.SpeculationOff, tune.SpeculationForce
	sharedOff := shared
	sharedOff.Speculation = off
	for _, c := range []struct {
		wall    Account
		shape   string
		options mark.Options
		costs   func(*costs.Costs) // what changes
	}{
		{ForMemory, "list", mark.Options{Workers: 1, Tuning: tune.Tuning{Speculation: off}}, nil},
		{ForClaims, "random", mark.Options{Workers: 2, Tuning: shared}, func(c *costs.Costs) { c.Claim = 1000 }},
		{ForCursors, "list", mark.Options{Workers: 1, Tuning: tune.Tuning{Speculation: force}}, func(c *costs.Costs) { c.Cursor = 10_000 }},
		{ForDeques, "tree", mark.Options{Workers: 2, Grain: 1, Tuning: shared}, func(c *costs.Costs) { c.Push = 1000 }},
		{ForStealing, "tree", mark.Options{Workers: 128, Tuning: spins}, func(c *costs.Costs) { c.Wake, c.WakeDelay = 0, 0 }},
		{ForWakeUps, "wide", mark.Options{Workers: 64, Tuning: shared}, func(c *costs.Costs) { c.Wake = 100_000 }},
		{ForMail, "random", mark.Options{Workers: 4, Tuning: owner}, func(c *costs.Costs) { c.Slot = 100_000 }},
		{ForFrontier, "list", mark.Options{Workers: 4, Tuning: sharedOff}, nil},
		{ForAlone, "random", mark.Options{Workers: 16, Tuning: tune.Tuning{Marking: tune.MarkingShared, Recruit: 1 << 20}}, nil},
		{ForSharing, "deep", mark.Options{Workers: 2, Tuning: sharedOff}, nil},
		{ForOwners, "random", mark.Options{Workers: 256, Tuning: owner}, nil},
		{ForTermination, "tree", mark.Options{Workers: 64, Tuning: shared}, func(c *costs.Costs) { c.Look = 1_000_000 }},
	} {
		t.Run(c.wall.String(), func(t *testing.T) {
			costs := costs.Default()
			if c.costs != nil {
				c.costs(&costs)
			}
			r, err := Run(t.Context(), Built(t, c.shape, 20_000), Config{Options: c.options, Costs: costs})
			require.NoError(t, err)
			wall, share := r.Accounts.HeldBy()
			require.Equal(t, c.wall.String(), wall.String(), "%v", r.Accounts)
			require.Greater(t, share, 0.25)
			require.LessOrEqual(t, share, 1.)
		})
	}
}

// Whichever worker scans an object, and however often others look for it: the scans take
// as long as the bound says, once for each object.
func TestScansAreTheWork(t *testing.T) {
	usual := costs.Default()
	usual.Miss, usual.Chunk = 0, 0 // these are no scans
	for _, name := range []string{"list", "wide", "random", "arrays"} {
		h := Built(t, name, 3000)
		bound, err := costs.Bounds(t.Context(), h, usual)
		require.NoError(t, err)
		for _, o := range []mark.Options{{Workers: 1}, {Workers: 9, Tuning: tune.Tuning{Marking: tune.MarkingOwner}}, {Workers: 100, Grain: 1}, {Workers: 3, Tuning: tune.Tuning{Speculation: tune.SpeculationForce}}} {
			r, err := Run(t.Context(), h, Config{Options: o, Costs: usual})
			require.NoError(t, err)
			require.Equal(t, bound.Work, r.Accounts[ForScans], "%s, %+v", name, o)
		}
	}
}

// Where the time of workers without work goes, in situations that are made by hand. Eight workers
// take part, of ten, for one nanosecond.
func TestWhatIdleWorkersWaitFor(t *testing.T) {
	for _, c := range []struct {
		name   string
		does   Account // what the workers with work do
		works  int     // so many of them
		search int     // workers that search
		watch  int     // workers that watch; the others are on their way from sleep
		grey   int
		onWay  int
		change func(*situation)
		want   map[Account]int
	}{
		{"nothing is left", ForScans, 0, 3, 5, 0, 0, nil, map[Account]int{ForTermination: 8}},
		{"one list", ForMemory, 1, 0, 7, 1, 0, nil, map[Account]int{ForFrontier: 7}},
		{"few are grey, and somebody wakes", ForWakeUps, 1, 0, 7, 1, 0, nil, map[Account]int{ForWakeUps: 7}},
		{"one scans, one marks with locks", ForClaims, 2, 0, 6, 2, 0, func(s *situation) { s.doing[ForClaims], s.doing[ForScans] = 1, 1 }, map[Account]int{ForClaims: 3, ForFrontier: 3}},
		{"one has all", ForScans, 1, 0, 7, 100, 0, nil, map[Account]int{ForSharing: 7}},
		{"one has all, and shows it", ForScans, 1, 0, 7, 100, 0, func(s *situation) { s.shared = true }, map[Account]int{ForWakeUps: 7}},
		{"one has some", ForScans, 1, 0, 7, 4, 0, nil, map[Account]int{ForSharing: 3, ForFrontier: 4}},
		{"a huge object is open", ForScans, 1, 0, 7, 0, 0, func(s *situation) { s.chunks, s.shared = 6, true }, map[Account]int{ForWakeUps: 5, ForFrontier: 2}},
		{"one has all and may keep it", ForScans, 1, 0, 7, 20, 0, func(s *situation) { s.alone, s.hoarders = true, 1 }, map[Account]int{ForAlone: 7}},
		{"one has some and may keep it", ForScans, 1, 0, 7, 4, 0, func(s *situation) { s.alone = true }, map[Account]int{ForAlone: 3, ForFrontier: 4}},
		{"some search for what there is", ForScans, 2, 3, 0, 100, 0, nil, map[Account]int{ForStealing: 3, ForWakeUps: 3}},
		{"all search or come", ForScans, 0, 3, 0, 2, 0, nil, map[Account]int{ForWakeUps: 8}},
		{"mail is on its way", ForScans, 1, 0, 7, 1, 5, nil, map[Account]int{ForMail: 5, ForFrontier: 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &situation{workers: 10, part: 8, grey: c.grey, mail: c.onWay, doing: &[virtual.Activities]int{
				virtual.Searches: c.search, virtual.Looks: c.watch, virtual.Comes: 8 - c.works - c.search - c.watch, virtual.Sleeps: 2,
			}}
			s.doing[c.does] = c.works
			if c.change != nil {
				c.change(s)
			}
			var got, want Accounts
			got.charge(s, 1)
			want[ForOwners] = 2
			for on, n := range c.want {
				want[on] = time.Duration(n)
			}
			require.Equal(t, want, got)
		})
	}
}

// TestTheWorkHoldsNothing: what holds a mark is never the scans, however much they take.
func TestTheWorkHoldsNothing(t *testing.T) {
	wall, share := (&Accounts{ForScans: 8, ForMail: 2}).HeldBy()
	require.Equal(t, ForMail, wall)
	require.InDelta(t, 0.2, share, 1e-9)
	wall, share = (&Accounts{ForScans: 8}).HeldBy()
	require.NotEqual(t, ForScans, wall)
	require.Zero(t, share)
}

// TestKeptComesBeforeMail: a worker for which another keeps a grey object does not wait for the
// mail, too. So no worker is charged twice, and no account falls.
func TestKeptComesBeforeMail(t *testing.T) {
	for grey, mail := range map[int]time.Duration{1: 2, 2: 2, 3: 1, 4: 0, 9: 0} {
		s := &situation{workers: 5, part: 4, grey: grey, mail: 2, doing: &[virtual.Activities]int{virtual.Scans: 1, virtual.Sleeps: 4}}
		var a Accounts
		a.charge(s, 1)
		require.Equal(t, mail, a[ForMail], "%d grey", grey)
		require.EqualValues(t, 1, a[ForOwners])
		sum := time.Duration(0)
		for _, d := range a {
			require.GreaterOrEqual(t, d, time.Duration(0), "%d grey", grey)
			sum += d
		}
		require.EqualValues(t, 4, sum, "all but the one that scans")
	}
}
