package measure

import (
	"context"
	"math"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
)

func testHeap(t *testing.T, objects uint64) (*heap.Heap, *heap.Reached) {
	t.Helper()
	s, err := shape.Parse("random")
	require.NoError(t, err)
	h, err := s.Build(shape.Params{Objects: objects})
	require.NoError(t, err)
	oracle, err := heap.Reachable(h)
	require.NoError(t, err)
	return h, oracle
}

func TestSummarize(t *testing.T) {
	s := Summarize([]float64{5, 1, 4, 2, 3, 6})
	assert.Equal(t, 3.5, s.Median)
	assert.Equal(t, []float64{1, 6}, []float64{s.Lo, s.Hi}, "six samples span their own interval")
	assert.InDelta(t, 2.5/3.5, schema.PlusMinus(s.Median, s.Interval()), 1e-12)
	assert.InDelta(t, math.Sqrt(3.5)/3.5, s.CV, 1e-12)
	assert.Greater(t, s.P95P50, 1.5)

	few := Summarize([]float64{1, 2, 3, 4, 5})
	assert.Nil(t, few.Interval())
	one := Summarize([]float64{7})
	assert.Equal(t, 7.0, one.Median)
	assert.Zero(t, one.CV)
	assert.Equal(t, 1.0, one.P95P50)
}

func TestMarksPerSample(t *testing.T) {
	for mark, want := range map[time.Duration]int{
		0: MaxMarks, 1: MaxMarks, time.Microsecond / 10: MaxMarks, time.Microsecond: 1001, 10 * time.Microsecond: 101,
		MinSample / 2: 3, MinSample: 2, MinSample + 1: 1, time.Hour: 1,
	} {
		assert.Equal(t, want, marksPerSample(MinSample, mark), "%v", mark)
	}
}

// TestSamplesInterleave: each round measures every options once, and the
// series come back in the order of the plan.
func TestSamplesInterleave(t *testing.T) {
	h, oracle := testHeap(t, 500)
	var progress []int
	options := []mark.Options{{Workers: 1}, {Workers: 2}, {Workers: 3}}
	for samples := range 4 {
		progress = nil
		series, err := Run(context.Background(), Plan{Heap: h, Oracle: oracle, Options: options, Samples: samples + 1,
			Progress: func(done, total int) {
				assert.Equal(t, 3*(samples+1), total)
				progress = append(progress, done)
			}})
		require.NoError(t, err)
		assert.Len(t, progress, 3*(samples+1))
		for i, s := range series {
			assert.Equal(t, options[i], s.Options)
			assert.Len(t, s.SamplesNS, samples+1)
			assert.Len(t, s.Stats.Workers, i+1)
			assert.Equal(t, oracle.Count, s.Stats.Marked)
			assert.Positive(t, s.MarksPerSample)
			want, err := heap.Digest(h, oracle)
			require.NoError(t, err)
			assert.Equal(t, want, s.Digest)
		}
	}
}

// TestStatsAreOneSamples: they do not change when the marker marks again, so
// conservation holds in them.
func TestStatsAreOneSamples(t *testing.T) {
	h, oracle := testHeap(t, 5000)
	series, err := Run(context.Background(), Plan{Heap: h, Oracle: oracle, Options: []mark.Options{{Workers: 3}}, Samples: 9})
	require.NoError(t, err)
	sum := series[0].Stats.Sum()
	assert.Equal(t, oracle.Count, sum.Marked)
	assert.Equal(t, sum.Deque.Steals, sum.Deque.Took+sum.Deque.Empty+sum.Deque.Lost)
	low, high := math.Inf(1), 0.0
	for _, ns := range series[0].SamplesNS {
		low, high = min(low, ns), max(high, ns)
	}
	assert.Positive(t, series[0].Stats.Duration)
	assert.LessOrEqual(t, low, series[0].Summary.Median)
	assert.GreaterOrEqual(t, high, series[0].Summary.Median)
}

// TestCollectorIsKeptOut during the samples, and works as before afterwards,
// even if the run fails.
func TestCollectorIsKeptOut(t *testing.T) {
	before := debug.SetGCPercent(77)
	defer debug.SetGCPercent(before)
	h, oracle := testHeap(t, 500)
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	_, err := Run(ctx, Plan{Heap: h, Oracle: oracle, Options: []mark.Options{{Workers: 1}}, Samples: 10, Progress: func(done, _ int) {
		calls++
		percent := debug.SetGCPercent(-1)
		assert.Equal(t, -1, percent)
		if done == 2 {
			cancel()
		}
	}})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, 3, calls)
	assert.Equal(t, 77, debug.SetGCPercent(77))
}

func TestInvalidOptions(t *testing.T) {
	h, _ := testHeap(t, 10)
	_, err := Run(context.Background(), Plan{Heap: h, Options: []mark.Options{{Workers: 1}, {Workers: -1}}, Samples: 1})
	var bad *mark.OptionError
	assert.ErrorAs(t, err, &bad)
	_, err = Verify(context.Background(), h, nil, mark.Options{Grain: -1}, 1)
	assert.ErrorAs(t, err, &bad)
}

func TestVerifyCountsMarks(t *testing.T) {
	h, oracle := testHeap(t, 500)
	stats, err := Verify(context.Background(), h, oracle, mark.Options{Workers: 2}, 5)
	require.NoError(t, err)
	assert.Len(t, stats, 5)
	for _, s := range stats {
		assert.Equal(t, oracle.Count, s.Marked)
		assert.Positive(t, s.Duration)
	}
}

// TestFloorsOfACoarseClock: no floor is better than one of zero.
func TestFloorsOfACoarseClock(t *testing.T) {
	f := floors{all: crews{{workers: 1, ns: []float64{5, 0, 5}}, {workers: 2, ns: []float64{5, 4, 5}}}}
	assert.Nil(t, f.of(1))
	assert.Equal(t, []float64{5, 4, 5}, f.of(2))
	assert.Nil(t, f.of(3))
	assert.NotNil(t, f.all.of(1))
	assert.Nil(t, f.all.of(3))
}

// TestFloorsTakePartInRounds: one sample a round for each number of workers.
func TestFloorsTakePartInRounds(t *testing.T) {
	h, oracle := testHeap(t, 2000)
	options := []mark.Options{{Workers: 1}, {Workers: 2}, {Workers: 1, Grain: 1}}
	series, err := Run(context.Background(), Plan{Heap: h, Oracle: oracle, Options: options, Samples: 3, Floor: true})
	require.NoError(t, err)
	for _, s := range series {
		assert.Len(t, s.FloorNS, 3)
		for _, ns := range s.FloorNS {
			assert.Positive(t, ns)
		}
	}
	assert.Same(t, &series[0].FloorNS[0], &series[2].FloorNS[0])
	assert.NotSame(t, &series[0].FloorNS[0], &series[1].FloorNS[0])

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = Run(ctx, Plan{Heap: h, Options: options, Samples: 3, Floor: true})
	assert.ErrorIs(t, err, context.Canceled)
}
