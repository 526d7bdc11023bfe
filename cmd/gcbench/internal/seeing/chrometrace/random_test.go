package chrometrace

import (
	"cmp"
	"slices"
	"time"

	"pgregory.net/rapid"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// randomLane has slices with gaps between some of them, and some of no length.
func randomLane(t *rapid.T, workers int) (lane timeline.Lane, end time.Duration) {
	lane.Dropped = rapid.Uint64().Draw(t, "dropped")
	at := time.Duration(0)
	for range rapid.IntRange(0, 8).Draw(t, "slices") {
		length := rapid.SampledFrom([]time.Duration{0, 1, 999, 20_000, 1e13})
		at += length.Draw(t, "gap") * time.Duration(rapid.IntRange(0, 1).Draw(t, "gaps"))
		count := rapid.Uint32()
		s := timeline.Slice{
			Begin: at, End: at + length.Draw(t, "length"), Activity: rapid.Map(rapid.Uint8Range(0, uint8(timeline.ActivitySpeculate)), func(n uint8) timeline.Activity { return timeline.Activity(n) }).Draw(t, "activity"),
			Victim: -1, Attempts: count.Draw(t, "attempts"), Objects: count.Draw(t, "objects"), Items: count.Draw(t, "items"), Harvested: count.Draw(t, "harvested"),
			Overflowed: count.Draw(t, "overflowed"), Forwarded: count.Draw(t, "forwarded"), Private: count.Draw(t, "private"), Deque: count.Draw(t, "deque"),
		}
		if s.Activity == timeline.ActivitySteal {
			s.Victim = rapid.Int32Range(-1, int32(workers)-1).Draw(t, "victim")
			s.Outcome = rapid.SampledFrom([]stealq.Outcome{stealq.Took, stealq.Empty, stealq.Lost}).Draw(t, "outcome")
		}
		lane.Slices, at = append(lane.Slices, s), s.End
	}
	return lane, at
}

// moment draws a time within a slice of a worker who has one.
func moment(t *rapid.T, lanes []timeline.Lane, busy []int32) (worker int32, at time.Duration) {
	worker = rapid.SampledFrom(busy).Draw(t, "worker")
	s := rapid.SampledFrom(lanes[worker].Slices).Draw(t, "slice")
	return worker, time.Duration(rapid.Int64Range(int64(s.Begin), int64(s.End)).Draw(t, "at"))
}

var randomTimeline = rapid.Custom(func(t *rapid.T) *timeline.Timeline {
	workers := rapid.IntRange(1, 5).Draw(t, "workers")
	line := &timeline.Timeline{Lanes: make([]timeline.Lane, workers)}
	var busy []int32
	for i := range line.Lanes {
		var end time.Duration
		line.Lanes[i], end = randomLane(t, workers)
		line.Duration = max(line.Duration, end)
		if line.Lanes[i].Slices != nil {
			busy = append(busy, int32(i))
		}
	}
	if busy == nil {
		return line
	}
	for range rapid.IntRange(0, 6).Draw(t, "arrows") {
		a := timeline.Arrow{Kind: timeline.ArrowKind(rapid.IntRange(0, 1).Draw(t, "kind")), Count: rapid.Uint32().Draw(t, "count")}
		a.From, a.Sent = moment(t, line.Lanes, busy)
		a.To, a.Arrived = moment(t, line.Lanes, busy)
		if a.Sent > a.Arrived {
			a.From, a.Sent, a.To, a.Arrived = a.To, a.Arrived, a.From, a.Sent
		}
		line.Arrows = append(line.Arrows, a)
	}
	slices.SortStableFunc(line.Arrows, func(a, b timeline.Arrow) int { return cmp.Compare(a.Arrived, b.Arrived) })
	return line
})

var randomFile = rapid.Custom(func(t *rapid.T) *File {
	f := &File{
		Env:     schema.Env{CPU: rapid.String().Draw(t, "cpu"), CPUs: 2, Command: []string{"run"}},
		Command: rapid.SliceOf(rapid.String()).Draw(t, "command"),
	}
	for range rapid.IntRange(0, 3).Draw(t, "marks") {
		line := randomTimeline.Draw(t, "timeline")
		f.Marks = append(f.Marks, Mark{
			Facts:   schema.Facts{Shape: "list", Layout: "bfs", Seed: rapid.Uint64().Draw(t, "seed"), Objects: rapid.Uint64().Draw(t, "objects"), Heap: rapid.String().Draw(t, "heap")},
			Workers: len(line.Lanes), Choices: setting.ChoicesOf(mark.Options{Grain: 7}), Preset: rapid.SampledFrom([]string{"", "g1"}).Draw(t, "preset"),
			IdleNS: rapid.SliceOfN(rapid.Int64(), len(line.Lanes), len(line.Lanes)).Draw(t, "idle"), StarvedNS: 3, HoardedNS: rapid.Int64().Draw(t, "hoarded"), Timeline: line,
		})
	}
	return f
})
