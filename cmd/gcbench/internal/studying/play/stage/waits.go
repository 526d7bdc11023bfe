package stage

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// This file says in words why a worker cannot go on.

// refusal is why a schedule was not followed to its end, as a part of a sentence. seen is what was before that.
func refusal(err error, seen *interleave.Watched) string {
	var r *interleave.Refused
	switch {
	case !errors.As(err, &r):
		return strings.TrimPrefix(err.Error(), "interleave: ")
	case seen.Ended && r.Left == 1:
		return "the schedule has one more step, and the scene is over"
	case seen.Ended:
		return fmt.Sprintf("the schedule has %d more steps, and the scene is over", r.Left)
	case r.Thread >= len(seen.Threads):
		return fmt.Sprintf("step %d is one of worker %s, and there is no such worker", r.Step, letter(r.Thread))
	case seen.Threads[r.Thread].Done:
		return fmt.Sprintf("at step %d worker %s has ended", r.Step, letter(r.Thread))
	}
	return fmt.Sprintf("at step %d worker %s %s", r.Step, letter(r.Thread), waits(seen, r.Thread))
}

// fromStart is the error of a schedule whose steps cannot all be made.
func fromStart(err error, seen *interleave.Watched) error {
	if seen == nil {
		return err
	}
	return errors.New(refusal(err, seen))
}

// waits is what a worker waits for; of a lock also who holds it.
func waits(seen *interleave.Watched, thread int) string {
	t := seen.Threads[thread]
	if by := holder(seen.Made, t.Object); by >= 0 && strings.HasPrefix(t.Waits, "waits for the lock") {
		return fmt.Sprintf("%s, which worker %s holds", t.Waits, letter(by))
	}
	return t.Waits
}

// holder is the thread that has taken a lock and not released it, -1 for none.
func holder(made []interleave.Made, lock string) int {
	by := -1
	for _, m := range made {
		switch {
		case m.Object != lock:
		case m.Verb == "locks":
			by = m.Thread
		case m.Verb == "unlocks":
			by = -1
		}
	}
	return by
}
