package stage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// This file has the questions about a step that decides something. The engine makes the step
// in a separate execution, so it knows the answer.

// ask is a question about the next step of a thread. It is nil if the step decides nothing.
func (s *Scene) ask(switches uint32, seen *interleave.Watched, thread int) *Ask {
	if !seen.Threads[thread].Can {
		return nil
	}
	next, err := s.watch(s.Program(switches), seen.Schedule+letter(thread))
	if err != nil || len(next.Made) != len(seen.Made)+1 {
		return nil
	}
	if next.Ended {
		return s.askEnd(next)
	}
	if a := askSwap(seen, next); a != nil {
		return a
	}
	return askReturn(seen, next)
}

// askSwap asks whether the compare-and-swap that was made last succeeds. There is no question
// if no other thread has touched the variable since its thread has read it, or is about to.
func askSwap(seen, next *interleave.Watched) *Ask {
	n := len(next.Made) - 1
	last := next.Made[n]
	if last.Verb != swaps && last.Verb != fails {
		return nil
	}
	read := lastTouch(next.Made[:n], last)
	var wrote []string
	others := slices.ContainsFunc(seen.Threads, func(t interleave.Standing) bool {
		return t.Object == last.Object && t.Name != seen.Threads[last.Thread].Name
	})
	for i := read + 1; i < n; i++ {
		if m := next.Made[i]; m.Object == last.Object && m.Thread != last.Thread {
			others = true
			if m.Wrote {
				wrote = append(wrote, fmt.Sprintf("worker %s wrote it at step %d", letter(m.Thread), i+1))
			}
		}
	}
	if !others || read < 0 {
		return nil
	}
	a := &Ask{
		Question: fmt.Sprintf("Does this compare-and-swap of %s succeed?", last.Object), Answers: []string{"Yes.", "No."},
		Means: fmt.Sprintf("It writes only if %s is still what worker %s saw at step %d: %s.", last.Object, letter(last.Thread), read+1, value(next.Made[read])),
	}
	since := fmt.Sprintf("Worker %s saw %s at step %d", letter(last.Thread), last.Object, read+1)
	switch {
	case last.Verb == fails:
		a.Right, a.Why = 1, fmt.Sprintf("%s, and %s.", since, strings.Join(wrote, ", "))
	case len(wrote) > 0:
		a.Why = fmt.Sprintf("%s. After that %s. But now %s has the old value again, and the compare-and-swap sees no more than that.", since, strings.Join(wrote, ", "), last.Object)
	default:
		a.Why = since + ", and no worker has written it since."
	}
	return a
}

// value is what a variable held after a step.
func value(m interleave.Made) string {
	_, v, _ := strings.Cut(m.Text, ": ")
	v, _, _ = strings.Cut(v, ", was ")
	return v
}

// The verbs of a compare-and-swap.
const (
	swaps = "swaps in"
	fails = "fails to swap"
)

// lastTouch is the last step at which the thread of m touched the same variable, -1 for none.
func lastTouch(made []interleave.Made, m interleave.Made) int {
	for i := len(made) - 1; i >= 0; i-- {
		if made[i].Thread == m.Thread && made[i].Object == m.Object {
			return i
		}
	}
	return -1
}

// askReturn asks what an operation returns that the last step has ended. There is no question
// if a compare-and-swap has decided it.
func askReturn(seen, next *interleave.Watched) *Ask {
	n := len(next.Made) - 1
	last := next.Made[n]
	if len(last.Notes) == 0 || swapped(next.Made, last.Thread) {
		return nil
	}
	operation, answer, found := strings.Cut(last.Notes[0], ": ")
	if !found || !slices.Contains([]string{"pop", "steal", "take"}, operation) {
		return nil
	}
	answers := candidates(operation, answer, seen, last.Thread)
	return &Ask{Question: fmt.Sprintf("With this step the %s returns. What does it return?", operation), Answers: answers, Right: slices.Index(answers, answer),
		Why: fmt.Sprintf("The %s of worker %s returns: %s.", operation, letter(last.Thread), answer)}
}

// swapped says whether a thread has made a compare-and-swap since it has begun its operation.
func swapped(made []interleave.Made, thread int) bool {
	for i := len(made) - 1; i >= 0; i-- {
		m := made[i]
		if m.Thread != thread {
			continue
		}
		if m.Verb == swaps || m.Verb == fails {
			return true
		}
		if i < len(made)-1 && len(m.Notes) > 0 {
			return false
		}
	}
	return false
}

// candidates are answers that an operation of a thread could give, and among them the right one. They stand in the
// order of the alphabet, so that its place does not give it away.
func candidates(operation, right string, seen *interleave.Watched, thread int) []string {
	all := []string{right, "nothing"}
	if operation == "steal" {
		all = []string{right, "nothing to take", "another worker was faster"}
	}
	if state, ok := pictured(seen).(scene.State); ok && operation == "pop" {
		own := state.Deques[min(thread, len(state.Deques)-1)] // who has no deque pops from the queue of all
		for _, item := range own.Items {
			all = append(all, itemAnswer(item))
		}
		if right == "nothing" && len(own.Items) == 0 {
			for _, item := range own.Slots { // the item that the pop has just missed is still there
				all = append(all, itemAnswer(item))
			}
		}
	}
	all = slices.DeleteFunc(all, func(answer string) bool { return answer == itemAnswer(0) })
	slices.Sort(all)
	return slices.Compact(all)
}

// itemAnswer is how a pop is noted that returns the item. There is no item 0.
func itemAnswer(item uint64) string { return fmt.Sprintf("item %d", item) }

func pictured(seen *interleave.Watched) any {
	if len(seen.Pictures) == 0 {
		return nil
	}
	return seen.Pictures[0]
}
