// Command main judges the lab termination.
package main

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
)

func main() {
	if judge.UnderRace() {
		judge.Main(judge.Check{Name: "many marks", Asks: "each object is scanned once, and threads share memory through atomics alone", Run: manyMarks})
	}
	judge.Main(
		judge.EverySchedule("all workers end, and not before all objects have been scanned", judge.Programs(smallest)...),
		judge.FewPreemptions(3, "the same, when a worker finds more work", judge.Programs(two)...),
		judge.FewPreemptions(2, "the same with three workers", judge.Programs(three)...),
	)
}

// manyMarks lets four threads mark the same objects again and again. Each object holds two
// more, and the places are one to three.
func manyMarks() (string, *verdict.Fault) {
	const rounds, objects, workers = 300, 63, 4
	for round := range rounds {
		crew := answer.New(workers, round%3+1)
		crew.Put(1)
		if o, n := judge.Crowd(workers, objects, 2, crew.Work); o > 0 {
			return "", judge.Fault("with %d workers, object %d of %d was scanned %d times: want once", workers, o, objects, n)
		}
	}
	return fmt.Sprintf("%d marks of %d objects, %d workers", rounds, objects, workers), nil
}
