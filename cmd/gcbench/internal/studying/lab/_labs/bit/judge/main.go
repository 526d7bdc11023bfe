// Command main judges the lab bit.
package main

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/variants"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
)

func main() {
	if judge.UnderRace() {
		judge.Main(judge.Check{Name: "no data race", Asks: "workers share memory through atomics alone", Run: crowd})
	}
	judge.Main(judge.EverySchedule("of all workers that claim a bit, exactly one has claimed it, and no bit is lost", judge.Programs(scenes())...))
}

const (
	workers = 4
	shared  = 1000 // bits that all of them claim
)

// crowd is workers in real threads, which claim the same bits in different orders.
func crowd() (string, *verdict.Fault) {
	var wins [shared]atomic.Uint32
	bitmap := answer.New(shared)
	var all sync.WaitGroup
	for worker := range workers {
		all.Go(func() {
			for _, i := range rand.New(rand.NewPCG(1, uint64(worker))).Perm(shared) {
				if answer.Claim(bitmap, i) != variants.Before(student) {
					wins[i].Add(1)
				}
			}
		})
	}
	all.Wait()
	for i := range wins {
		if n := wins[i].Load(); n != 1 {
			return "", judge.Fault("%d workers claim %d bits: %d of them were told that they have claimed bit %d, want 1", workers, shared, n, i)
		}
	}
	return fmt.Sprintf("%d workers, %d bits", workers, shared), nil
}
