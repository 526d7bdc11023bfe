package lanes

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/chrometrace"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/lanes/lanestest"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

const ms = time.Millisecond

func of(t *timeline.Timeline) chrometrace.Mark {
	return chrometrace.Mark{Facts: schema.Facts{Shape: "tree", Objects: 5500}, Workers: len(t.Lanes), Timeline: t}
}

func TestFixtureIsATimeline(t *testing.T) {
	require.NoError(t, chrometrace.Check(lanestest.TwoWorkers()))
}

func TestSummary(t *testing.T) {
	two := lanestest.TwoWorkers()
	require.Equal(t, "The mark took 10.0 ms. Its 2 workers were busy for 65 % of their time. Worker 1 slept for 60 % of the mark. "+
		"Worker 0 marked alone for the first 7.00 ms. 1 steal moved 12 items. 30 references were forwarded to the owners of their bits.", Summary(two))

	two.Lanes[1].Dropped = 3
	require.Contains(t, Summary(two), "The timeline lacks the first 3 slices of 1 worker")
	require.NotContains(t, Summary(two), "for the first 7", "what the lost slices were is not known")

	one := &timeline.Timeline{Duration: ms, Lanes: []timeline.Lane{lanestest.Lane(lanestest.Does(timeline.ActivityAlone, ms))}}
	require.Equal(t, "The mark took 1.00 ms. Its one worker was busy for 100 % of the time.", Summary(one))

	lone := &timeline.Timeline{Duration: ms, Lanes: []timeline.Lane{lanestest.Lane(lanestest.Does(timeline.ActivityAlone, ms)), lanestest.Lane(lanestest.Does(timeline.ActivitySpeculate, ms*6/10), lanestest.Does(timeline.ActivitySleep, ms*4/10)), lanestest.Lane(lanestest.Does(timeline.ActivityLook, 1), lanestest.Does(timeline.ActivitySteal, ms-1))}}
	require.Equal(t, "The mark took 1.00 ms. Its 3 workers were busy for 67 % of their time. "+
		"The idlest, worker 1, was idle for 100 % of the mark: it looked ahead along lists for 60 %, and slept for 40 %. Only worker 0 marked anything. No worker stole anything.", Summary(lone))

	brisk := &timeline.Timeline{Duration: ms, Lanes: []timeline.Lane{lanestest.Lane(lanestest.Does(timeline.ActivityScan, ms)), lanestest.Lane(lanestest.Does(timeline.ActivityLook, ms/101), lanestest.Does(timeline.ActivityScan, ms-ms/101))}}
	require.Contains(t, Summary(brisk), "No worker was idle for as much as 1 % of the mark.")

	thrice := &timeline.Timeline{Duration: 3 * ms, Lanes: []timeline.Lane{lanestest.Lane(lanestest.Does(timeline.ActivityAlone, ms), lanestest.Does(timeline.ActivityScan, ms), lanestest.Does(timeline.ActivityAlone, ms)), lanestest.Lane(lanestest.Does(timeline.ActivityLook, ms), lanestest.Does(timeline.ActivityPending, 2*ms))}}
	require.Contains(t, Summary(thrice), "Worker 0 marked alone for the first 1.00 ms. Later, one worker marked alone for another 33 % of the mark.")
}

func TestTotals(t *testing.T) {
	tab, unit := Table(lanestest.TwoWorkers())
	require.Equal(t, "ms", unit)
	var titles []string
	for i, c := range tab.Columns {
		titles = append(titles, c.Title)
		require.Equal(t, i == 0, c.Left, c.Title)
	}
	require.Equal(t, []string{"worker", "scan", "alone", "steal", "look", "sleep", "objects", "steals", "items stolen"}, titles)
	require.Equal(t, [][]string{
		{"0", "6.000", "3.000", "0.000", "1.000", "0.000", "5,500", "0", "0"},
		{"1", "3.000", "0.000", "1.000", "0.000", "6.000", "0", "1", "12"},
		{"all", "9.000", "3.000", "1.000", "1.000", "6.000", "5,500", "1", "12"},
	}, tab.Rows)
}

// A name cannot end the script.
func TestNamesAreText(t *testing.T) {
	m := of(lanestest.TwoWorkers())
	m.Shape = `</script><script>alert(1)</script><b>&`
	text, err := Data([]chrometrace.Mark{m})
	require.NoError(t, err)
	require.NotContains(t, text, "<")
}

// However much was recorded, a page stays small enough to send.
func TestManyMarksStaySmall(t *testing.T) {
	parts := make([]timeline.Slice, mostSlices)
	for i := range parts {
		parts[i] = lanestest.Does([]timeline.Activity{timeline.ActivityScan, timeline.ActivityLook}[i%2], time.Microsecond)
	}
	part := &timeline.Timeline{Duration: mostSlices * time.Microsecond, Lanes: []timeline.Lane{lanestest.Lane(parts...)}}
	text, err := Data(slices.Repeat([]chrometrace.Mark{of(part)}, 1+allSlices/mostSlices))
	require.NoError(t, err)
	_, shown, _ := strings.Cut(string(text), `"marks":`)
	slices := strings.Count(shown, "],[") // a row ends, and the next begins
	require.Greater(t, slices, allSlices/2)
	require.LessOrEqual(t, slices, allSlices, "of all marks")
}
