// Package lanestest has marks that tests of lanes draw.
package lanestest

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

const ms = time.Millisecond

// Lane makes slices, one after the other, without a gap.
func Lane(parts ...timeline.Slice) (l timeline.Lane) {
	now := time.Duration(0)
	for _, s := range parts {
		if s.Activity != timeline.ActivitySteal {
			s.Victim = -1
		}
		s.Begin, s.End = now, now+s.End
		now = s.End
		l.Slices = append(l.Slices, s)
	}
	return l
}

// Does is a slice of one activity that has such a length.
func Does(a timeline.Activity, length time.Duration) timeline.Slice {
	return timeline.Slice{Activity: a, End: length}
}

// TwoWorkers is a mark in which worker 1 comes late, and steals once.
func TwoWorkers() *timeline.Timeline {
	scan := timeline.Slice{Activity: timeline.ActivityScan, End: 6 * ms, Objects: 4000, Private: 7, Deque: 2, Forwarded: 30}
	steal := timeline.Slice{Activity: timeline.ActivitySteal, End: ms, Outcome: stealq.Took, Victim: 0, Attempts: 3, Items: 12}
	return &timeline.Timeline{
		Duration: 10 * ms,
		Lanes: []timeline.Lane{
			Lane(Does(timeline.ActivityLook, ms), timeline.Slice{Activity: timeline.ActivityAlone, End: 3 * ms, Objects: 1500}, scan),
			Lane(Does(timeline.ActivitySleep, 6*ms), steal, Does(timeline.ActivityScan, 3*ms)),
		},
		Arrows: []timeline.Arrow{
			{Kind: timeline.ArrowSteal, From: 0, To: 1, Sent: 6 * ms, Arrived: 7 * ms, Count: 12},
			{Kind: timeline.ArrowForward, From: 0, To: 1, Sent: 7 * ms, Arrived: 9 * ms, Count: 30},
		},
	}
}
