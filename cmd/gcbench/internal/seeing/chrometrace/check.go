package chrometrace

import (
	"fmt"
	"sort"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Check returns an error unless the slices of each lane are in order, do not overlap and lie
// within the mark, and arrows are in the order in which they arrived, with a slice at both
// ends.
func Check(t *timeline.Timeline) error {
	if t == nil {
		return fmt.Errorf("it has no timeline")
	}
	if len(t.Lanes) < 1 || len(t.Lanes) > mark.MaxWorkers {
		return fmt.Errorf("it has %d lanes: 1 to %d are allowed", len(t.Lanes), mark.MaxWorkers)
	}
	for worker := range t.Lanes {
		before := timeline.Slice{}
		for i, s := range t.Lanes[worker].Slices {
			if err := checkSlice(s, before.End, t.Duration); err != nil {
				return fmt.Errorf("worker %d: slice %d: %w", worker, i+1, err)
			}
			before = s
		}
	}
	latest := time.Duration(0)
	for i, a := range t.Arrows {
		if err := checkArrow(t, a, latest); err != nil {
			return fmt.Errorf("arrow %d: %w", i+1, err)
		}
		latest = a.Arrived
	}
	return nil
}

// checkSlice checks a slice that follows one with that end.
func checkSlice(s timeline.Slice, after, duration time.Duration) error {
	switch {
	case s.Begin < after:
		return fmt.Errorf("it begins at %v, before %v, where the slice before it ends", s.Begin, after)
	case s.End < s.Begin:
		return fmt.Errorf("it ends at %v, before it begins at %v", s.End, s.Begin)
	case s.End > duration:
		return fmt.Errorf("it ends at %v, after the mark, which takes %v", s.End, duration)
	case activities[s.Activity.String()] != s.Activity:
		return fmt.Errorf("it has no known activity, but %v", s.Activity)
	case outcomes[s.Outcome.String()] != s.Outcome:
		return fmt.Errorf("it has no known outcome, but %v", s.Outcome)
	}
	return nil
}

// checkArrow checks an arrow that follows one that arrived at that time.
func checkArrow(t *timeline.Timeline, a timeline.Arrow, latest time.Duration) error {
	switch {
	case kinds[a.Kind.String()] != a.Kind:
		return fmt.Errorf("it has no known kind, but %v", a.Kind)
	case a.Arrived < a.Sent:
		return fmt.Errorf("it arrives at %v, before it is sent at %v", a.Arrived, a.Sent)
	case a.Arrived < latest:
		return fmt.Errorf("it arrives at %v, before the arrow before it, which arrives at %v", a.Arrived, latest)
	case !hasSlice(t, a.From, a.Sent):
		return fmt.Errorf("it comes from worker %d at %v, and there is no slice", a.From, a.Sent)
	case !hasSlice(t, a.To, a.Arrived):
		return fmt.Errorf("it goes to worker %d at %v, and there is no slice", a.To, a.Arrived)
	}
	return nil
}

// hasSlice reports whether a worker has a slice at a time.
func hasSlice(t *timeline.Timeline, worker int32, at time.Duration) bool {
	if worker < 0 || int(worker) >= len(t.Lanes) {
		return false
	}
	slices := t.Lanes[worker].Slices
	i := sliceAt(slices, at)
	return i < len(slices) && slices[i].Begin <= at
}

// sliceAt returns the first slice that ends at a time or later. Where a time is the end of one
// slice and the beginning of the next one, this is the first of the two.
func sliceAt(slices []timeline.Slice, at time.Duration) int {
	return sort.Search(len(slices), func(i int) bool { return slices[i].End >= at })
}

// The values of what a file names, by name.
var (
	activities = byName[timeline.Activity](timeline.ActivitySpeculate)
	outcomes   = byName[stealq.Outcome](stealq.Lost)
	kinds      = byName[timeline.ArrowKind](timeline.ArrowForward)
)

// byName returns all values up to the last one.
func byName[T interface {
	~uint8
	String() string
}](last T) map[string]T {
	all := map[string]T{}
	for v := T(0); v <= last; v++ {
		all[v.String()] = v
	}
	return all
}
