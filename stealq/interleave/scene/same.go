package scene

import (
	"fmt"
	"maps"
	"slices"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// Same runs scenes of two forms in every schedule. It returns an error that names the
// first scene in which the forms differ. They differ if an operation of one form
// returns something, or something is left at the end, that occurs in no schedule of the
// other form. executions counts those of both.
func Same(a, b Form, scenes []Scene) (executions int, err error) {
	for _, s := range scenes {
		var outcomes [2]map[string]int
		for i, f := range []Form{a, b} {
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

// Small returns small scenes of a form. They have one deque and one or two thieves of
// each amount, or two owners that steal from each other. If all deques are one queue,
// the thieves push and pop.
func Small(f Form) (all []Scene) {
	const capacity, start = 2, 3 // both indices and slots are about to wrap
	add := func(fill []int, ops ...string) {
		all = append(all, Scene{Form: f, Capacity: capacity, Start: start, Fill: fill, Ops: ops})
	}
	amounts := f.Amounts
	if f.Shared {
		amounts = "+-"
	}
	for _, a := range amounts {
		steal := string(a)
		for fill := range capacity + 1 {
			for _, ops := range Words("+-", 3) {
				add([]int{fill}, ops, steal)
			}
			for _, ops := range Words("+-", 1) {
				add([]int{fill}, ops, steal, steal)
			}
			for other := range capacity + 1 {
				add([]int{fill, other}, steal+"-", steal+"+")
			}
		}
	}
	return all
}

// Words returns every string of n letters of an alphabet.
func Words(alphabet string, n int) (all []string) {
	if n == 0 {
		return []string{""}
	}
	for _, word := range Words(alphabet, n-1) {
		for _, letter := range alphabet {
			all = append(all, word+string(letter))
		}
	}
	return all
}
