package main

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
)

// manyBlocks lets four threads work on a tree of many blocks, several times.
func manyBlocks() (string, *verdict.Fault) {
	const rounds, blocks, workers = 20, 2000, 4
	for round := range rounds {
		list := answer.New(blocks)
		list.Put(1)
		scans := make([]atomic.Int32, blocks+1)
		// Block b holds the next few blocks of each round's own tree: 1 to 3 of them.
		fan := uint64(round%3 + 1)
		var all sync.WaitGroup
		for range workers {
			all.Go(func() {
				list.Work(func(b uint64) (found []uint64) {
					scans[b].Add(1)
					for i := range fan {
						if child := (b-1)*fan + 2 + i; child <= blocks {
							found = append(found, child)
						}
					}
					return found
				})
			})
		}
		all.Wait()
		for b := 1; b <= blocks; b++ {
			if n := scans[b].Load(); n != 1 {
				return "", judge.Fault("with %d workers and %d blocks, block %d was scanned %d times: want once", workers, blocks, b, n)
			}
		}
	}
	return fmt.Sprintf("%d rounds of %d blocks, %d workers", rounds, blocks, workers), nil
}
