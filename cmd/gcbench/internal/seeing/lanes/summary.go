package lanes

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// idleVerbs say what an idle worker did.
var idleVerbs = map[timeline.Activity]string{
	timeline.ActivityLook:      "looked for work",
	timeline.ActivityAwait:     "waited for references",
	timeline.ActivitySleep:     "slept",
	timeline.ActivitySpeculate: "looked ahead along lists",
}

// Summary says in a few sentences what the lanes show.
func Summary(t *timeline.Timeline) string {
	workers, sum := totalsOf(t)
	if len(workers) == 0 {
		return "No worker took part."
	}
	sentences := []string{busy(t.Duration, workers, &sum), idlest(t.Duration, workers), alone(t, &sum), stolen(workers, &sum), forwarded(t), lacking(workers, &sum)}
	return strings.Join(slices.DeleteFunc(sentences, func(s string) bool { return s == "" }), " ")
}

func busy(whole time.Duration, workers []totals, sum *totals) string {
	took, worked := numeral.Duration(float64(whole)), share(sum.all()-sum.idle(), sum.all())
	if len(workers) == 1 {
		return fmt.Sprintf("The mark took %s. Its one worker was busy for %s of the time.", took, worked)
	}
	return fmt.Sprintf("The mark took %s. Its %s workers were busy for %s of their time.", took, numeral.Count(uint64(len(workers))), worked)
}

// idlest tells of the worker that was idle for longest, and what it did meanwhile, in the order
// of the time that it took.
func idlest(whole time.Duration, workers []totals) string {
	most := 0
	for i := range workers {
		if workers[i].idle() > workers[most].idle() {
			most = i
		}
	}
	w := &workers[most]
	if w.idle()*100 < whole {
		if len(workers) == 1 {
			return ""
		}
		return "No worker was idle for as much as 1 % of the mark."
	}
	who := fmt.Sprintf("Worker %d", most)
	if len(workers) > 2 {
		who = fmt.Sprintf("The idlest, worker %d,", most)
	}
	kinds := slices.SortedStableFunc(maps.Keys(idleVerbs), func(a, b timeline.Activity) int {
		return cmp.Or(cmp.Compare(w.times[b], w.times[a]), cmp.Compare(a, b))
	})
	if share(w.times[kinds[0]], whole) == share(w.idle(), whole) {
		return fmt.Sprintf("%s %s for %s of the mark.", who, idleVerbs[kinds[0]], share(w.idle(), whole))
	}
	var did []string
	for i, a := range kinds {
		if i == 0 || w.times[a]*20 >= whole {
			did = append(did, fmt.Sprintf("%s for %s", idleVerbs[a], share(w.times[a], whole)))
		}
	}
	return fmt.Sprintf("%s was idle for %s of the mark: it %s.", who, share(w.idle(), whole), strings.Join(did, ", and "))
}

// marks reports whether a worker that does so marks objects.
func marks(a timeline.Activity) bool { return !a.Idle() && a != timeline.ActivitySteal }

// alone tells when only one worker marked.
func alone(t *timeline.Timeline, sum *totals) string {
	if len(t.Lanes) == 1 || sum.dropped > 0 {
		return ""
	}
	first := t.Duration // until then only worker 0 marked
	for _, l := range t.Lanes[1:] {
		if i := slices.IndexFunc(l.Slices, func(s timeline.Slice) bool { return marks(s.Activity) }); i >= 0 {
			first = min(first, l.Slices[i].Begin)
		}
	}
	if first == t.Duration {
		return "Only worker 0 marked anything."
	}
	var later time.Duration
	for _, l := range t.Lanes {
		for _, s := range l.Slices {
			if s.Activity == timeline.ActivityAlone {
				later += max(0, s.End-max(s.Begin, first))
			}
		}
	}
	begins := fmt.Sprintf("Worker 0 marked alone for the first %s.", numeral.Duration(float64(first)))
	if later*100 < t.Duration {
		return begins
	}
	return fmt.Sprintf("%s Later, one worker marked alone for another %s of the mark.", begins, share(later, t.Duration))
}

func stolen(workers []totals, sum *totals) string {
	switch {
	case len(workers) == 1:
		return ""
	case sum.steals == 0:
		return "No worker stole anything."
	}
	return fmt.Sprintf("%s moved %s.", numeral.Plural(sum.steals, "steal"), numeral.Plural(sum.items, "item"))
}

func forwarded(t *timeline.Timeline) string {
	sum := uint64(0)
	for _, a := range t.Arrows {
		if a.Kind == timeline.ArrowForward {
			sum += uint64(a.Count)
		}
	}
	if sum == 0 {
		return ""
	}
	were := "were"
	if sum == 1 {
		were = "was"
	}
	return fmt.Sprintf("%s %s forwarded to the owners of their bits.", numeral.Plural(sum, "reference"), were)
}

// lacking says what the figures leave out.
func lacking(workers []totals, sum *totals) string {
	if sum.dropped == 0 {
		return ""
	}
	of := len(slices.DeleteFunc(workers, func(w totals) bool { return w.dropped == 0 }))
	return fmt.Sprintf("The timeline lacks the first %s of %s: these figures begin after them.",
		numeral.Plural(sum.dropped, "slice"), numeral.Plural(uint64(of), "worker"))
}
