package mark_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/floor"
)

// BenchmarkMark marks 4 million objects of each shape and reports medians: the
// mark time per live object, the floor that memory sets, and their ratio. The
// two alternate, so that what the machine does meanwhile hits both.
func BenchmarkMark(b *testing.B) {
	for _, s := range shape.Shapes() {
		for _, layout := range []shape.Layout{shape.Alloc, shape.Shuffled} {
			b.Run(fmt.Sprintf("shape=%s/layout=%v", s.Name, layout), func(b *testing.B) {
				h, err := s.Build(shape.Params{Objects: 4_000_000, Seed: 1, Layout: layout})
				require.NoError(b, err)
				under, err := floor.New(context.Background(), h)
				require.NoError(b, err)
				for _, workers := range []int{1, 2} {
					b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) { benchmarkMark(b, h, under, workers) })
				}
			})
		}
	}
}

func benchmarkMark(b *testing.B, h *heap.Heap, under *floor.Floor, workers int) {
	m := newMarker(b, mark.Options{Workers: workers})
	var marks, floors []time.Duration
	live := 0.0
	for b.Loop() {
		r, err := m.MarkHeap(context.Background(), h)
		require.NoError(b, err)
		marks = append(marks, r.Stats.Duration)
		floors = append(floors, under.Measure(workers))
		live = float64(r.Count())
	}
	b.ReportMetric(median(marks)/live, "ns/obj")
	b.ReportMetric(median(floors)/live, "floor-ns/obj")
	b.ReportMetric(median(marks)/median(floors), "x-floor")
}

func median(times []time.Duration) float64 {
	slices.Sort(times)
	return float64(times[len(times)/2])
}
