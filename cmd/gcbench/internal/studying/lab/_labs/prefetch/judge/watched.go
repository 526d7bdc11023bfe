//go:build watched

package main

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/marking"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
)

func mark(h *marking.Heap, marks, _ *marking.Bitmap) {
	answer.Mark(&answer.Heap{Watched: h}, &answer.Bitmap{Watched: marks})
}

func main() {
	judge.Main(
		marking.EverySmallHeap(mark),
		marking.EveryShape(10_000, mark),
		marking.InTime(20_000, mark),
		marking.LongList(1_000_000, mark),
	)
}
