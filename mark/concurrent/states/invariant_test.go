package states

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/concurrent"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// promises are where barriers promise an invariant. Yuasa's alone promise that of a snapshot, too.
var promises = []Setup{
	{Marking: Marking{Barrier: concurrent.Dijkstra, Scan: Mixed, Rescan: true, New: concurrent.AllocBlack}},
	{Marking: Marking{Barrier: concurrent.DijkstraLate, Scan: Mixed, Rescan: true}},
	{Marking: Marking{Barrier: concurrent.Steele, Scan: Mixed, Rescan: true, New: concurrent.AllocWhite}},
	{Marking: Marking{Barrier: concurrent.Yuasa, New: concurrent.AllocBlackInTime}, Snapshot: true},
	{Marking: Marking{Barrier: concurrent.YuasaLate, New: concurrent.AllocBlackInTime}, Snapshot: true},
	{Marking: Marking{Barrier: concurrent.YuasaSwap, Scan: First, New: concurrent.AllocBlackInTime}, Snapshot: true},
	{Marking: Marking{Barrier: concurrent.Hybrid, Scan: Mixed, New: concurrent.AllocBlack}},
	{Marking: Marking{Barrier: concurrent.HybridAny, Scan: Mixed, New: concurrent.AllocBlack}},
	{Marking: Marking{Barrier: concurrent.HybridAlways, Scan: Mixed, New: concurrent.AllocBlack}},
}

// requireKept: no state of a setup breaks what its barrier keeps, as far as it is searched.
func requireKept(t *testing.T, of Setup) {
	t.Helper()
	of.Invariant = of.Barrier.Keeps
	require.NotNil(t, of.Invariant)
	r := Search(of)
	require.Nil(t, r.Run, "%v, %v: %v", of.Barrier, of.Scan, r.Broken)
	require.Equal(t, of.Most == 0, r.Complete)
	t.Logf("| %v | %v | %d | %s | %d |", of.Barrier, of.Scan, of.Mutators, of.Invariant.Name, r.States)
}

// TestInvariants and TestSlowInvariants: what each barrier promises holds in all states in which mutators are between operations.
func TestInvariants(t *testing.T) {
	for _, at := range []int{1, 3} {
		of := promises[at]
		of.Mutators, of.New = 1, concurrent.NoAlloc
		requireKept(t, of)
	}
}

func TestSlowInvariants(t *testing.T) {
	tagged.Slow(t)
	for _, of := range promises {
		of.Mutators = 1
		requireKept(t, of)
		of.Mutators, of.Snapshot, of.New, of.Most = 2, of.Snapshot && of.Scan == Snap, concurrent.NoAlloc, 1_000_000
		requireKept(t, of)
	}
}

// TestInvariantsCanBreak: what a barrier does not promise, it breaks, also where it loses nothing.
func TestInvariantsCanBreak(t *testing.T) {
	for _, c := range []struct {
		of     Setup
		breaks *concurrent.Invariant // nil is that of a snapshot
		says   string
	}{
		{Setup{Marking: Marking{Barrier: concurrent.None}}, concurrent.Strong, "is black, and refers to"},
		{Setup{Marking: Marking{Barrier: concurrent.Yuasa}}, concurrent.Strong, "is black, and refers to"},
		{Setup{Marking: Marking{Barrier: concurrent.SteeleEarly, Rescan: true}}, concurrent.Strong, "is black, and refers to"},
		{Setup{Marking: Marking{Barrier: concurrent.None}}, concurrent.Weak, "hangs on nothing grey"},
		{Setup{Marking: Marking{Barrier: concurrent.Dijkstra, Rescan: true}}, concurrent.Weak, "the stack of mutator 0 is black, and has"},
		{Setup{Marking: Marking{Barrier: concurrent.Yuasa, Scan: Mixed}}, concurrent.Weak, "and hangs on nothing grey"},
		{Setup{Marking: Marking{Barrier: concurrent.Hybrid, Scan: Mixed, New: concurrent.AllocWhite}}, concurrent.Weak, "the stack of mutator 0 is black"},
		{Setup{Marking: Marking{Barrier: concurrent.Dijkstra, Rescan: true}}, nil, "was reachable when marking began"},
	} {
		c.of.Mutators, c.of.Invariant, c.of.Snapshot = 1, c.breaks, c.breaks == nil
		r := Search(c.of)
		if assert.NotNil(t, r.Run, "%v", c.of.Barrier) {
			assert.ErrorContains(t, r.Broken, c.says, "%v: %v", c.of.Barrier, r.Run)
		}
	}
}
