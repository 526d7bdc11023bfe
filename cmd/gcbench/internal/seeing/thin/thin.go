// Package thin makes timelines so small that a page or a file has room for them. It knows
// nothing of files and pages. So a page that simulates marks can have it without them.
package thin

import (
	"math"
	"slices"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Timeline joins small slices that follow one another, until there are at most so many in all
// lanes together, or one in each lane. It returns t itself if there are no more already, and
// a timeline of its own otherwise.
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
		var kept []timeline.Slice
		joined(t.Lanes[i].Slices, longest, func(group []timeline.Slice) { kept = append(kept, join(group)) })
		thin.Lanes[i].Slices = kept
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
			n += joined(t.Lanes[i].Slices, middle, nil)
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

// joined splits slices into groups that take at most so long together, or are one slice. It
// calls each, if not nil, with them, and returns how many they are: there is no way to have
// fewer.
func joined(all []timeline.Slice, longest time.Duration, each func([]timeline.Slice)) (groups int) {
	for first := 0; first < len(all); groups++ {
		var n sums
		n.add(all[first])
		next := first + 1
		for ; next < len(all) && all[next].End-all[first].Begin <= longest; next++ {
			if !n.add(all[next]) {
				break
			}
		}
		if each != nil {
			each(all[first:next])
		}
		first = next
	}
	return groups
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
	victim = -1
	if activity != timeline.ActivitySteal {
		return victim, o
	}
	first := true
	for _, s := range group {
		if s.Activity != timeline.ActivitySteal {
			continue
		}
		if first {
			victim, first = s.Victim, false
		} else if victim != s.Victim {
			victim = -1
		}
		o = s.Outcome
	}
	return victim, o
}
