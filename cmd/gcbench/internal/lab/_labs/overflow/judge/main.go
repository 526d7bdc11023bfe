// Command main judges the lab overflow.
package main

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lab/judge"
)

func main() {
	if judge.UnderRace() {
		judge.Main(judge.Check{Name: "many blocks", Asks: "each block is scanned once, and threads share memory through atomics alone", Run: manyBlocks})
	}
	puts := listPrograms()
	judge.Main(
		judge.EverySchedule("each block is taken once, and none is lost", puts...),
		judge.NobodyWaits("a worker that stops in Put or Take stops nobody else", stopPrograms()...),
		judge.EverySchedule("the workers end, and not before all work is done", workPrograms()...),
	)
}
