package sim

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func dagOf(t *testing.T, o DagOptions) DagResult {
	t.Helper()
	r, err := Dag(o)
	require.NoError(t, err)
	return r
}

// TestDagShapes: a balanced dag has 2^depth - 1 nodes; every path of an unbalanced
// one ends at its depth, and its forks are apart as an exponential distribution
// has it.
func TestDagShapes(t *testing.T) {
	for depth := 1; depth <= 12; depth++ {
		r := dagOf(t, DagOptions{Conventional, Balanced, depth, 1, 0})
		assert.EqualValues(t, 1<<depth-1, r.Work)
		assert.Equal(t, depth, r.Span)
	}
	gaps, forks := 0.0, 0.0
	for seed := range uint64(200) {
		const depth = 60
		var walk func(v node, at int)
		walk = func(v node, at int) {
			first, second, enabled := v.execute()
			if enabled == 0 {
				require.Equal(t, depth, at)
				return
			}
			walk(first, at+1)
			if enabled == 2 {
				gaps += float64(first.gap()) + float64(second.gap())
				forks += 2
				walk(second, at+1)
			}
		}
		walk(root(Unbalanced, depth, seed), 1)
	}
	mean := 1 / (1 - math.Exp(-ForkRate)) // of an exponential distance rounded up
	assert.Greater(t, forks, 1000.0)
	assert.InEpsilon(t, mean, gaps/forks, 0.1)
}

// TestSingleProcessor: alone, LowCost pays nothing at all, and Conventional two
// fences for each node that goes through its deque.
//
// Reference: Rito and Paulino 2022, section 5, figure 2c.
func TestSingleProcessor(t *testing.T) {
	for _, shape := range DagShapes() {
		for _, depth := range []int{1, 2, 5, 14} {
			low := dagOf(t, DagOptions{LowCost, shape, depth, 1, 5})
			assert.Zero(t, low.Synchronization()+low.Notifications+low.Attempts)
			assert.Equal(t, low.Work, low.Steps)
			shared := dagOf(t, DagOptions{Conventional, shape, depth, 1, 5})
			assert.Equal(t, 2*shared.Pushes, shared.Fences)
			assert.Equal(t, low.Work, shared.Work)
		}
	}
}

// TestSpanNotWork: attempts, and what LowCost pays, are a constant times P and
// the span, while the work grows five-hundredfold and more; what Conventional pays
// is the work.
//
// Reference: Rito and Paulino 2022, lemma 4.9 and theorem 4.11.
func TestSpanNotWork(t *testing.T) {
	perSpan := func(scheduler DagScheduler, shape DagShape, depth, p int) (synchronization, attempts, perWork float64) {
		for seed := range uint64(3) {
			r := dagOf(t, DagOptions{scheduler, shape, depth, p, seed})
			checkDag(t, DagOptions{scheduler, shape, depth, p, seed}, &r)
			synchronization += float64(r.Synchronization()) / float64(p*depth) / 3
			attempts += float64(r.Attempts) / float64(p*depth) / 3
			perWork += float64(r.Synchronization()) / float64(r.Work) / 3
		}
		return synchronization, attempts, perWork
	}
	for _, p := range []int{2, 8, 64} {
		for _, depth := range []int{8, 12, 17} {
			low, attempts, _ := perSpan(LowCost, Balanced, depth, p)
			assert.Less(t, low, 12.0, "%d processors, depth %d", p, depth)
			assert.Less(t, attempts, 6.0)
			_, attempts, perWork := perSpan(Conventional, Balanced, depth, p)
			assert.Less(t, attempts, 6.0)
			assert.Greater(t, perWork, 0.99)
		}
		for _, depth := range []int{40, 100, 180} {
			low, attempts, _ := perSpan(LowCost, Unbalanced, depth, p)
			assert.Less(t, low, 4.0)
			assert.Less(t, attempts, 2.0)
		}
	}
}

// TestDagDeterminism: the same options give the same counts; another seed another
// choice of victims, and another unbalanced dag.
func TestDagDeterminism(t *testing.T) {
	for _, shape := range DagShapes() {
		for _, scheduler := range []DagScheduler{Conventional, LowCost} {
			o := DagOptions{scheduler, shape, 12, 6, 1}
			if shape == Unbalanced {
				o.Depth = 90
			}
			first := dagOf(t, o)
			assert.Equal(t, first, dagOf(t, o))
			o.Seed++
			other := dagOf(t, o)
			assert.NotEqual(t, first, other)
			assert.Equal(t, shape == Balanced, first.Work == other.Work)
		}
	}
}

func TestDagOptions(t *testing.T) {
	good := DagOptions{Processors: 1, Depth: 1}
	dagOf(t, good)
	for says, spoil := range map[string]func(*DagOptions){
		"scheduler 2":        func(o *DagOptions) { o.Scheduler = 2 },
		"shape 2":            func(o *DagOptions) { o.Shape = 2 },
		"depth 0":            func(o *DagOptions) { o.Depth = 0 },
		"balanced: it must":  func(o *DagOptions) { o.Depth = Balanced.MaxDepth() + 1 },
		"unbalanced: it mus": func(o *DagOptions) { o.Shape, o.Depth = Unbalanced, Unbalanced.MaxDepth()+1 },
		"0 processors":       func(o *DagOptions) { o.Processors = 0 },
		"processors: there":  func(o *DagOptions) { o.Processors = MaxDagProcessors + 1 },
	} {
		bad := good
		spoil(&bad)
		_, err := Dag(bad)
		require.ErrorContains(t, err, says)
	}
}
