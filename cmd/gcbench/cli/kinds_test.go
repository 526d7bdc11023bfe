package cli

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// offered offers deques for the time of a test, which may not be parallel.
func offered(t *testing.T, deques ...*stealq.Kind) {
	t.Helper()
	before := slices.Clone(kinds)
	t.Cleanup(func() { kinds = before })
	require.NoError(t, offer(deques))
}

// A deque of a user's own is marked with, verified and listed wherever --queue is.
func TestDequeOfOnesOwn(t *testing.T) {
	mine := *stealq.Locked
	mine.Name = "mine"
	offered(t, &mine)
	table := mustRun(t, "run", "--shape", "tree", "--objects", "5000", "--queue", "stealhalf,mine", "--workers", "2", "--reps", "6")
	assert.Regexp(t, `tree +mine +2 `, table)
	assert.Regexp(t, `mine .*PASS`, mustRun(t, "verify", "--shape", "tree", "--objects", "2000", "--queue", "mine"))
	assert.Contains(t, mustRun(t, "run", "--help"), "central, mine")
	assert.Contains(t, mustRun(t, "stress", "--scenario", "tiny", "--rounds", "1"), "PASS")

	status, _, stderr := runCLI("run", "--queue", "yours")
	assert.Equal(t, session.ExitUsage, status)
	assert.Contains(t, stderr, `"yours" cannot be used: it must be stealhalf, abp, chaselev, split, rudolph, locked, central, mine or all`)
}

func TestOfferRefuses(t *testing.T) {
	taken := *stealq.Locked
	unnamed := stealq.Kind{New: stealq.Locked.New, Amounts: stealq.Locked.Amounts}
	for want, deque := range map[string]*stealq.Kind{
		"the Kind is nil": nil,
		"there are two kinds of deques named locked": &taken,
		`cannot be named ""`:                         &unnamed,
	} {
		before := len(kinds)
		require.ErrorContains(t, offer([]*stealq.Kind{deque}), want)
		require.Len(t, kinds, before)
	}
}
