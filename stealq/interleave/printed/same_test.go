//go:build interleave && !fullsize

package printed

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// TestSameAsTheTranscripts: each transcript without a switch answers what its deque
// does: in every small scene both have the same outcomes, which are what every
// operation returned and what is left. The verdicts of gcbench claims on the
// transcript are therefore true of the deque.
func TestSameAsTheTranscripts(t *testing.T) {
	for _, right := range []scene.Form{
		StealHalf(0), ABP(0), ChaseLev(0), Split(0), Rudolph(0), Central(0),
	} {
		k, err := stealq.ParseKind(right.Name)
		require.NoError(t, err)
		if k == stealq.Rudolph && os.Getenv("HALFMARK_LONG")+os.Getenv("HALFMARK_SCHEDULES") == "" {
			continue // its scenes have twice the executions of all others, and .ci/run has them
		}
		scenes := small(right)
		executions, err := same(right, stealq.SceneForm(k), scenes)
		require.NoError(t, err)
		t.Logf("%s: %d scenes, %d executions", k.Name, len(scenes), executions)
	}
}

// same runs scenes of two forms in every schedule. It returns an error that names the
// first scene in which the forms differ. They differ if an operation of one form
// returns something, or something is left at the end, that occurs in no schedule of the
// other form. executions counts those of both.
func same(a, b scene.Form, scenes []scene.Scene) (executions int, err error) {
	for _, s := range scenes {
		var outcomes [2]map[string]int
		for i, f := range []scene.Form{a, b} {
			s.Form, s.Tell = f, true
			rep := interleave.Explore(s.Run, interleave.Options{})
			executions += rep.Executions
			if rep.Failure != nil {
				return executions, fmt.Errorf("%v: %w", s, rep.Failure)
			}
			outcomes[i] = rep.Outcomes
		}
		if only := onlyIn(outcomes[0], outcomes[1]); only != nil {
			return executions, fmt.Errorf("%v: only %s, the first form, has %s", s, a.Name, only)
		}
		if only := onlyIn(outcomes[1], outcomes[0]); only != nil {
			return executions, fmt.Errorf("%v: only %s, the second form, has %s", s, b.Name, only)
		}
	}
	return executions, nil
}

// onlyIn returns the outcomes of one that the other does not have.
func onlyIn(one, other map[string]int) (only []string) {
	for _, outcome := range slices.Sorted(maps.Keys(one)) {
		if _, ok := other[outcome]; !ok {
			only = append(only, outcome)
		}
	}
	return only
}

// small returns small scenes of a form. They have one deque and one or two thieves of
// each amount, or two owners that steal from each other. If all deques are one queue,
// the thieves push and pop.
func small(f scene.Form) (all []scene.Scene) {
	const capacity, start = 2, 3 // both indices and slots are about to wrap
	add := func(fill []int, ops ...string) {
		all = append(all, scene.Scene{Form: f, Capacity: capacity, Start: start, Fill: fill, Ops: ops})
	}
	amounts := f.Amounts
	if f.Shared {
		amounts = "+-"
	}
	for _, a := range amounts {
		steal := string(a)
		for fill := range capacity + 1 {
			for _, ops := range scene.Words("+-", 3) {
				add([]int{fill}, ops, steal)
			}
			for _, ops := range scene.Words("+-", 1) {
				add([]int{fill}, ops, steal, steal)
			}
			for other := range capacity + 1 {
				add([]int{fill, other}, steal+"-", steal+"+")
			}
		}
	}
	return all
}

// TestSame: forms that answer alike are the same, and one that answers otherwise, or
// fails, is not.
func TestSame(t *testing.T) {
	right, timid, wrong := StealHalf(0), StealHalf(EmptyMeansTheft), StealHalf(RangeReadAgain)
	scenes := []scene.Scene{{Capacity: 2, Fill: []int{2}, Ops: []string{"-+", "o"}, Bare: true, ItemsOnly: true}}
	executions, err := same(right, right, scenes)
	require.NoError(t, err)
	require.Greater(t, executions, 2)
	_, err = same(timid, right, scenes)
	require.ErrorContains(t, err, "only stealhalf, the first form, has")
	_, err = same(right, timid, scenes)
	require.ErrorContains(t, err, "only stealhalf, the second form, has")
	_, err = same(right, wrong, []scene.Scene{{Capacity: 2, Fill: []int{1}, Ops: []string{"-", "h"}, Bare: true, ItemsOnly: true}})
	require.ErrorContains(t, err, "is taken twice")
	two := []scene.Scene{{Capacity: 2, Fill: []int{2}, Ops: []string{"-", ""}, Bare: true}}
	_, err = same(right, upsideDown(right), two)
	require.ErrorContains(t, err, "the first form, has")
}

// upsideDown are deques whose owner pops the item below its newest one.
func upsideDown(f scene.Form) scene.Form {
	made := f.Make
	f.Make = func(deques, capacity int, start uint64) (all []scene.Deque) {
		for _, d := range made(deques, capacity, start) {
			all = append(all, below{d})
		}
		return all
	}
	return f
}

type below struct{ scene.Deque }

func (d below) Pop() (item uint64, ok bool) {
	newest, ok := d.Deque.Pop()
	if item, two := d.Deque.Pop(); two {
		return item, d.Push(newest)
	}
	return newest, ok
}
