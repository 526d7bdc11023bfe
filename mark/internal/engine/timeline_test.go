//go:build !interleave

package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// timelineOptions are choices under which workers do everything that a slice can say.
var timelineOptions = map[string]Options{
	"default":       {},
	"speculation":   {Tuning: tune.Tuning{Speculation: tune.SpeculationForce}},
	"shared bits":   {Tuning: tune.Tuning{Marking: tune.MarkingShared}},
	"owned bits":    {Tuning: tune.Tuning{Marking: tune.MarkingOwner, Recruit: 1}},
	"overflow":      {Capacity: stealq.MinCapacity, Grain: 4, Tuning: tune.Tuning{Marking: tune.MarkingShared, Recruit: 1}},
	"no pool":       {Capacity: stealq.MinCapacity, Grain: 4, OverflowBlocks: tune.NoPool, Tuning: tune.Tuning{Marking: tune.MarkingShared, Recruit: 1}},
	"probabilistic": {Tuning: tune.Tuning{Steal: tune.StealProbabilistic, Amount: stealq.One, Recruit: 1}},
	"balance":       {Deque: stealq.Rudolph, Tuning: tune.Tuning{Steal: tune.StealFactor, Recruit: 1}},
	"one queue":     {Deque: stealq.Central},
	"grain 1":       {Grain: 1, Tuning: tune.Tuning{Idle: tune.IdleSpin}},
}

func buildShape(t *testing.T, name string, objects uint64) *heap.Heap {
	t.Helper()
	s, err := shape.Parse(name)
	require.NoError(t, err)
	h, err := s.Build(shape.Params{Objects: objects, Seed: 1})
	require.NoError(t, err)
	return h
}

// TestTimelineAgreesWithTheStatistics checks each slice, and that together they say what the
// statistics say.
func TestTimelineAgreesWithTheStatistics(t *testing.T) {
	for _, name := range []string{"list", "tree", "random", "wide"} {
		h := buildShape(t, name, 8_000)
		for what, o := range timelineOptions {
			for _, workers := range []int{1, 2, 4} {
				o.Workers, o.Timeline, o.OverflowBlocks = workers, 1<<14, cmp.Or(o.OverflowBlocks, smallPool)
				t.Run(fmt.Sprintf("%s/%s/%d", name, what, workers), func(t *testing.T) {
					m, err := New(o)
					require.NoError(t, err)
					defer m.Close()
					for range 2 { // a Marker is used again
						r, err := m.MarkHeap(context.Background(), h)
						require.NoError(t, err)
						checkTimeline(t, r)
					}
				})
			}
		}
	}
}

func checkTimeline(t *testing.T, r *HeapResult) {
	t.Helper()
	line := r.Timeline()
	require.Equal(t, r.Stats.Duration, line.Duration)
	require.Len(t, line.Lanes, len(r.Stats.Workers))
	stolen, took, dropped := uint64(0), uint64(0), uint64(0)
	for id := range line.Lanes {
		dropped += line.Lanes[id].Dropped
		checkLane(t, &line.Lanes[id], &r.Stats.Workers[id], line.Duration)
	}
	forwarded := uint64(0)
	for i, a := range line.Arrows {
		checkArrow(t, line, a)
		require.True(t, i == 0 || line.Arrows[i-1].Arrived <= a.Arrived)
		if a.Kind == timeline.ArrowSteal {
			stolen += uint64(a.Count)
			took++
		} else {
			forwarded += uint64(a.Count)
		}
	}
	if sum := r.Stats.Sum(); dropped == 0 {
		require.Equal(t, [2]uint64{sum.Deque.Took, sum.Deque.ItemsStolen}, [2]uint64{took, stolen})
		require.LessOrEqual(t, forwarded, sum.RefsReceived) // a worker may take back what it has sent itself
	}
}

// covers reports whether a worker with that lane has a slice at that time.
func covers(l *timeline.Lane, at time.Duration) bool {
	return len(l.Slices) > 0 && l.Slices[0].Begin <= at && at <= l.Slices[len(l.Slices)-1].End
}

// checkArrow checks that both workers have a slice that says the same.
func checkArrow(t *testing.T, line *timeline.Timeline, a timeline.Arrow) {
	t.Helper()
	require.NotEqual(t, a.From, a.To)
	require.LessOrEqual(t, a.Sent, a.Arrived)
	require.True(t, covers(&line.Lanes[a.From], a.Sent) && covers(&line.Lanes[a.To], a.Arrived))
	says := func(worker int32, at time.Duration, yes func(*timeline.Slice) bool) bool {
		return slices.ContainsFunc(line.Lanes[worker].Slices, func(s timeline.Slice) bool { return s.Begin <= at && at <= s.End && yes(&s) })
	}
	switch a.Kind {
	case timeline.ArrowForward:
		require.True(t, says(a.From, a.Sent, func(s *timeline.Slice) bool { return s.Forwarded > 0 }), a)
		require.True(t, says(a.To, a.Arrived, func(s *timeline.Slice) bool { return s.Items > 0 }), a)
	case timeline.ArrowSteal:
		took := func(thief, victim int32) bool {
			return says(thief, a.Arrived, func(s *timeline.Slice) bool {
				return s.Activity == timeline.ActivitySteal && s.Outcome == stealq.Took && s.Victim == victim && s.Begin == a.Sent && s.Attempts == 1
			})
		}
		gave := took(a.From, a.To) // a deque that evens out may give
		require.True(t, gave || took(a.To, a.From), a)
		require.True(t, gave || says(a.To, a.Arrived, func(s *timeline.Slice) bool { return s.Begin == a.Sent && s.Items == a.Count }), a)
	}
}

