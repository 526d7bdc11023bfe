package rows

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/lanes/lanestest"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

const ms = time.Millisecond

// The script reads all that the timeline has.
func TestDataIsComplete(t *testing.T) {
	two := lanestest.TwoWorkers()
	text, err := json.Marshal(Of([]Mark{OfMark("tree", two, 1000)}))
	require.NoError(t, err)
	var d Data
	require.NoError(t, json.Unmarshal(text, &d))
	m := d.Marks[0]
	require.EqualValues(t, two.Duration, m.Duration)
	for i, l := range two.Lanes {
		require.Len(t, m.Lanes[i].Slices, len(l.Slices))
		now := time.Duration(0)
		for j := range l.Slices {
			s, row := &l.Slices[j], m.Lanes[i].Slices[j]
			row = append(row, make([]int64, len(sliceColumns)-len(row))...)
			require.Equal(t, s.Begin, now+time.Duration(row[0]))
			now = s.End
			for k, c := range sliceColumns[1:] {
				require.Equal(t, c.of(s), row[k+1], c.name)
			}
		}
	}
	require.Equal(t, [][]int64{{int64(7 * ms), int64(ms), 0, 1, 12}, {int64(2 * ms), int64(2 * ms), 0, 1, 30, 1}}, m.Arrows)
	require.Equal(t, "sleep", d.Activities[timeline.ActivitySleep])
	require.False(t, timeline.Activity(d.FirstIdle-1).Idle())
	require.True(t, timeline.Activity(d.FirstIdle).Idle())
}

// Each column has the field of its name. A victim is its number and 1, as 0 is no victim.
func TestColumns(t *testing.T) {
	s := timeline.Slice{Begin: 1, End: 3, Activity: timeline.ActivitySteal, Outcome: stealq.Lost, Victim: 3, Attempts: 5, Objects: 6, Items: 7, Harvested: 8, Overflowed: 9, Forwarded: 10, Private: 11, Deque: 12}
	has := map[string]int64{}
	for i, n := range sliceRows([]timeline.Slice{s})[0] {
		has[sliceColumns[i].name] = n
	}
	require.Equal(t, map[string]int64{"gap": 1, "duration": 2, "activity": int64(timeline.ActivitySteal), "outcome": int64(stealq.Lost), "asked": 4, "attempts": 5,
		"objects": 6, "items": 7, "harvested": 8, "overflowed": 9, "forwarded": 10, "private": 11, "deque": 12}, has)
}

// However much was recorded, there are not too many slices and arrows to draw.
func TestLongMarksStaySmall(t *testing.T) {
	busy := &timeline.Timeline{Duration: 60_000 * time.Microsecond, Lanes: make([]timeline.Lane, 2)}
	for i := range busy.Lanes {
		var all []timeline.Slice
		for j := range 60_000 {
			all = append(all, lanestest.Does([]timeline.Activity{timeline.ActivityScan, timeline.ActivityLook}[j%2], time.Microsecond))
		}
		busy.Lanes[i] = lanestest.Lane(all...)
	}
	for i := range 30_000 {
		at := time.Duration(i) * time.Microsecond
		busy.Arrows = append(busy.Arrows, timeline.Arrow{Kind: timeline.ArrowKind(i % 4 / 3), From: 0, To: 1, Sent: at, Arrived: at, Count: 1})
	}
	d := OfMark("", busy, 1000)
	require.LessOrEqual(t, len(d.Lanes[0].Slices)+len(d.Lanes[1].Slices), 1000)
	require.LessOrEqual(t, len(d.Arrows), mostArrows)
	require.Equal(t, len(busy.Arrows), len(d.Arrows)+d.Left)
	require.True(t, d.Joined)
	require.False(t, OfMark("", lanestest.TwoWorkers(), 1000).Joined)

	kept := fewer(busy.Arrows, 25_000)
	require.Len(t, kept, 25_000)
	steals := 0
	for _, a := range kept {
		if a.Kind == timeline.ArrowSteal {
			steals++
		}
	}
	require.Equal(t, 22_500, steals, "steals stay as long as they can")
	require.Greater(t, kept[len(kept)-1].Sent, 29_990*time.Microsecond, "what stays is spread over the mark")
}
