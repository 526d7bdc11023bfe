package large

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// TestLanesByHand: what the recorder makes of steps whose lanes are known.
func TestLanesByHand(t *testing.T) {
	r := newRecorder(sim.Config{Options: mark.Options{Workers: 3, Deque: stealq.StealHalf}})
	for _, s := range []sim.Step{
		{At: 0, Worker: 0, Did: sim.Joins},
		{At: 10, Worker: 0, Did: sim.Scans, Refs: []uint32{1, 2}, Alone: true},
		{At: 15, Worker: 0, Did: sim.Pushes, Refs: []uint32{3}, Private: 4},
		{At: 20, Worker: 1, Did: sim.Wakes},
		{At: 20, Worker: 1, Did: sim.Joins},
		{At: 25, Worker: 1, Did: sim.Asks, N: 2, Outcome: stealq.Empty},
		{At: 30, Worker: 0, Did: sim.Scans, Refs: []uint32{5}, Private: 9},
		{At: 32, Worker: 1, Did: sim.Asks, N: 0, Outcome: stealq.Took, Moved: 1},
		{At: 33, Worker: 1, Did: sim.Pops, Refs: []uint32{3}},
		{At: 40, Worker: 1, Did: sim.Scans, Refs: []uint32{3}},
		{At: 44, Worker: 1, Did: sim.Sends, N: 0, Refs: []uint32{7, 8}, Moved: 2},
		{At: 44, Worker: 1, Did: sim.Leaves},
		{At: 50, Worker: 1, Did: sim.Parks},
		{At: 52, Worker: 0, Did: sim.Receives, N: 1, Refs: []uint32{7, 8}, Private: 6},
		{At: 60, Worker: 0, Did: sim.Scans, Refs: []uint32{7, 8}, Private: 2},
		{At: 60, Worker: 0, Did: sim.Leaves},
	} {
		r.note(s, nil)
	}
	got := r.timeline(70)
	const alone, scan, steal, look, sleep = timeline.ActivityAlone, timeline.ActivityScan, timeline.ActivitySteal, timeline.ActivityLook, timeline.ActivitySleep
	require.Equal(t, []timeline.Slice{
		{End: 10, Activity: alone, Victim: -1, Objects: 2, Private: 4},
		{Begin: 10, End: 30, Activity: scan, Victim: -1, Objects: 1, Private: 6}, // its deque was robbed since
		{Begin: 30, End: 60, Activity: scan, Victim: -1, Objects: 2, Items: 2},
		{Begin: 60, End: 70, Activity: look, Victim: -1},
	}, got.Lanes[0].Slices)
	require.Equal(t, []timeline.Slice{
		{End: 20, Activity: sleep, Victim: -1},
		{Begin: 20, End: 32, Activity: steal, Victim: 0, Outcome: stealq.Took, Attempts: 2, Items: 1, Deque: 1},
		{Begin: 32, End: 40, Activity: scan, Victim: -1, Objects: 1},
		{Begin: 40, End: 44, Activity: scan, Victim: -1, Forwarded: 2},
		{Begin: 44, End: 50, Activity: look, Victim: -1},
		{Begin: 50, End: 70, Activity: sleep, Victim: -1},
	}, got.Lanes[1].Slices)
	require.Equal(t, []timeline.Slice{{End: 70, Activity: sleep, Victim: -1}}, got.Lanes[2].Slices)
	require.Equal(t, []timeline.Arrow{
		{Kind: timeline.ArrowSteal, From: 0, To: 1, Sent: 25, Arrived: 32, Count: 1},
		{Kind: timeline.ArrowForward, From: 1, To: 0, Sent: 44, Arrived: 52, Count: 2},
	}, got.Arrows)
}

// TestOneWorkerScans: who has nobody to share with does not mark alone, but scans.
func TestOneWorkerScans(t *testing.T) {
	r := newRecorder(sim.Config{Options: mark.Options{Workers: 1, Deque: stealq.StealHalf}})
	r.note(sim.Step{At: 10, Did: sim.Scans, Alone: true}, nil)
	require.Equal(t, timeline.ActivityScan, r.timeline(10).Lanes[0].Slices[0].Activity)
}

// TestBins: a curve has the largest value of each span, whether it ends early or is halved.
func TestBins(t *testing.T) {
	var b bins
	b.add(0, 3)
	b.add(40, 9)
	b.add(41, 1)
	require.Equal(t, &Curve{16, []uint64{3, 3, 9, 1}}, b.curve(60))

	var c bins
	for at := range 40_000 {
		value := uint64(1)
		if at == 25_064 {
			value = 7
		}
		c.add(time.Duration(at), value)
	}
	got := c.curve(40_000)
	require.EqualValues(t, 128, got.Every)
	require.Len(t, got.Most, 40_000/128+1)
	for i, n := range got.Most {
		require.EqualValues(t, map[bool]int{true: 7, false: 1}[i == 25_064/128], n, "bin %d", i)
	}
}
