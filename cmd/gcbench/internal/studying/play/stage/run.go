package stage

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// run lets a thread go on to its next decision. It makes at least one step.
func (s *Scene) run(switches uint32, steps string, thread int) (*View, error) {
	program := s.Program(switches)
	seen, err := s.watch(program, steps)
	if err != nil {
		return nil, fromStart(err, seen)
	}
	if thread < 0 || thread >= len(seen.Threads) {
		return nil, fmt.Errorf("there is no worker number %d: want one from 0 to %d", thread, len(seen.Threads)-1)
	}
	if seen.Ended || !seen.Threads[thread].Can {
		return nil, fmt.Errorf("worker %s cannot go on", letter(thread))
	}
	far, err := interleave.Watch(program, more(seen, thread, longestRun))
	if far == nil {
		return nil, err
	}
	for n := len(seen.Made) + 1; n <= len(far.Made); n++ {
		if n < len(far.Made) && !mayMeet(seen, thread, far.Made[n].Object) {
			continue
		}
		after, err := s.watch(program, more(seen, thread, n-len(seen.Made)))
		if err != nil {
			return nil, err
		}
		if decides(after, thread) {
			return s.view(switches, after.Schedule)
		}
	}
	return s.view(switches, far.Schedule)
}

// more is the schedule of what was seen, and then of so many steps of a thread.
func more(seen *interleave.Watched, thread, steps int) string {
	return fmt.Sprintf("%s%s%d", seen.Schedule, letter(thread), min(steps, interleave.MostSteps-len(seen.Made)))
}

// mayMeet says whether a thread other than this one is about to touch the variable. The others
// stay where they are during a run.
func mayMeet(seen *interleave.Watched, thread int, object string) bool {
	for i, other := range seen.Threads {
		if i != thread && !other.Done && other.Object == object {
			return true
		}
	}
	return object == "" // the step of a loop that waits
}

// longestRun is the most steps of a run. A thread that waits in a loop needs a bound.
const longestRun = 100

// decides says whether it matters that a thread makes its next step now: another thread that
// can go on is about to touch the same variable, and one of the two may write it. A thread
// that cannot go on decides, too.
func decides(seen *interleave.Watched, thread int) bool {
	t := seen.Threads[thread]
	if seen.Ended || !t.Can {
		return true
	}
	for i, other := range seen.Threads {
		if i != thread && other.Can && t.Object != "" && other.Object == t.Object && (t.Writes || other.Writes) {
			return true
		}
	}
	return false
}

func letter(thread int) string { return string(rune('a' + thread)) }
