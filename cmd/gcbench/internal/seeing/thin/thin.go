// Package thin makes timelines so small that a page or a file has room for them. It knows
// nothing of files and pages. A page that simulates marks can have it without them.
package thin

import (
	"iter"
	"math"
	"slices"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Timeline joins small slices that follow one another, until there are at most so many in all
// lanes together, or one in each lane. It returns t itself if there are no more already, and
// a new timeline otherwise.
//
// A joined slice has the activity that took the most time, and the sums of all counts: sums
// over a lane stay the same. The time of an activity changes within joined slices alone.
// Joined slices are at most as long as is needed for all, and a longer one stays as it is.
// Arrows stay, and a joined slice has their ends.
func Timeline(t *timeline.Timeline, most int) *timeline.Timeline {
	if total(t) <= most {
		return t
	}
	longest := shortestThatFits(t, most)
	thin := *t
	thin.Lanes = slices.Clone(t.Lanes)
	for i := range thin.Lanes {
		thin.Lanes[i].Slices = nil
		for group := range groups(t.Lanes[i].Slices, longest) {
			thin.Lanes[i].Slices = append(thin.Lanes[i].Slices, join(group))
		}
	}
	thin.Arrows = slices.Clone(t.Arrows)
	return &thin
}

// shortestThatFits searches for how long joined slices must be allowed to be.
func shortestThatFits(t *timeline.Timeline, most int) time.Duration {
	low, high := time.Duration(0), t.Duration
	for low < high {
		middle, n := low+(high-low)/2, 0
		for i := range t.Lanes {
			for range groups(t.Lanes[i].Slices, middle) {
				n++
			}
		}
		if n <= most {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}

func total(t *timeline.Timeline) (n int) {
	for i := range t.Lanes {
		n += len(t.Lanes[i].Slices)
	}
	return n
}

// groups splits slices into groups that take at most so long together, or are one slice. There is no way to have fewer.
func groups(all []timeline.Slice, longest time.Duration) iter.Seq[[]timeline.Slice] {
	return func(yield func([]timeline.Slice) bool) {
		for rest := all; len(rest) > 0; {
			var n sums
			size := 0
			for size < len(rest) && (size == 0 || rest[size].End-rest[0].Begin <= longest) && n.add(rest[size]) {
				size++
			}
			if !yield(rest[:size]) {
				return
			}
			rest = rest[size:]
		}
	}
}

// sums are the counts of slices, wide enough to see that one of them does not fit.
type sums [6]uint64

// countsOf are the places of a slice's counts.
func countsOf(s *timeline.Slice) [6]*uint32 {
	return [6]*uint32{&s.Attempts, &s.Objects, &s.Items, &s.Harvested, &s.Overflowed, &s.Forwarded}
}

// add adds the counts of a slice. It reports whether the sums still fit into one.
func (n *sums) add(s timeline.Slice) bool {
	for i, count := range countsOf(&s) {
		n[i] += uint64(*count)
	}
	return slices.Max(n[:]) <= math.MaxUint32
}

// join makes one slice of a group.
func join(group []timeline.Slice) timeline.Slice {
	if len(group) == 1 {
		return group[0]
	}
	var all sums
	var took [256]time.Duration // by activity
	for _, s := range group {
		all.add(s)
		took[s.Activity] += s.End - s.Begin
	}
	most := group[0].Activity
	for _, s := range group {
		if took[s.Activity] > took[most] {
			most = s.Activity
		}
	}
	j := group[len(group)-1] // and so with what is grey at the end
	j.Begin, j.Activity = group[0].Begin, most
	for i, count := range countsOf(&j) {
		*count = uint32(all[i])
	}
	j.Victim, j.Outcome = lastSteal(group, most)
	return j
}

// lastSteal returns how the last steal of a group ended, and the victim if all of them asked
// the same worker.
func lastSteal(group []timeline.Slice, activity timeline.Activity) (victim int32, o stealq.Outcome) {
	if activity != timeline.ActivitySteal {
		return -1, o
	}
	steals := slices.DeleteFunc(slices.Clone(group), func(s timeline.Slice) bool { return s.Activity != timeline.ActivitySteal })
	last := steals[len(steals)-1]
	if slices.ContainsFunc(steals, func(s timeline.Slice) bool { return s.Victim != last.Victim }) {
		return -1, last.Outcome
	}
	return last.Victim, last.Outcome
}
