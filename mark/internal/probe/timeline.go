package probe

import (
	"cmp"
	"slices"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// Timeline returns what the workers with these Recorders did during a mark of that duration, or nil if
// there are none. Each call makes a new copy.
func Timeline(all []*Recorder, duration time.Duration) *timeline.Timeline {
	if all == nil {
		return nil
	}
	t := &timeline.Timeline{Duration: duration, Lanes: make([]timeline.Lane, len(all))}
	for i, r := range all {
		t.Lanes[i] = timeline.Lane{Slices: newest(r.slices, r.closed)}
		t.Lanes[i].Dropped = r.closed - uint64(len(t.Lanes[i].Slices))
		t.Arrows = append(t.Arrows, newest(r.arrows, r.arrived)...)
	}
	t.Arrows = slices.DeleteFunc(t.Arrows, func(a timeline.Arrow) bool {
		return !covers(&t.Lanes[a.From], a.Sent) || !covers(&t.Lanes[a.To], a.Arrived)
	})
	slices.SortStableFunc(t.Arrows, func(a, b timeline.Arrow) int { return cmp.Compare(a.Arrived, b.Arrived) })
	return t
}

// newest returns what a ring still holds of n entries, in order.
func newest[E any](ring []E, n uint64) []E {
	size := uint64(len(ring))
	if n <= size {
		return slices.Clone(ring[:n])
	}
	oldest := n % size
	return append(slices.Clone(ring[oldest:]), ring[:oldest]...)
}

// covers reports whether a worker with that lane has a slice at that time.
func covers(l *timeline.Lane, at time.Duration) bool {
	return len(l.Slices) > 0 && l.Slices[0].Begin <= at && at <= l.Slices[len(l.Slices)-1].End
}
