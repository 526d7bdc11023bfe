package measure

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
)

// TestTurnsAlternate: no run always follows the same neighbour. None follows the reference, which leaves
// the caches cold: a mark that is no sample does.
func TestTurnsAlternate(t *testing.T) {
	h, oracle := testHeap(t, 50)
	for _, c := range []struct {
		samples   int
		reference *Reference
		want      []int
	}{
		{1, nil, []int{1, 2, 3}},
		{2, nil, []int{1, 2, 3, 3, 2, 1}},
		{3, nil, []int{1, 2, 3, 3, 2, 1, 1, 2, 3}},
		{3, newReference(64), []int{1, 1, 2, 3, 3, 3, 2, 1, 1, 1, 2, 3}},
	} {
		p := Plan{Heap: h, Oracle: oracle, Samples: c.samples}
		var order []int
		var runs []*run
		for grain := 1; grain < 4; grain++ {
			o := mark.Options{Workers: 1, Grain: grain, Until: func(object uint32) bool { // each mark asks once about the first root
				if heap.Ref(object) == h.Roots()[0] {
					order = append(order, grain)
				}
				return false
			}}
			m, err := mark.New(o)
			require.NoError(t, err)
			defer m.Close()
			runs = append(runs, &run{plan: &p, marker: m, series: Series{Options: o, MarksPerSample: 1}})
		}
		require.NoError(t, takeTurns(t.Context(), &p, runs, floors{}, &references{work: c.reference}))
		assert.Equal(t, c.want, order)
		for i, r := range runs {
			assert.Equal(t, i+1, r.series.Options.Grain, "in the order of the plan")
			assert.Len(t, r.series.SamplesNS, c.samples)
		}
	}
}

// TestStatsOfTheMedian: the statistics are of the sample that is nearest to the median.
func TestStatsOfTheMedian(t *testing.T) {
	s, err := newSampler(t)
	require.NoError(t, err)
	defer s.Close()
	s.run.series.SamplesNS = []float64{900, 100, 310, 300, 500}
	s.run.stats = nil
	for _, ns := range s.run.series.SamplesNS {
		s.run.stats = append(s.run.stats, stats.Mark{Duration: time.Duration(ns)})
	}
	series, err := s.run.finish(t.Context())
	require.NoError(t, err)
	assert.Equal(t, time.Duration(310), series.Stats.Duration)
}

func newSampler(t *testing.T) (*Sampler, error) {
	h, oracle := testHeap(t, 50)
	return NewSampler(t.Context(), h, oracle, mark.Options{Workers: 1})
}

// TestCountIsVerified: a mark whose bitmap is right must have counted right, too.
func TestCountIsVerified(t *testing.T) {
	s, err := newSampler(t)
	require.NoError(t, err)
	defer s.Close()
	res, err := s.run.mark(t.Context())
	require.NoError(t, err)
	res.Stats.Marked++
	assert.ErrorContains(t, s.run.verify(res), "objects were counted as marked, ")
}
