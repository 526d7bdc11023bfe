package claims

import (
	"fmt"
	"math"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// shortest finds a schedule of fewest steps that fails, and of these one of fewest
// preemptions; nil if none fails. The limit comes down until every schedule within
// it has been tried.
func (s scene) shortest(f form) (found *interleave.Failure, length, preemptions, tried int) {
	var steps int
	for limit := math.MaxInt; ; limit = length - 1 {
		rep := interleave.Explore(s.program(f, &steps, limit), interleave.Options{})
		tried += rep.Executions
		if rep.Failure == nil || found != nil && steps >= length { // a panic heeds no limit
			break
		}
		found, length = rep.Failure, steps
	}
	if found == nil {
		return nil, 0, 0, tried
	}
	for ; ; preemptions++ {
		rep := interleave.Explore(s.program(f, &steps, length),
			interleave.Options{Search: interleave.Bounded, Preemptions: preemptions})
		tried += rep.Executions
		if rep.Failure != nil {
			return rep.Failure, length, preemptions, tried
		}
	}
}

// printedFails finds the printed form's shortest failure, replays it on both forms, and
// explores ours in full, ranges included. A replay lets the first thread that can go on
// where a step of the schedule cannot be made. With s.ranges only ranges may be wrong
// with the printed form: no item is.
func printedFails(s scene, printed, right form) Finding {
	var steps int
	found, length, preemptions, tried := s.shortest(printed)
	strict := s
	strict.ranges = true
	whole := interleave.Explore(strict.program(right, &steps, math.MaxInt), interleave.Options{})
	switch {
	case found == nil:
		return finding(false, "the printed form does not fail in %d executions", tried)
	case whole.Failure != nil:
		return finding(false, "ours fails: %v, schedule %s", whole.Failure.Err, whole.Failure.Schedule)
	}
	again, err := interleave.Replay(s.program(printed, &steps, math.MaxInt), found.Schedule)
	if err != nil {
		return Finding{Err: err}
	}
	passed, err := interleave.Replay(strict.program(right, &steps, math.MaxInt), found.Schedule)
	if err != nil {
		return Finding{Err: err}
	}
	items, note := s.itemsOnly(printed)
	same := again.Err != nil && again.Err.Error() == found.Err.Error() && again.Schedule == found.Schedule
	return finding(same && passed.Err == nil && whole.Complete && items,
		"printed: %v, %d steps, preemptions: %d, schedule %s, found in %d executions%s; ours passes it, and every schedule: %d executions",
		found.Err, length, preemptions, found.Schedule, tried, note, whole.Executions)
}

// itemsOnly explores a form whose ranges are wrong for what happens to items.
func (s scene) itemsOnly(f form) (right bool, note string) {
	if !s.ranges {
		return true, ""
	}
	var steps int
	s.ranges = false
	rep := interleave.Explore(s.program(f, &steps, math.MaxInt), interleave.Options{})
	if rep.Failure != nil {
		return false, fmt.Sprintf(", but also %v, schedule %s", rep.Failure.Err, rep.Failure.Schedule)
	}
	return rep.Complete, fmt.Sprintf(", %d in which no item is lost or taken twice", rep.Executions)
}
