// Command main judges the lab overflow.
package main

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
)

func main() {
	if judge.UnderRace() {
		judge.Main(judge.Check{Name: "many blocks", Asks: "each block is scanned once, and threads share memory through atomics alone", Run: manyBlocks})
	}
	judge.Main(
		judge.EverySchedule("each block is taken once, and none is lost", judge.Programs(listScenes())...),
		judge.Asleep("the same, with a worker that sleeps in Take while another puts a block back 256 times", judge.Programs(sleepScenes())...),
		judge.EverySchedule("the workers end, and not before all work is done", judge.Programs(smallTrees)...).Called("all work done"),
		judge.FewPreemptions(2, "the same with more blocks", judge.Programs(trees)...),
	)
}
