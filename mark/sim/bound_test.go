package sim_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// graph builds a heap from the targets of each object's references.
func graph(t testing.TB, roots []uint32, targets ...[]uint32) *heap.Heap {
	t.Helper()
	var b heap.Builder
	for _, to := range targets {
		b.Add(0, to...)
	}
	for _, r := range roots {
		b.Root(r)
	}
	h, err := b.Build()
	require.NoError(t, err)
	return h
}

// primes are costs whose sums are told apart.
func primes() costs.Costs {
	return costs.Costs{
		Object: 1009, Ref: 13, Miss: 10007, Claim: 3, Chunk: 31, Push: 17, Attempt: 101, Lost: 53,
		Overflow: 37, Pend: 11, Look: 2, Yield: 97, Wake: 1511, WakeDelay: 997,
	}
}

func bounds(t testing.TB, h *heap.Heap, c costs.Costs) *costs.Bound {
	t.Helper()
	b, err := costs.Bounds(context.Background(), h, c)
	require.NoError(t, err)
	return b
}

func TestBoundsByHand(t *testing.T) {
	const (
		object, ref, miss, chunk = 1009, 13, 10007, 31
		roots                    = chunk + miss + ref // one chunk with one root
	)
	hub := func(refs int) [][]uint32 {
		targets := make([][]uint32, 1+refs)
		for i := range uint32(refs) {
			targets[0] = append(targets[0], 1+i)
		}
		return targets
	}
	for _, c := range []struct {
		name       string
		heap       *heap.Heap
		work, span time.Duration
		live       uint64
	}{
		{"nothing", graph(t, nil, nil), 0, 0, 0},
		{"one object", graph(t, []uint32{0}, nil, nil), roots + object, roots + miss + object, 1},
		{"chain", graph(t, []uint32{0}, []uint32{1}, []uint32{2}, nil),
			roots + 3*object + 2*ref, roots + 3*(miss+object) + 2*ref, 3},
		{"cycle", graph(t, []uint32{0}, []uint32{1}, []uint32{0}),
			roots + 2*object + 2*ref, roots + 2*(miss+object) + 2*ref, 2},
		{"the short way round a diamond", graph(t, []uint32{0}, []uint32{1, 3}, []uint32{2}, []uint32{3}, nil),
			roots + 4*object + 4*ref, roots + 3*(miss+object) + 4*ref, 4},
		{"the way with fewer references", graph(t, []uint32{0}, []uint32{1, 2}, []uint32{3}, []uint32{3, 3, 3}, nil),
			roots + 4*object + 6*ref, roots + 3*(miss+object) + 3*ref, 4},
		{"an object as large as a chunk", graph(t, []uint32{0}, hub(512)...),
			roots + 513*object + 512*ref, roots + miss + object + 512*ref + miss + object, 513},
		{"a huge object's chunks at once", graph(t, []uint32{0}, hub(600)...),
			roots + object + 2*(chunk+miss) + 600*ref + 600*object, roots + miss + object + chunk + miss + 512*ref + miss + object, 601},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := bounds(t, c.heap, primes())
			require.Equal(t, costs.Bound{Work: c.work, Span: c.span, Live: c.live}, *b)
		})
	}
}

// Bounds against relaxing all edges until nothing changes, on random heaps.
func TestSpanAgreesWithRelaxation(t *testing.T) {
	for seed := uint64(1); seed <= 60; seed++ {
		random := rand.New(rand.NewPCG(seed, 7))
		n := 1 + random.IntN(60)
		targets := make([][]uint32, n)
		for i := range targets {
			targets[i] = make([]uint32, random.IntN(5))
			for k := range targets[i] {
				targets[i][k] = uint32(random.IntN(n))
			}
		}
		c := randomCosts(random)
		h := graph(t, []uint32{0}, targets...)
		scan := func(i int) time.Duration { return c.Miss + c.Object + time.Duration(len(targets[i]))*c.Ref }
		earliest := map[int]time.Duration{0: c.Chunk + c.Miss + c.Ref}
		for changed := true; changed; {
			changed = false
			for i, at := range earliest {
				for _, to := range targets[i] {
					if old, known := earliest[int(to)]; !known || at+scan(i) < old {
						earliest[int(to)], changed = at+scan(i), true
					}
				}
			}
		}
		span := time.Duration(0)
		for i, at := range earliest {
			span = max(span, at+scan(i))
		}
		b := bounds(t, h, c)
		require.Equal(t, span, b.Span, "seed %d; to repeat: go test ./mark/sim -run TestSpanAgreesWithRelaxation", seed)
		require.EqualValues(t, len(earliest), b.Live)
	}
}

func randomCosts(random *rand.Rand) costs.Costs {
	var c costs.Costs
	for _, f := range c.Fields() {
		*f.Value = f.Least + time.Duration(random.IntN(300))
	}
	return c
}

// No mark is faster than its bounds, whatever costs and policies are, and
// speedups are within the limits that follow.
func TestNoMarkBeatsItsBounds(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	tight := 0
	every := 2 // policies of a heap; the next heap has others
	if testing.Short() {
		every = 4
	}
	for k, h := range heaps(t, sized(250)) {
		for i, o := range policies() {
			if (i+k)%every > 0 {
				continue
			}
			c := sim.Config{Options: o, Costs: randomCosts(random)}
			curve, err := sim.Sweep(context.Background(), h.Heap, c, []int{1, 2, 3, 16, 90})
			require.NoError(t, err)
			require.Len(t, curve.Points, 5)
			require.Equal(t, 1.0, curve.Points[0].Speedup)
			for i, p := range curve.Points {
				require.Equal(t, []int{1, 2, 3, 16, 90}[i], p.Workers)
				require.GreaterOrEqual(t, p.Makespan, curve.Bound.Span, "%s by %d workers: %+v", h.name, p.Workers, c)
				require.GreaterOrEqual(t, p.Makespan, curve.Bound.Work/time.Duration(p.Workers), "%s by %d workers: %+v", h.name, p.Workers, c)
				require.LessOrEqual(t, p.Speedup, p.Limit)
				require.LessOrEqual(t, p.Speedup, curve.Ceiling())
				require.LessOrEqual(t, p.Limit, curve.Ceiling())
				if p.Speedup > 0.9*p.Limit {
					tight++
				}
			}
			require.Equal(t, curve.Bound.Live, curve.One.Marked)
		}
	}
	require.Greater(t, tight, 20, "limits that nothing comes near show nothing")
}

// A list by one worker takes its span, and two looks to see that it is over.
func TestListTakesItsSpan(t *testing.T) {
	h := build(t, "list", 2000)
	c := primes()
	for _, n := range []int{1, 2, 100} {
		r := run(t, h, sim.Config{Options: mark.Options{Workers: n, Tuning: tune.Tuning{Marking: tune.MarkingShared}}, Costs: c})
		looks := 2 * time.Duration(n) * c.Look
		require.Equal(t, bounds(t, h, c).Span+looks, r.Makespan, "%d workers", n)
		require.Equal(t, looks, r.Termination)
		require.Equal(t, time.Duration(n)*r.Makespan-(r.Makespan-looks), r.Starved, "all but the first worker wait all the time")
	}
}
