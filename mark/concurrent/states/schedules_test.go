//go:build interleave && !fullsize

package states

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/concurrent"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestSourceRepeatsEachLoss: what the search of states finds is a schedule of the source. And
// with the barrier that is safe there, or the scan, or the colour of new objects, no schedule of these scripts loses anything.
func TestSourceRepeatsEachLoss(t *testing.T) {
	for _, c := range []struct {
		loses, safe Marking
	}{
		{Marking{Barrier: concurrent.None}, Marking{Barrier: concurrent.Yuasa}},
		{Marking{Barrier: concurrent.None, Rescan: true}, Marking{Barrier: concurrent.Dijkstra, Rescan: true}},
		{Marking{Barrier: concurrent.Dijkstra, Scan: Mixed}, Marking{Barrier: concurrent.Dijkstra, Scan: Mixed, Rescan: true}},
		{Marking{Barrier: concurrent.Steele}, Marking{Barrier: concurrent.Steele, Rescan: true}},
		{Marking{Barrier: concurrent.SteeleEarly, Rescan: true}, Marking{Barrier: concurrent.Steele, Rescan: true}},
		{Marking{Barrier: concurrent.Yuasa, Scan: Mixed}, Marking{Barrier: concurrent.Yuasa, Scan: First}},
		{Marking{Barrier: concurrent.YuasaLate, Scan: Mixed}, Marking{Barrier: concurrent.YuasaLate, Scan: First}},
		{Marking{Barrier: concurrent.YuasaSwap, Scan: Mixed}, Marking{Barrier: concurrent.Hybrid, Scan: Mixed}},
		{Marking{Barrier: concurrent.Yuasa, New: concurrent.AllocWhite}, Marking{Barrier: concurrent.Yuasa, New: concurrent.AllocBlackInTime}},
		{Marking{Barrier: concurrent.Yuasa, New: concurrent.AllocBlack}, Marking{Barrier: concurrent.Yuasa, New: concurrent.AllocBlackInTime}},
		{Marking{Barrier: concurrent.YuasaSwap, Scan: First, New: concurrent.AllocBlack}, Marking{Barrier: concurrent.YuasaSwap, Scan: First, New: concurrent.AllocBlackInTime}},
		{Marking{Barrier: concurrent.Hybrid, Scan: Mixed, New: concurrent.AllocWhite}, Marking{Barrier: concurrent.Hybrid, Scan: Mixed, New: concurrent.AllocBlack}},
	} {
		r := Search(Setup{Marking: c.loses, Mutators: 1})
		require.NotNil(t, r.Run)
		lost := interleave.Explore(r.Replay(c.loses).Program(), interleave.Options{})
		require.NotNil(t, lost.Failure, "%v", c.loses)
		require.ErrorContains(t, lost.Failure.Err, "though a mutator can reach it")
		safe := r.Replay(c.safe)
		rep := interleave.Explore(safe.Program(), interleave.Options{})
		tagged.Passes(t, rep, "%v, %v, %v, against the script %v", c.safe.Barrier, c.safe.Scan, c.safe.New, safe.Scripts)
		t.Logf("| %v, %v, %v: loses after %d executions, %d steps | %v, %v | %d | %d |", c.loses.Barrier, c.loses.Scan, c.loses.New, lost.Executions, lost.Failure.Steps, c.safe.Barrier, c.safe.Scan, rep.Executions, rep.Longest)
	}
}

// TestSourceKeepsInvariants: in schedules of the source, too, each barrier keeps what it promises, whenever mutators are between
// operations. The schedules are some of all those of the scripts that break it where it does not promise that.
func TestSourceKeepsInvariants(t *testing.T) {
	for _, of := range promises {
		script := of
		script.Mutators, script.Barrier, script.Invariant, script.Snapshot = 1, withoutBarrier(of.Barrier), of.Barrier.Keeps, false
		r := Search(script)
		require.NotNil(t, r.Run)
		program := r.Replay(of.Marking).Program()
		looks, schedules := 0, some(program, 30)
		for _, schedule := range schedules {
			for end := range schedule {
				seen, err := interleave.Watch(program, schedule[:end])
				require.NoError(t, err)
				view := seen.Pictures[0].(*concurrent.View)
				if view.Quiet() {
					looks++
					require.NoError(t, of.Barrier.Keeps.Broken(view), "%v, schedule %s: %v", of.Barrier, schedule[:end], view)
				}
			}
		}
		require.Greater(t, looks, 100)
		t.Logf("| %v, %v | %s | %d schedules | %d looks |", of.Barrier, of.Scan, of.Barrier.Keeps.Name, len(schedules), looks)
	}
}

// withoutBarrier is a plain store for a marker that scans as this barrier wants it.
func withoutBarrier(b *concurrent.Barrier) *concurrent.Barrier {
	plain := *concurrent.None
	plain.Revisits = b.Revisits
	return &plain
}

// some are so many schedules of a program that does not fail, of all that can be told apart, with a letter for each step.
func some(p interleave.Program, most int) (schedules []string) {
	n := interleave.Explore(p, interleave.Options{}).Executions
	each, at := max(1, n/most), 0
	interleave.Explore(p, interleave.Options{Observe: func(e *interleave.Execution) {
		if at++; at%each == 0 {
			threads, _ := interleave.Steps(e.Schedule())
			var b strings.Builder
			for _, thread := range threads {
				b.WriteByte('a' + byte(thread))
			}
			schedules = append(schedules, b.String())
		}
	}})
	return schedules
}

// TestSourceIsTorn: two mutators tear a barrier that reads and stores in two steps, where stacks are scanned one by one. With an
// exchange all schedules pass. In both the first steps are given: the marker has scanned the stack of mutator 0, whose barrier
// has just read the field. Without them the loss is found as well, after 5 million executions.
func TestSourceIsTorn(t *testing.T) {
	const begins = "c2a2c3a2" // a and b are the mutators, and c is the marker
	explore := func(b *concurrent.Barrier) interleave.Report {
		return interleave.Explore(concurrent.Torn(b).Program(), interleave.Options{Prefix: begins})
	}
	torn := explore(concurrent.Yuasa)
	require.NotNil(t, torn.Failure)
	require.ErrorContains(t, torn.Failure.Err, "B is white, though a mutator can reach it")
	t.Logf("| yuasa, first, two mutators: loses after %d executions, %d steps |", torn.Executions, torn.Failure.Steps)
	tagged.Passes(t, explore(concurrent.YuasaSwap), "yuasa-swap, two mutators, stacks first, after %s", begins)
}
