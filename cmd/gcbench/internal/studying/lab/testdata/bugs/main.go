// Command main takes the place of the judge of the lab bugs in a test. It explores every deque
// of the folder with the scenes of both defects of its sort, in every schedule, and with more scenes. It prints a line for each: the
// deque's number from 0, the letter, and a shortest schedule that fails, or "none".
package main

import (
	"fmt"
	"os"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/bugs"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

func main() {
	for i, defect := range bugs.All() {
		explore(i/2, defect.Letter, defect.Scene, interleave.All)
	}
	for number := range bugs.Deques {
		for filled := range 3 {
			for _, owner := range words(3) {
				for _, thief := range []string{"s", "ss"} {
					explore(number, "more", bugs.Scene{Capacity: 2, Filled: filled, Owner: owner, Thief: thief}, interleave.Reduced)
				}
			}
		}
	}
}

// words are the programs of an owner with up to so many calls.
func words(longest int) (all []string) {
	last := []string{""}
	for range longest {
		var next []string
		for _, w := range last {
			next = append(next, w+"+", w+"-")
		}
		last = next
		all = append(all, next...)
	}
	return all
}

func explore(number int, letter string, s bugs.Scene, search interleave.Search) {
	rep := interleave.Explore(program(number, s), interleave.Options{Search: search, Shortest: true})
	if !rep.Complete {
		fmt.Println("not complete")
		os.Exit(1)
	}
	schedule := "none"
	if rep.Failure != nil {
		schedule = rep.Failure.Schedule
	}
	fmt.Println(number, letter, schedule, rep.Executions)
}
