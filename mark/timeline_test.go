//go:build !interleave

package mark

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// timelineOptions are choices under which workers do everything that a slice can say.
var timelineOptions = map[string]Options{
	"default":       {},
	"speculation":   {Speculation: SpeculationForce},
	"shared bits":   {Tuning: Tuning{Marking: MarkingShared}},
	"owned bits":    {Tuning: Tuning{Marking: MarkingOwner, Recruit: 1}},
	"overflow":      {Capacity: stealq.MinCapacity, Grain: 4, Tuning: Tuning{Marking: MarkingShared, Recruit: 1}},
	"no pool":       {Capacity: stealq.MinCapacity, Grain: 4, OverflowBlocks: NoPool, Tuning: Tuning{Marking: MarkingShared, Recruit: 1}},
	"probabilistic": {Tuning: Tuning{Steal: StealProbabilistic, Amount: stealq.One, Recruit: 1}},
	"balance":       {Deque: stealq.Rudolph, Tuning: Tuning{Steal: StealFactor, Recruit: 1}},
	"one queue":     {Deque: stealq.Central},
	"grain 1":       {Grain: 1, Tuning: Tuning{Idle: IdleSpin}},
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
		h := buildShape(t, name, 20_000)
		for what, o := range timelineOptions {
			for _, workers := range []int{1, 2, 4} {
				o.Workers, o.Timeline = workers, 1<<14
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
	for i, a := range line.Arrows {
		require.LessOrEqual(t, a.Sent, a.Arrived)
		require.True(t, line.Lanes[a.From].covers(a.Sent) && line.Lanes[a.To].covers(a.Arrived))
		require.NotEqual(t, a.From, a.To)
		require.True(t, i == 0 || line.Arrows[i-1].Arrived <= a.Arrived)
		if a.Kind == ArrowSteal {
			stolen += uint64(a.Count)
			took++
		}
	}
	if sum := r.Stats.Sum(); dropped == 0 {
		require.Equal(t, [2]uint64{sum.Deque.Took, sum.Deque.ItemsStolen}, [2]uint64{took, stolen})
	}
}

// checkLane checks what one worker has written down.
func checkLane(t *testing.T, l *Lane, s *WorkerStats, until time.Duration) {
	t.Helper()
	if l.Dropped > 0 { // a worker that spins may begin and end work very often
		require.Len(t, l.Slices, 1<<14)
		return
	}
	var sum Slice
	attempts, idle, at := uint64(0), time.Duration(0), time.Duration(0)
	for _, one := range l.Slices {
		require.Equal(t, at, one.Begin, "slices neither overlap nor leave gaps")
		require.Greater(t, one.End, one.Begin)
		require.Equal(t, one.Activity == ActivitySteal, one.Victim >= 0, one.Activity)
		at = one.End
		sum.Objects += one.Objects
		sum.Harvested += one.Harvested
		sum.Overflowed += one.Overflowed
		sum.Forwarded += one.Forwarded
		if one.Activity.Idle() {
			idle += one.End - one.Begin
			require.Zero(t, one.Objects, "an idle worker scans nothing")
		}
		if one.Activity == ActivitySteal {
			attempts += uint64(one.Attempts)
		}
	}
	require.Equal(t, until, at)
	require.Equal(t, s.Idle, idle)
	require.Equal(t, s.Deque.Steals, attempts)
	require.Equal(t, [4]uint64{s.Scanned, s.ObjectsHarvested, s.BlocksOverflowed + s.RefsPended, s.RefsForwarded},
		[4]uint64{uint64(sum.Objects), uint64(sum.Harvested), uint64(sum.Overflowed), uint64(sum.Forwarded)})
}

// TestTimelineShowsEachActivity demands that each activity occurs, so that the test above
// checks it.
func TestTimelineShowsEachActivity(t *testing.T) {
	missing := map[Activity]bool{}
	for a := range Activity(len(activityNames)) {
		missing[a] = true
	}
	forwards := false
	for try := 0; try < 200 && (len(missing) > 0 || !forwards); try++ {
		for _, o := range timelineOptions {
			o.Workers, o.Timeline = 2, 1<<14
			r, err := Heap(context.Background(), buildShape(t, []string{"list", "tree", "random"}[try%3], 60_000), o)
			require.NoError(t, err)
			line := r.Timeline()
			for _, l := range line.Lanes {
				for _, s := range l.Slices {
					delete(missing, s.Activity)
				}
			}
			for _, a := range line.Arrows {
				forwards = forwards || a.Kind == ArrowForward && a.Count > 0
			}
		}
	}
	require.Empty(t, missing)
	require.True(t, forwards, "no reference went to the owner of its bit")
}

// A full ring keeps the newest slices, and no arrow of which an end is missing.
func TestTimelineDropsTheOldest(t *testing.T) {
	h := buildShape(t, "random", 100_000)
	dropped := false
	for try := 0; try < 50 && !dropped; try++ {
		r, err := Heap(context.Background(), h, Options{Workers: 2, Timeline: 5, Tuning: Tuning{Recruit: 1}})
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
			require.True(t, line.Lanes[a.From].covers(a.Sent) && line.Lanes[a.To].covers(a.Arrived))
		}
	}
	require.True(t, dropped)
}

func TestNoTimelineUnlessAskedFor(t *testing.T) {
	r, err := Heap(context.Background(), buildShape(t, "tree", 10), Options{})
	require.NoError(t, err)
	require.Nil(t, r.Timeline())
	for _, n := range []int{-1, MaxTimeline + 1} {
		var bad *OptionError
		require.True(t, errors.As(Options{Timeline: n}.Validate(), &bad), n)
		require.Equal(t, "Timeline", bad.Option)
	}
}

// A mark with a timeline allocates nothing, as one without.
func TestTimelineAllocatesNothing(t *testing.T) {
	h := buildShape(t, "random", 20_000)
	m, err := New(Options{Workers: 2, Timeline: 1 << 12, Tuning: Tuning{Recruit: 1}})
	require.NoError(t, err)
	defer m.Close()
	require.Zero(t, testing.AllocsPerRun(5, func() {
		_, err = m.MarkHeap(context.Background(), h)
	}))
	require.NoError(t, err)
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

// What options.MarkerBytes takes an entry for is what it is.
func TestLaneEntryBytes(t *testing.T) {
	require.EqualValues(t, laneEntryBytes, reflect.TypeFor[Slice]().Size()+reflect.TypeFor[Arrow]().Size())
}
