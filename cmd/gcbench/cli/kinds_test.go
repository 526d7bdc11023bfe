package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// offered offers deques for the time of a test, which may not be parallel.
func offered(t *testing.T, deques ...*stealq.Kind) {
	t.Helper()
	before := slices.Clone(setting.Kinds)
	t.Cleanup(func() { setting.Kinds = before })
	require.NoError(t, offer(deques))
}

// A deque of a user's own is marked with, verified and listed wherever --deque is.
func TestDequeOfOnesOwn(t *testing.T) {
	mine := *stealq.Locked
	mine.Name = "mine"
	offered(t, &mine)
	table := mustRun(t, "run", "--shape", "tree", "--objects", "5000", "--deque", "stealhalf,mine", "--workers", "2", "--reps", "6")
	assert.Regexp(t, `tree +mine +2 `, table)
	assert.Regexp(t, `mine .*PASS`, mustRun(t, "verify", "--shape", "tree", "--objects", "2000", "--deque", "mine"))
	assert.Contains(t, mustRun(t, "run", "--help"), "central, mine")
	assert.Contains(t, mustRun(t, "stress", "--scenario", "tiny", "--rounds", "1"), "PASS")

	status, _, stderr := runCLI("run", "--deque", "yours")
	assert.Equal(t, session.ExitUsage, status)
	assert.Contains(t, stderr, `"yours" cannot be used: it must be stealhalf, abp, chaselev, split, rudolph, locked, central, mine or all`)
}

// uncounted is a deque that counts nothing.
type uncounted struct {
	stealq.Deque
	none stealq.Counters
}

func (d *uncounted) Counters() *stealq.Counters { return &d.none }

func (d *uncounted) Steal(victim stealq.Deque, amount stealq.Amount) (int, stealq.Outcome) {
	return d.Deque.Steal(victim.(*uncounted).Deque, amount)
}

// A figure that a user's deque has not counted is not known, and not 0: in the table and in CSV.
// Figures that it has counted are there.
func TestDequeWithoutCounters(t *testing.T) {
	counts, silent := *stealq.Locked, *stealq.Locked
	counts.Name, silent.Name = "counts", "silent"
	silent.New = func(deques, capacity int) []stealq.Deque {
		all := stealq.Locked.New(deques, capacity)
		for i := range all {
			all[i] = &uncounted{Deque: all[i]}
		}
		return all
	}
	offered(t, &counts, &silent)
	file := filepath.Join(t.TempDir(), "run.csv")
	table := mustRun(t, "run", "--shape", "tree", "--objects", "5000", "--deque", "counts,silent", "--grain", "1", "--workers", "2", "--reps", "6", "--csv", file)
	assert.Regexp(t, `\n\S+ +silent .* - +- +- +- *\n`, table)
	assert.NotRegexp(t, `\n\S+ +counts .* - +- +`, table)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	lines := strings.Split(string(text), "\n")
	titles := strings.Split(lines[0], ",")
	for i, silent := range []bool{false, true} {
		cells := strings.Split(lines[1+i], ",")
		for _, column := range strings.Fields("steals items_stolen steal_empty steal_lost cas cas_failed rmw stores") {
			assert.Equal(t, silent, cells[slices.Index(titles, column)] == "", "%s of %v", column, cells)
		}
	}
}

func TestOfferRefuses(t *testing.T) {
	taken := *stealq.Locked
	unnamed := stealq.Kind{New: stealq.Locked.New, Amounts: stealq.Locked.Amounts}
	for want, deque := range map[string]*stealq.Kind{
		"the Kind is nil": nil,
		"there are two kinds of deques named locked": &taken,
		`cannot be named ""`:                         &unnamed,
	} {
		before := len(setting.Kinds)
		require.ErrorContains(t, offer([]*stealq.Kind{deque}), want)
		require.Len(t, setting.Kinds, before)
	}
}
