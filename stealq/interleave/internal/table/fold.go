package table

import (
	"fmt"
	"slices"
)

// This file folds the steps of a loop without an end.

// row is a step, or says which steps are not shown in its place.
type row struct {
	number int // of the step, from 0
	thread int
	folded string // "" for a step
}

// rowsOf returns the rows of a table. Only an endless one leaves steps out.
func rowsOf(steps []Step, endless bool) []row {
	if !endless {
		return stepsFrom(steps, 0, len(steps))
	}
	rows := folded(steps)
	if len(rows) <= firstRows+lastRows {
		return rows
	}
	last := rows[len(rows)-lastRows:]
	left := fmt.Sprintf("... %d steps are left out", last[0].number-rows[firstRows].number)
	return slices.Concat(rows[:firstRows], []row{{folded: left}}, last)
}

// stepsFrom are n rows of steps that are shown.
func stepsFrom(steps []Step, first, n int) (rows []row) {
	for i := first; i < first+n; i++ {
		rows = append(rows, row{number: i, thread: steps[i].Thread})
	}
	return rows
}

// folded shows a group of steps once that comes again and again.
func folded(steps []Step) (rows []row) {
	for i := 0; i < len(steps); {
		n, times := repeated(steps[i:])
		rows = append(rows, stepsFrom(steps, i, n)...)
		if i += n; times > 0 {
			r := row{number: i, folded: more(n, times)}
			if n == 1 { // a group may have steps of several threads
				r.thread = steps[i-1].Thread
			}
			rows = append(rows, r)
			i += n * times
		}
	}
	return rows
}

// mostRepeated is the longest group of steps of which repetitions are folded.
const mostRepeated = 8

// repeated returns the length of the shortest group of steps at the beginning that comes at least twice more,
// each time right behind, and how many times more it comes. If there is no such group, it returns one step and 0.
func repeated(steps []Step) (n, times int) {
	for n = 1; n <= mostRepeated; n++ {
		same := 0
		for same+n < len(steps) && steps[same] == steps[same+n] {
			same++
		}
		if times = same / n; times > 1 {
			return n, times
		}
	}
	return 1, 0
}

func more(n, times int) string {
	if n == 1 {
		return fmt.Sprintf("... %d more like this", times)
	}
	return fmt.Sprintf("... these %d steps %d times more", n, times)
}
