//go:build !watched

// Command main judges the lab prefetch: first which objects an answer touches and when, then
// with a clock.
package main

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/timing"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
	model "github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/model"
	plain "github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/plain"
)

// maker makes the markers of one of the three packages.
func maker[H any, B interface{ Has(uint32) bool }](heap func([]uint64, []uint32) H, bitmap func(int) B, mark func(H, B)) func(*timing.Heap) timing.Marker {
	return func(h *timing.Heap) timing.Marker {
		on, marks := heap(h.Granules, h.Roots), bitmap(len(h.Granules))
		return timing.Marker{Mark: func() { mark(on, marks) }, Has: marks.Has}
	}
}

func main() {
	judge.Main(timing.Faster(2_000_000, &timing.Contest{
		Mine:     maker(answer.NewHeap, answer.NewBitmap, answer.Mark),
		Skeleton: maker(plain.NewHeap, plain.NewBitmap, plain.Mark),
		Answer:   maker(model.NewHeap, model.NewBitmap, model.Mark),
	}))
}
