package large

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// lessonMarks are the marks of some lessons, by the lesson's name.
func lessonMarks(t *testing.T, s *Simulator, names ...string) map[string][]*Mark {
	t.Helper()
	marks := map[string][]*Mark{}
	for _, l := range lessons() {
		if !slices.Contains(names, l.Name) {
			continue
		}
		for _, r := range l.Marks {
			r.Brief = true
			marks[l.Name] = append(marks[l.Name], asked(t, s, r))
		}
	}
	require.Len(t, marks, len(names))
	return marks
}

// faster is how many times as fast the first mark is.
func faster(marks []*Mark, i, j int) float64 { return ratio64(marks[j].Makespan, marks[i].Makespan) }

// TestLessons: what the page asks and answers about its lessons is so. The words are in
// texts.json of package play. TestSlowLessons has the lessons with larger marks.
func TestLessons(t *testing.T) {
	marks := lessonMarks(t, &Simulator{}, "hub", "grain", "half")
	require.EqualValues(t, 15_000, marks["hub"][1].Live)
	require.InDelta(t, 4.2, faster(marks["hub"], 1, 0), 0.3, "eight workers are four times as fast as one")
	require.EqualValues(t, 375, marks["hub"][2].Live)
	require.Less(t, marks["hub"][2].Speedup, 0.6)

	grain := marks["grain"]
	require.InDelta(t, 37, grain[0].Speedup, 0.5)
	require.InDelta(t, 4.1, grain[1].Speedup, 0.3)
	require.Greater(t, faster(grain, 1, 0), 1.3)
	require.Greater(t, faster(grain, 3, 2), 10., "one worker takes more than ten times as long")

	require.InDelta(t, 1./8, ratio64(int64(marks["half"][1].Steals), int64(marks["half"][0].Steals)), 0.01, "an eighth of the steals")
	require.InDelta(t, 1.25, faster(marks["half"], 1, 0), 0.04)
}

// TestSlowLessons is TestLessons for the other lessons.
func TestSlowLessons(t *testing.T) {
	tagged.Slow(t)
	var s Simulator
	marks := lessonMarks(t, &s, "list", "many", "owners", "ahead")
	sixteen, one, tree := marks["list"][0], marks["list"][1], marks["list"][2]
	require.Equal(t, 16, sixteen.Request.Workers)
	require.InDelta(t, 15./16, ratio64(sixteen.Starved, 16*sixteen.Makespan), 0.001, "fifteen are idle all the time")
	require.InDelta(t, 1, sixteen.Ceiling, 0.01)
	require.EqualValues(t, 1, sixteen.Peak)
	require.InDelta(t, 1, ratio64(one.Makespan, sixteen.Makespan), 0.01)
	require.Greater(t, tree.Peak, uint64(2000))

	many := marks["many"]
	require.InDelta(t, 5, many[0].Speedup, 0.3)
	require.Less(t, many[1].Speedup, many[0].Speedup)
	require.Less(t, many[2].Speedup, 0.5)
	require.Less(t, many[2].Steals, uint64(10))
	require.Greater(t, many[2].Empty, uint64(30_000))
	larger, finer := many[2].Request, many[2].Request
	larger.Objects, finer.Grain = MaxObjects, 1
	require.Greater(t, asked(t, &s, larger).Speedup, many[2].Speedup*1.4, "a larger heap helps")
	require.Less(t, asked(t, &s, finer).Makespan, many[2].Makespan*2/3, "a small grain helps")

	require.InDelta(t, 0.8, 1/faster(marks["owners"], 1, 0), 0.03, "four fifths of the time")
	require.InDelta(t, 8.6, 1/faster(marks["owners"], 3, 2), 0.3, "more than eight times as long")

	ahead := marks["ahead"]
	require.InDelta(t, 1, ahead[0].Ceiling, 0.01)
	require.Greater(t, ahead[1].Speedup, 2.5)
	require.Greater(t, ahead[2].Speedup, 4.)
	require.Positive(t, ahead[2].Harvested)
}

func ratio64(a, b int64) float64 { return float64(a) / float64(b) }
