package papers

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/printed"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestPrintedRows: each row fails if what it calls ours has the printed line, if
// what it calls printed has not, and if a line that is said to cost no item does.
func TestPrintedRows(t *testing.T) {
	ours := printed.StealHalf(0)
	for _, r := range printedRows {
		t.Run(r.section, func(t *testing.T) {
			found := r.measure(printed.StealHalf(r.wrong), ours)
			assert.NoError(t, found.Err)
			assert.True(t, found.Holds, found.Measured)
			assert.Equal(t, found, r.measure(printed.StealHalf(r.wrong), ours), "not the same again")

			found = r.measure(printed.StealHalf(r.wrong), printed.StealHalf(r.wrong))
			assert.False(t, found.Holds)
			assert.Contains(t, found.Measured, "ours fails")
			assert.NotEmpty(t, found.Play)

			found = r.measure(ours, ours)
			assert.False(t, found.Holds)
			assert.Contains(t, found.Measured, "does not fail")

			if r.ranges {
				found = r.measure(printed.StealHalf(r.wrong|printed.NeverEmptyRange|printed.NarrowIndex), ours)
				assert.False(t, found.Holds)
				assert.Contains(t, found.Measured, "but also")
				assert.NotEmpty(t, found.Play)
			}
		})
	}
}

// TestPlayedRows: each schedule on the page stands below the list of its section, as a command
// that plays the row's scene over the printed form, and nothing else does.
func TestPlayedRows(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "..", "docs", "claims.md"))
	require.NoError(t, err)
	var results []claims.Result
	for _, r := range printedRows {
		s := r.scene
		s.Form, s.ItemsOnly = printed.StealHalf(r.wrong), !r.ranges
		found := r.measure(s.Form, printed.StealHalf(0))
		link, schedule, _ := strings.Cut(strings.TrimPrefix(found.Play, "gcbench play '"), "@")
		require.Equal(t, s.Link(), link)
		require.Contains(t, found.Measured, " schedule "+strings.TrimSuffix(schedule, "'")+", ")
		results = append(results, claims.Result{}, claims.Result{Play: found.Play})
	}
	require.Contains(t, string(page), claims.Playable(results))
	require.Equal(t, 2, strings.Count(string(page), claims.Playing))
	require.Empty(t, claims.Playable(make([]claims.Result, 2)))
}

// TestSlowPlayedRange: so does the schedule of the section about ranges.
func TestSlowPlayedRange(t *testing.T) {
	tagged.Slow(t)
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "..", "docs", "claims.md"))
	require.NoError(t, err)
	require.Contains(t, string(page), claims.Playable([]claims.Result{{Play: exploredPairs(true).Play}}))
}

// TestEachPrintedLineOnce: a row has one line as printed, and no line is without.
func TestEachPrintedLineOnce(t *testing.T) {
	var all printed.Lines
	for _, r := range printedRows {
		require.Zero(t, all&r.wrong, r.text)
		require.Zero(t, r.wrong&(r.wrong-1), r.text)
		all |= r.wrong
	}
	require.EqualValues(t, printed.AllPrinted, all)
}

// TestShortestIsShortest: of all schedules, without any reduction, none with fewer
// steps fails, and none with as many steps and fewer preemptions.
func TestShortestIsShortest(t *testing.T) { shortestIsShortest(t, 3_000, 2) }

// TestSlowShortestIsShortest: the same of more rows.
func TestSlowShortestIsShortest(t *testing.T) {
	tagged.Slow(t)
	shortestIsShortest(t, 50_000, 5)
}

// shortestIsShortest needs so many executions of a row at most, and so many rows in which they are enough.
func shortestIsShortest(t *testing.T, most, least int) {
	checked, executions := 0, 0
	for _, r := range printedRows {
		if len(r.scene.Ops) > 2 { // too many schedules
			continue
		}
		s := r.scene
		s.Form, s.ItemsOnly = printed.StealHalf(r.wrong), !r.ranges
		found := s.Shortest()
		rep := interleave.Explore(s.Within(found.Steps-1), interleave.Options{Search: interleave.All, Executions: most})
		require.NoError(t, rep.Err(), r.text)
		if found.Preemptions > 0 {
			fewer := interleave.Explore(s.Within(found.Steps),
				interleave.Options{Search: interleave.Bounded, Preemptions: found.Preemptions - 1})
			require.NoError(t, fewer.Err(), r.text)
			require.True(t, fewer.Complete)
		}
		if rep.Complete {
			checked++
			executions += rep.Executions
		}
	}
	t.Logf("%d rows, %d executions", checked, executions)
	require.GreaterOrEqual(t, checked, least)
}