// checkLane checks what one worker has written down.
func checkLane(t *testing.T, l *timeline.Lane, s *stats.Worker, until time.Duration) {
	t.Helper()
	if l.Dropped > 0 { // a worker that spins may begin and end work very often
		require.Len(t, l.Slices, 1<<14)
		return
	}
	var sum timeline.Slice
	attempts, idle, at := uint64(0), time.Duration(0), time.Duration(0)
	for _, one := range l.Slices {
		require.Equal(t, at, one.Begin, "slices neither overlap nor leave gaps")
		require.Greater(t, one.End, one.Begin)
		require.Equal(t, one.Activity == timeline.ActivitySteal, one.Victim >= 0, one.Activity)
		at = one.End
		sum.Objects += one.Objects
		sum.Harvested += one.Harvested
		sum.Overflowed += one.Overflowed
		sum.Forwarded += one.Forwarded
		if one.Activity.Idle() {
			idle += one.End - one.Begin
		}
		if one.Activity != timeline.ActivityScan && one.Activity != timeline.ActivityAlone {
			require.Zero(t, one.Objects, one.Activity)
		}
		if one.Activity == timeline.ActivitySteal {
			attempts += uint64(one.Attempts)
		}
	}
	require.Equal(t, until, at)
	require.Equal(t, s.Idle, idle)
	require.Equal(t, s.Deque.Steals, attempts)
	require.Equal(t, [4]uint64{s.Scanned, s.ObjectsHarvested, s.BlocksOverflowed + s.PendingAdded, s.RefsForwarded},
		[4]uint64{uint64(sum.Objects), uint64(sum.Harvested), uint64(sum.Overflowed), uint64(sum.Forwarded)})
}

// TestSlowTimelineShowsEachActivity demands that each activity occurs, and that some follow others, so
// that the test above checks all there is.
func TestSlowTimelineShowsEachActivity(t *testing.T) {
	tagged.Slow(t)
	missing := map[string]bool{"sleep again": true, "look after speculate": true, "references forwarded": true}
	for a := range timeline.ActivitySpeculate + 1 {
		missing[a.String()] = true
	}
	for try := 0; try < 200 && len(missing) > 0; try++ {
		for _, o := range timelineOptions {
			o.Workers, o.Timeline = 2, 1<<14
			r, err := Heap(context.Background(), buildShape(t, []string{"list", "tree", "random"}[try%3], 60_000), o)
			require.NoError(t, err)
			for _, l := range r.Timeline().Lanes {
				before := timeline.ActivitySleep
				for _, s := range l.Slices {
					delete(missing, s.Activity.String())
					switch {
					case s.Activity == timeline.ActivitySleep && before != timeline.ActivitySleep:
						delete(missing, "sleep again")
					case s.Activity == timeline.ActivityLook && before == timeline.ActivitySpeculate:
						delete(missing, "look after speculate")
					}
					before = s.Activity
				}
			}
			if sum := r.Stats.Sum(); sum.RefsReceived > 0 && forwardedIn(r.Timeline()) == sum.RefsReceived {
				delete(missing, "references forwarded")
			}
		}
	}
	require.Empty(t, missing)
}

// forwardedIn is how many references arrows have brought.
func forwardedIn(line *timeline.Timeline) (n uint64) {
	for _, a := range line.Arrows {
		if a.Kind == timeline.ArrowForward {
			n += uint64(a.Count)
		}
	}
	return n
}

// A full ring keeps the newest slices, and no arrow of which an end is missing.
func TestTimelineDropsTheOldest(t *testing.T) {
	h := buildShape(t, "random", 100_000)
	dropped := false
	for try := 0; try < 50 && !dropped; try++ {
		r, err := Heap(context.Background(), h, Options{Workers: 2, Timeline: 5, Tuning: tune.Tuning{Recruit: 1}})
		require.NoError(t, err)
		line := r.Timeline()
		for _, l := range line.Lanes {
			require.LessOrEqual(t, len(l.Slices), 5)
			require.Equal(t, line.Duration, l.Slices[len(l.Slices)-1].End)
			require.Equal(t, l.Dropped > 0, l.Slices[0].Begin > 0)
			for i := 1; i < len(l.Slices); i++ {
				require.Equal(t, l.Slices[i-1].End, l.Slices[i].Begin)
			}
			dropped = dropped || l.Dropped > 0
		}
		require.LessOrEqual(t, len(line.Arrows), 10)
		for _, a := range line.Arrows {
			require.True(t, covers(&line.Lanes[a.From], a.Sent) && covers(&line.Lanes[a.To], a.Arrived))
		}
	}
	require.True(t, dropped)
}

func TestNoTimelineUnlessAskedFor(t *testing.T) {
	r, err := Heap(context.Background(), buildShape(t, "tree", 10), Options{})
	require.NoError(t, err)
	require.Nil(t, r.Timeline())
}

// A mark that is stopped has a timeline up to its end.
func TestTimelineOfAStoppedMark(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m, err := New(Options{Workers: 2, Timeline: 100})
	require.NoError(t, err)
	defer m.Close()
	r, err := m.MarkHeap(ctx, buildShape(t, "tree", 1000))
	require.ErrorIs(t, err, context.Canceled)
	for _, l := range r.Timeline().Lanes {
		require.Equal(t, r.Timeline().Duration, l.Slices[len(l.Slices)-1].End)
	}
}
