// Command main judges the lab pending.
package main

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/marking"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
)

func mark(h *marking.Heap, marks, pending *marking.Bitmap) { answer.Mark(h, marks, pending) }

func main() {
	judge.Main(
		marking.EverySmallHeap(mark),
		marking.EveryWideHeap(mark),
		marking.EveryShape(5_000, mark),
		marking.FewWords(20_000, mark),
		marking.NoMemory(100_000, mark),
		marking.LongList(1_000_000, mark),
	)
}
