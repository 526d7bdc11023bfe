//go:build !watched

// Command main judges the lab prefetch: first which objects an answer touches and when, then
// with a clock.
package main

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lab/timing"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
	model "github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/model"
	plain "github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/plain"
)

func mine(h *timing.Heap) timing.Marker {
	on, marks := answer.NewHeap(h.Granules, h.Roots), answer.NewBitmap(len(h.Granules))
	return timing.Marker{Mark: func() { answer.Mark(on, marks) }, Has: marks.Has}
}

func skeleton(h *timing.Heap) timing.Marker {
	on, marks := plain.NewHeap(h.Granules, h.Roots), plain.NewBitmap(len(h.Granules))
	return timing.Marker{Mark: func() { plain.Mark(on, marks) }, Has: marks.Has}
}

func best(h *timing.Heap) timing.Marker {
	on, marks := model.NewHeap(h.Granules, h.Roots), model.NewBitmap(len(h.Granules))
	return timing.Marker{Mark: func() { model.Mark(on, marks) }, Has: marks.Has}
}

func main() {
	judge.Main(timing.Faster(2_000_000, &timing.Contest{Mine: mine, Skeleton: skeleton, Answer: best}))
}
