package main

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
)

// manyBlocks lets four threads work on a tree of many blocks, several times. Each round has
// another tree, in which a block holds 1 to 3 others.
func manyBlocks() (string, *verdict.Fault) {
	const rounds, blocks, workers = 20, 2000, 4
	for round := range rounds {
		list := answer.New(blocks)
		list.Put(1)
		if b, n := judge.Crowd(workers, blocks, round%3+1, list.Work); b > 0 {
			return "", judge.Fault("with %d workers and %d blocks, block %d was scanned %d times: want once", workers, blocks, b, n)
		}
	}
	return fmt.Sprintf("%d rounds of %d blocks, %d workers", rounds, blocks, workers), nil
}
