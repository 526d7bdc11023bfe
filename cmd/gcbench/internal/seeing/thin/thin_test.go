package thin

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// totals are the sums of a lane.
func totals(lane timeline.Lane) (n sums, last [2]uint32) {
	for _, s := range lane.Slices {
		for i, count := range []uint32{s.Objects, s.Attempts, s.Items, s.Harvested, s.Overflowed, s.Forwarded} {
			n[i] += uint64(count)
		}
		last = [2]uint32{s.Private, s.Deque}
	}
	return n, last
}

// randomLane has slices with gaps between some of them, and some of no length.
func randomLane(t *rapid.T, workers int) (lane timeline.Lane, end time.Duration) {
	lane.Dropped = rapid.Uint64().Draw(t, "dropped")
	for range rapid.IntRange(0, 8).Draw(t, "slices") {
		length := rapid.SampledFrom([]time.Duration{0, 1, 999, 20_000, 1e13})
		s := timeline.Slice{Begin: end + length.Draw(t, "gap")*time.Duration(rapid.IntRange(0, 1).Draw(t, "gaps")), Victim: -1}
		s.End = s.Begin + length.Draw(t, "length")
		s.Activity = timeline.Activity(rapid.Uint8Range(0, uint8(timeline.ActivitySpeculate)).Draw(t, "activity"))
		if s.Activity == timeline.ActivitySteal {
			s.Victim = rapid.Int32Range(-1, int32(workers)-1).Draw(t, "victim")
			s.Outcome = rapid.SampledFrom([]stealq.Outcome{stealq.Took, stealq.Empty, stealq.Lost}).Draw(t, "outcome")
		}
		count := rapid.Uint32Range(0, math.MaxUint32>>8) // so that all sums fit
		for _, n := range []*uint32{&s.Objects, &s.Attempts, &s.Items, &s.Harvested, &s.Overflowed, &s.Forwarded, &s.Private, &s.Deque} {
			*n = count.Draw(t, "count")
		}
		lane.Slices, end = append(lane.Slices, s), s.End
	}
	return lane, end
}

// TestThin: what is thinned is a valid timeline with the same totals, and no more slices than
// asked for, or one a lane.
func TestThin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := &timeline.Timeline{Lanes: make([]timeline.Lane, rapid.IntRange(1, 5).Draw(t, "workers")), Arrows: []timeline.Arrow{{Count: 3}}}
		for i := range line.Lanes {
			var end time.Duration
			line.Lanes[i], end = randomLane(t, len(line.Lanes))
			line.Duration = max(line.Duration, end)
		}
		most := rapid.IntRange(0, 20).Draw(t, "most")
		thin := Timeline(line, most)
		for _, l := range thin.Lanes {
			for i, s := range l.Slices {
				require.LessOrEqual(t, s.Begin, s.End)
				require.True(t, i == 0 || l.Slices[i-1].End <= s.Begin, "slices overlap")
			}
		}
		require.Equal(t, line.Arrows, thin.Arrows)
		require.LessOrEqual(t, total(thin), max(most, len(line.Lanes)))
		if total(line) <= most {
			require.Same(t, line, thin)
		}
		for i := range line.Lanes {
			was, lastWas := totals(line.Lanes[i])
			is, lastIs := totals(thin.Lanes[i])
			require.Equal(t, was, is)
			require.Equal(t, lastWas, lastIs)
			require.Equal(t, line.Lanes[i].Dropped, thin.Lanes[i].Dropped)
			if all, kept := line.Lanes[i].Slices, thin.Lanes[i].Slices; all != nil {
				require.Equal(t, all[0].Begin, kept[0].Begin)
				require.Equal(t, all[len(all)-1].End, kept[len(kept)-1].End)
			}
		}
	})
}

// lane makes slices of 1 µs each.
func lane(activities ...timeline.Activity) timeline.Lane {
	var l timeline.Lane
	for i, a := range activities {
		at := time.Duration(i) * 1000
		l.Slices = append(l.Slices, timeline.Slice{Begin: at, End: at + 1000, Activity: a, Victim: -1, Objects: 1})
	}
	return l
}

// TestJoined: the activity that took the most time names the slice, and a steal keeps the
// victim only if there was one.
func TestJoined(t *testing.T) {
	const scan, steal, look = timeline.ActivityScan, timeline.ActivitySteal, timeline.ActivityLook
	group := lane(scan, steal, look, steal).Slices
	group[1].Victim, group[1].Outcome = 2, stealq.Empty
	group[3].Victim, group[3].Outcome = 2, stealq.Lost
	assert.Equal(t, timeline.Slice{End: 4000, Activity: steal, Victim: 2, Outcome: stealq.Lost, Objects: 4}, join(group))
	group[3].Victim = 1
	assert.EqualValues(t, -1, join(group).Victim, "two victims")
	group[0].End = 2500
	assert.Equal(t, timeline.Slice{End: 4000, Activity: scan, Victim: -1, Objects: 4}, join(group), "the longest")
	assert.Equal(t, group[1], join(group[1:2]), "one slice stays as it is")
}

// TestThinKeepsWhatIsLong joins the short slices, and leaves long ones alone.
func TestThinKeepsWhatIsLong(t *testing.T) {
	l := lane(0, 1, 0, 1, 0, 1)
	l.Slices = append(l.Slices, timeline.Slice{Begin: 6000, End: 96_000, Activity: timeline.ActivitySleep, Victim: -1}, timeline.Slice{Begin: 96_000, End: 100_000, Victim: -1})
	thin := Timeline(&timeline.Timeline{Duration: 100_000, Lanes: []timeline.Lane{l}}, 4).Lanes[0].Slices
	require.Len(t, thin, 4)
	assert.Equal(t, l.Slices[6:], thin[2:])
}

// TestThinKeepsTotalsThatDoNotFit: slices whose sum does not fit into one stay apart.
func TestThinKeepsTotalsThatDoNotFit(t *testing.T) {
	l := lane(0, 0, 0)
	l.Slices[0].Attempts, l.Slices[1].Attempts = math.MaxUint32, 1
	thin := Timeline(&timeline.Timeline{Duration: 3000, Lanes: []timeline.Lane{l}}, 1).Lanes[0].Slices
	require.Len(t, thin, 2)
	assert.Equal(t, uint32(math.MaxUint32), thin[0].Attempts)
	assert.EqualValues(t, 1, thin[1].Attempts)
}
