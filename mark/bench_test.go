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
	"github.com/seed-3ccf4018/halfmark/mark/tune"
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

// BenchmarkSmall marks heaps that lie in the caches, where each step that a mark makes once counts. The cost of a
// change shows in the medians over several orders of functions: see docs/measuring.md.
func BenchmarkSmall(b *testing.B) {
	for _, objects := range []uint64{1, 1000, 20_000} {
		for _, name := range []string{"tree", "random", "list", "grid", "app", "wide", "uniform"} {
			s, err := shape.Parse(name)
			require.NoError(b, err)
			h, err := s.Build(shape.Params{Objects: objects, Seed: 1, Layout: shape.Shuffled})
			require.NoError(b, err)
			for _, workers := range []int{1, 2} {
				b.Run(fmt.Sprintf("objects=%d/shape=%s/workers=%d", objects, name, workers), func(b *testing.B) {
					m := newMarker(b, mark.Options{Workers: workers})
					for b.Loop() {
						_, err = m.MarkHeap(context.Background(), h)
					}
					require.NoError(b, err)
				})
			}
		}
	}
}

func median(times []time.Duration) float64 {
	slices.Sort(times)
	return float64(times[len(times)/2])
}

// BenchmarkTimeline marks 4 million objects without and with a timeline, in turns, and reports the
// median time of both and their ratio.
func BenchmarkTimeline(b *testing.B) {
	for _, name := range []string{"tree", "random", "list"} {
		s, err := shape.Parse(name)
		require.NoError(b, err)
		h, err := s.Build(shape.Params{Objects: 4_000_000, Seed: 1, Layout: shape.Shuffled})
		require.NoError(b, err)
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("shape=%s/workers=%d", name, workers), func(b *testing.B) { benchmarkTimeline(b, h, workers) })
		}
	}
}

func benchmarkTimeline(b *testing.B, h *heap.Heap, workers int) {
	options := mark.Options{Workers: workers, Tuning: tune.Tuning{Speculation: tune.SpeculationAuto}}
	off := newMarker(b, options)
	options.Timeline = 1 << 16
	on := newMarker(b, options)
	times := map[*mark.Marker][]time.Duration{}
	turns := []*mark.Marker{off, on}
	for b.Loop() {
		for _, m := range turns {
			r, err := m.MarkHeap(context.Background(), h)
			require.NoError(b, err)
			times[m] = append(times[m], r.Stats.Duration)
		}
		slices.Reverse(turns)
	}
	b.ReportMetric(median(times[off])/1e6, "off-ms")
	b.ReportMetric(median(times[on])/1e6, "on-ms")
	b.ReportMetric(median(times[on])/median(times[off]), "on/off")
}
