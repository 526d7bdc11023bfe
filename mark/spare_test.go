package mark_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// smallCall is one of the calls that may leave their Marker for the next one. It returns the result and how many of its nodes, from 0 on, are
// right: each call marks a path of another length.
func smallCall(t *testing.T, random *rand.Rand) (*mark.Result, int) {
	nodes := 1 + random.IntN([]int{10, 300, 5000}[random.IntN(3)])
	far := 1 + random.IntN(nodes)
	path := func(buf []uint32, node uint32) []uint32 {
		if int(node)+1 < far {
			buf = append(buf, node+1)
		}
		return buf
	}
	o := mark.Options{Workers: random.IntN(3)}
	switch random.IntN(6) {
	case 0:
		o.Grain = 1
	case 1:
		o.Tuning.Speculation = tune.SpeculationOff
	case 2:
		var seen atomic.Uint32
		o.Until = func(uint32) bool { seen.Add(1); return false }
		defer func() { assert.GreaterOrEqual(t, seen.Load(), uint32(far)) }()
	}
	var g mark.Digraph = mark.Func{Nodes: nodes, Successors: path}
	switch random.IntN(5) {
	case 0:
		_, err := mark.Graph(t.Context(), mark.Func{Nodes: nodes, Successors: func([]uint32, uint32) []uint32 { panic("in the user's code") }}, []uint32{0}, o)
		assert.ErrorAs(t, err, new(*mark.PanicError))
		_, err = mark.Graph(t.Context(), g, []uint32{uint32(nodes)}, o)
		assert.ErrorContains(t, err, "is node")
	case 1:
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(errors.New("enough"))
		_, err := mark.Graph(ctx, g, []uint32{0}, o)
		assert.ErrorContains(t, err, "enough")
	case 2:
		a, err := mark.AdjacencyFromEdges(nodes, func(yield func(from, to uint32) bool) {
			for i := range uint32(far - 1) {
				if !yield(i, i+1) {
					return
				}
			}
		})
		assert.NoError(t, err)
		g = a
	}
	r, err := mark.Graph(t.Context(), g, []uint32{0}, o)
	assert.NoError(t, err)
	if o.Workers > 1 {
		assert.Equal(t, o.Grain != 1, r.Stats.Plan.Excludes)
	}
	return r, far
}

// TestSmallCalls: whatever calls come one after the other and at once, each result is right, and stays so when later calls use the same Marker.
func TestSmallCalls(t *testing.T) {
	goroutines := runtime.NumGoroutine()
	var all sync.WaitGroup
	for caller := range uint64(4) {
		all.Go(func() {
			random := rand.New(rand.NewPCG(caller, 11))
			results, fars := []*mark.Result{}, []int{}
			for range 150 {
				r, far := smallCall(t, random)
				results, fars = append(results, r), append(fars, far)
			}
			for i, r := range results {
				assert.Equal(t, uint64(fars[i]), r.Count())
				assert.Equal(t, uint64(fars[i]), r.Stats.Marked)
				marked := uint64(0)
				for _, w := range r.Stats.Workers {
					marked += w.Marked
				}
				assert.Equal(t, uint64(fars[i]), marked)
				next := uint32(0)
				for node := range r.All() {
					assert.Equal(t, next, node)
					next++
				}
				assert.Equal(t, fars[i], int(next))
				assert.True(t, slices.IndexFunc(slices.Collect(r.Unreached()), func(node uint32) bool { return int(node) < fars[i] }) < 0)
				assert.Nil(t, r.Timeline())
			}
		})
	}
	all.Wait()
	requireGoroutines(t, goroutines)
}

// TestSmallHeaps: the results of heaps have their own bitmaps, too.
func TestSmallHeaps(t *testing.T) {
	var heaps []*heap.Heap
	var results []*mark.HeapResult
	for i := range uint64(40) {
		s, err := shape.Parse([]string{"tree", "random", "list"}[i%3])
		require.NoError(t, err)
		h, err := s.Build(shape.Params{Objects: 1 + i*30, Seed: i, Layout: shape.Shuffled})
		require.NoError(t, err)
		r, err := mark.Heap(t.Context(), h, mark.Options{})
		require.NoError(t, err)
		heaps, results = append(heaps, h), append(results, r)
	}
	for i, h := range heaps {
		want, err := heap.Reachable(h)
		require.NoError(t, err)
		require.Equal(t, want.Count, results[i].Count())
		require.Equal(t, want.Count, results[i].Marks.Count())
		for id := range results[i].All() {
			require.True(t, want.Has(heap.Ref(id)))
		}
	}
}
