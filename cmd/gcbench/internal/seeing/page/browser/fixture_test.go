package browser

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/chrometrace"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// recorded is a mark that was made.
func recorded(t *testing.T, family string, objects uint64, options mark.Options) chrometrace.Mark {
	t.Helper()
	f, err := shape.Parse(family)
	require.NoError(t, err)
	h, err := f.Build(shape.Params{Objects: objects, Layout: shape.Shuffled})
	require.NoError(t, err)
	options.Timeline = 50_000
	result, err := mark.Heap(context.Background(), h, options)
	require.NoError(t, err)
	return chrometrace.Mark{
		Facts:   schema.Facts{Shape: family, Objects: objects, Live: result.Count()},
		Workers: options.Workers, Choices: setting.ChoicesOf(options), Timeline: result.Timeline(),
	}
}

// invented is a mark with slices of all kinds. It is not a mark that ever was: it has what
// the viewer must draw.
func invented(name string, workers, slices int) chrometrace.Mark {
	r := rand.New(rand.NewPCG(1, uint64(workers)))
	t := &timeline.Timeline{Lanes: make([]timeline.Lane, workers)}
	const every = 18 * time.Microsecond
	t.Duration = time.Duration(slices) * every
	for i := range t.Lanes {
		t.Lanes[i].Slices = laneOf(r, t, int32(i), every)
	}
	return chrometrace.Mark{
		Facts:   schema.Facts{Shape: name, Objects: uint64(slices*workers) * 900},
		Workers: workers, Choices: setting.ChoicesOf(mark.Options{}), Timeline: t,
	}
}

// laneOf fills a lane. Worker 0 marks alone for a tenth of the mark, while the others sleep.
func laneOf(r *rand.Rand, t *timeline.Timeline, worker int32, every time.Duration) (all []timeline.Slice) {
	now, first := time.Duration(0), t.Duration/10
	add := func(s timeline.Slice, length time.Duration) {
		s.Begin, s.End = now, min(now+length, t.Duration)
		if s.Activity != timeline.ActivitySteal {
			s.Victim = -1
		}
		now = s.End
		all = append(all, s)
	}
	for now < t.Duration {
		length := every/2 + time.Duration(r.Int64N(int64(every)))
		grey := uint32(float64(t.Duration-now) / float64(t.Duration) * 3000 * r.Float64())
		switch dice := r.IntN(40); {
		case now < first && worker == 0:
			add(timeline.Slice{Activity: timeline.ActivityAlone, Objects: 1100, Private: uint32(now / time.Microsecond)}, length)
		case now < first:
			add(timeline.Slice{Activity: timeline.ActivitySleep}, first-now+time.Duration(worker)*3*time.Microsecond)
		case dice < 26:
			add(timeline.Slice{Activity: timeline.ActivityScan, Objects: 300 + uint32(r.IntN(700)), Private: grey, Deque: grey / 256, Forwarded: uint32(r.IntN(40))}, length)
		case dice < 32 && len(t.Lanes) > 1:
			steal(r, t, worker, &now, add)
		default:
			idle := []timeline.Activity{timeline.ActivityOverflow, timeline.ActivityPending, timeline.ActivityLook, timeline.ActivityAwait, timeline.ActivitySleep, timeline.ActivitySpeculate}[dice%6]
			add(timeline.Slice{Activity: idle, Attempts: uint32(r.IntN(4)), Items: uint32(r.IntN(99))}, length*time.Duration(1+dice%5))
		}
	}
	return all
}

// steal adds a slice of stealing, and an arrow if the steal takes something.
func steal(r *rand.Rand, t *timeline.Timeline, worker int32, now *time.Duration, add func(timeline.Slice, time.Duration)) {
	victim := (worker + 1 + int32(r.IntN(len(t.Lanes)-1))) % int32(len(t.Lanes))
	outcome := stealq.Outcome(r.IntN(3))
	s := timeline.Slice{Activity: timeline.ActivitySteal, Outcome: outcome, Victim: victim, Attempts: 1 + uint32(r.IntN(5))}
	if outcome == stealq.Took {
		s.Items = 1 + uint32(r.IntN(9))
		sent := *now + 2*time.Microsecond
		t.Arrows = append(t.Arrows, timeline.Arrow{Kind: timeline.ArrowSteal, From: victim, To: worker, Sent: sent, Arrived: sent + 700, Count: s.Items},
			timeline.Arrow{Kind: timeline.ArrowForward, From: worker, To: victim, Sent: *now - 20*time.Microsecond, Arrived: sent, Count: 40})
	}
	add(s, 3*time.Microsecond)
}
