// Package lanestest has marks that tests of lanes draw.
package lanestest

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

const ms = time.Millisecond

// Lane makes slices, one after the other, without a gap.
func Lane(parts ...mark.Slice) (l mark.Lane) {
	now := time.Duration(0)
	for _, s := range parts {
		if s.Activity != mark.ActivitySteal {
			s.Victim = -1
		}
		s.Begin, s.End = now, now+s.End
		now = s.End
		l.Slices = append(l.Slices, s)
	}
	return l
}

// Does is a slice of one activity that has such a length.
func Does(a mark.Activity, length time.Duration) mark.Slice {
	return mark.Slice{Activity: a, End: length}
}

// TwoWorkers is a mark in which worker 1 comes late, and steals once.
func TwoWorkers() *mark.Timeline {
	scan := mark.Slice{Activity: mark.ActivityScan, End: 6 * ms, Objects: 4000, Private: 7, Deque: 2, Forwarded: 30}
	steal := mark.Slice{Activity: mark.ActivitySteal, End: ms, Outcome: stealq.Took, Victim: 0, Attempts: 3, Items: 12}
	return &mark.Timeline{
		Duration: 10 * ms,
		Lanes: []mark.Lane{
			Lane(Does(mark.ActivityLook, ms), mark.Slice{Activity: mark.ActivityAlone, End: 3 * ms, Objects: 1500}, scan),
			Lane(Does(mark.ActivitySleep, 6*ms), steal, Does(mark.ActivityScan, 3*ms)),
		},
		Arrows: []mark.Arrow{
			{Kind: mark.ArrowSteal, From: 0, To: 1, Sent: 6 * ms, Arrived: 7 * ms, Count: 12},
			{Kind: mark.ArrowForward, From: 0, To: 1, Sent: 7 * ms, Arrived: 9 * ms, Count: 30},
		},
	}
}
