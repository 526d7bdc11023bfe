package mark_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// BenchmarkMark marks a million objects of each shape, shuffled, and reports
// the mark time alone, per live object.
func BenchmarkMark(b *testing.B) {
	for _, s := range shape.Shapes() {
		h, err := s.Build(shape.Params{Objects: 1_000_000, Seed: 1, Layout: shape.Shuffled})
		if err != nil {
			b.Fatal(err)
		}
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("shape=%s/workers=%d", s.Name, workers), func(b *testing.B) {
				m := newMarker(b, mark.Options{Workers: workers})
				var total, live float64
				for b.Loop() {
					r, err := m.Heap(context.Background(), h)
					if err != nil {
						b.Fatal(err)
					}
					total += float64(r.Stats.Duration)
					live += float64(r.Count())
				}
				b.ReportMetric(total/live, "ns/obj")
			})
		}
	}
}
