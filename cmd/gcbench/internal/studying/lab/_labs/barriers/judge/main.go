// Command main judges the labs barrier-insert and barrier-delete.
package main

import (
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
)

func main() {
	if judge.UnderRace() {
		judge.Main(judge.Check{Name: "many marks", Asks: "no object is lost, and threads share memory through atomics and locks alone", Run: manyMarks})
	}
	checks := []judge.Check{
		judge.EverySchedule("no object is lost, and none is marked without need", judge.Programs(short())...),
		judge.EverySchedule("the same with longer programs", judge.Programs(long())...).Called("longer programs"),
		judge.FewPreemptions(2, "the same while two mutators run", judge.Programs(both())...),
	}
	if answer.ShadesNew {
		checks = append(checks, judge.EverySchedule("an object that is stored is not white any more", judge.Programs(alone())...).Called("stored objects"))
	}
	judge.Main(checks...)
}

// The marks of real threads: how many, and of each the mutators and their operations.
const rounds, mutators, operations = 400, 3, 40

// manyMarks lets real threads run mutators and the marker.
func manyMarks() (string, *verdict.Fault) {
	for round := range uint64(rounds) {
		h := answer.NewHeap(0, 2, 3, 1, 5, 6, 4, 8, 0)
		var stacks []*answer.Mutator
		for i := range uint64(mutators) {
			stacks = append(stacks, h.NewMutator(i+1, i+4))
		}
		var all sync.WaitGroup
		for i, m := range stacks {
			all.Go(func() {
				r := rand.New(rand.NewPCG(round, uint64(i)))
				for range operations {
					op{kind(r.IntN(2)), r.IntN(answer.None), r.IntN(answer.None + 1)}.carryOut(m)
				}
			})
		}
		all.Go(h.Mark)
		all.Wait()
		if wrong := lost(h, h.Newest.Load(), stacks); wrong != "" {
			return "", judge.Fault("with %d mutators in threads, %s", mutators, wrong)
		}
	}
	return fmt.Sprintf("%d marks, %d mutators, %d operations of each", rounds, mutators, operations), nil
}
