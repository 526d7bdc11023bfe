package chrometrace

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// mostTracks is up to how many workers each has its own counter.
const mostTracks = 8

// grey is what a worker holds.
type grey struct {
	Private uint32 `json:"private refs"`
	Deque   uint32 `json:"deque items"`
}

// step is a moment at which a worker notes what it holds: the end of a slice.
type step struct {
	worker int
	slice  *timeline.Slice
}

// counters writes how much is grey as steps: the sums over all workers, and what each worker
// has if they are few. The number that a worker holds is known at the ends of its slices.
// Between two ends the last one counts.
func (w *writer) counters(pid int, t *timeline.Timeline) {
	held := make([]grey, len(t.Lanes))
	var refs, items, shownRefs, shownItems uint64
	steps := stepsOf(t)
	for i, s := range steps {
		before, now := held[s.worker], grey{s.slice.Private, s.slice.Deque}
		held[s.worker] = now
		refs += uint64(now.Private) - uint64(before.Private) // modulo 2^64
		items += uint64(now.Deque) - uint64(before.Deque)
		counter := event{Phase: phaseCounter, PID: pid, TS: at(s.slice.End)}
		if len(t.Lanes) > 1 && len(t.Lanes) <= mostTracks && now != before {
			counter.Name, counter.Args = fmt.Sprintf("grey at worker %d", s.worker), now
			w.event(counter)
		}
		if i+1 < len(steps) && steps[i+1].slice.End == s.slice.End {
			continue // the sums of one moment are written once
		}
		if refs != shownRefs {
			counter.Name, counter.Args = "private grey refs", map[string]uint64{"refs": refs}
			w.event(counter)
		}
		if items != shownItems {
			counter.Name, counter.Args = "items in deques", map[string]uint64{"items": items}
			w.event(counter)
		}
		shownRefs, shownItems = refs, items
	}
}

// stepsOf are the slices of all lanes by their ends.
func stepsOf(t *timeline.Timeline) (all []step) {
	for worker := range t.Lanes {
		for i := range t.Lanes[worker].Slices {
			all = append(all, step{worker, &t.Lanes[worker].Slices[i]})
		}
	}
	slices.SortStableFunc(all, func(a, b step) int { return cmp.Compare(a.slice.End, b.slice.End) })
	return all
}
