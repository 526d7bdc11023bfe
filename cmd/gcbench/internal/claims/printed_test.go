package claims

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// TestPrintedRows: each row fails if what it calls ours has the printed line, if
// what it calls printed has not, and if a line that is said to cost no item does.
func TestPrintedRows(t *testing.T) {
	repaired := departure(0).form
	for _, r := range printedRows {
		t.Run(r.section, func(t *testing.T) {
			found := printedFails(r.scene, r.lines.form, oursExplored)
			assert.NoError(t, found.Err)
			assert.True(t, found.Holds, found.Measured)
			assert.Equal(t, found, printedFails(r.scene, r.lines.form, oursExplored), "not the same again")

			found = printedFails(r.scene, r.lines.form, r.lines.form)
			assert.False(t, found.Holds)
			assert.Contains(t, found.Measured, "ours fails")

			found = printedFails(r.scene, repaired, oursExplored)
			assert.False(t, found.Holds)
			assert.Contains(t, found.Measured, "does not fail")

			if r.scene.ranges {
				found = printedFails(r.scene, (r.lines | neverEmptyRange | narrowIndex).form, oursExplored)
				assert.False(t, found.Holds)
				assert.Contains(t, found.Measured, "but also")
			}
		})
	}
}

// TestEachPrintedLineOnce: a row has one line as printed, and no line is without.
func TestEachPrintedLineOnce(t *testing.T) {
	var all departure
	for _, r := range printedRows {
		require.Zero(t, all&r.lines, r.text)
		require.Zero(t, r.lines&(r.lines-1), r.text)
		all |= r.lines
	}
	require.EqualValues(t, shortTag<<1-1, all)
}

// TestShortestIsShortest: of all schedules, without any reduction, none with fewer
// steps fails, and none with as many steps and fewer preemptions.
func TestShortestIsShortest(t *testing.T) {
	checked, executions := 0, 0
	most, least := 50_000, 5 // executions of a row, rows in which they were enough
	if testing.Short() || raceDetector {
		most, least = 3_000, 2
	}
	for _, r := range printedRows {
		if len(r.scene.ops) > 2 { // too many schedules
			continue
		}
		_, length, preemptions, _ := r.scene.shortest(r.lines.form)
		var steps int
		rep := interleave.Explore(r.scene.program(r.lines.form, &steps, length-1), interleave.Options{Search: interleave.All, Executions: most})
		require.Nil(t, rep.Failure, r.text)
		if preemptions > 0 {
			fewer := interleave.Explore(r.scene.program(r.lines.form, &steps, length),
				interleave.Options{Search: interleave.Bounded, Preemptions: preemptions - 1})
			require.Nil(t, fewer.Failure, r.text)
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
