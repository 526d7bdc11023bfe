package mark_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
)

func BenchmarkFloor(b *testing.B) {
	for _, s := range shape.Shapes() {
		h, err := s.Build(shape.Params{Objects: 4_000_000, Seed: 1, Layout: shape.Shuffled})
		require.NoError(b, err)
		f, err := mark.NewFloor(context.Background(), h)
		require.NoError(b, err)
		m1 := newMarker(b, mark.Options{Workers: 1})
		m2 := newMarker(b, mark.Options{Workers: 2})
		b.Run("shape="+s.Name, func(b *testing.B) {
			best := [4]float64{1e18, 1e18, 1e18, 1e18}
			live := 0.0
			for b.Loop() {
				r1, _ := m1.Heap(context.Background(), h)
				live = float64(r1.Count())
				best[0] = min(best[0], float64(r1.Stats.Duration))
				r2, _ := m2.Heap(context.Background(), h)
				best[1] = min(best[1], float64(r2.Stats.Duration))
				best[2] = min(best[2], float64(f.Measure(1)))
				best[3] = min(best[3], float64(f.Measure(2)))
			}
			b.ReportMetric(best[0]/live, "m1")
			b.ReportMetric(best[1]/live, "m2")
			b.ReportMetric(best[2]/live, "f1")
			b.ReportMetric(best[3]/live, "f2")
			b.ReportMetric(best[0]/best[2], "r1")
			b.ReportMetric(best[1]/best[3], "r2")
		})
	}
}
