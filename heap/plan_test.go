package heap

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestStarts compares every answer with a plain list, for sizes that put one, some and
// many words between two samples.
func TestStarts(t *testing.T) {
	for _, largest := range []uint64{1, 2, 7, 64, 65, 5000} {
		for _, n := range []int{0, 1, startsEvery - 1, startsEvery, startsEvery + 1, 1000} {
			rng := rand.New(rand.NewPCG(largest, uint64(n)))
			s, at := newStarts(0, 0), uint64(1)
			var want []uint64
			for range n {
				s.add(at)
				want = append(want, at)
				at += 1 + rng.Uint64N(largest)
			}
			for i, g := range want {
				require.EqualValues(t, g, s.at(uint32(i)), "object %d of %d, up to %d granules", i, n, largest)
			}
			next := append(slices.Clone(want), at)
			for g := uint64(0); g <= at; g++ {
				k, _ := slices.BinarySearch(next, g+1)
				require.Equal(t, append(next, at)[min(k, n)], s.after(g, at), "after granule %d of %d", g, at)
			}
		}
	}
}

func TestNthBit(t *testing.T) {
	for _, w := range []uint64{1, 1 << 63, math.MaxUint64, 0x8000_0001_8000_0001, 0x5555_5555_5555_5555, 0xff00_0000_0000_00f0} {
		n := 0
		for place := range 64 {
			if w>>place&1 == 1 {
				require.Equal(t, place, nthBit(w, n), "bit %d of %#x", n, w)
				n++
			}
		}
	}
}

// planned makes a heap of the objects with a Plan, in two passes.
func planned(t *testing.T, order []uint32, objects [][]uint32, roots ...uint32) *Heap {
	t.Helper()
	p := NewPlan(0, 0)
	for i, refs := range objects {
		require.EqualValues(t, i, p.Add(uint64(i%3*5), uint64(len(refs))))
	}
	require.Equal(t, len(objects), p.Len())
	if order != nil {
		require.NoError(t, p.Order(slices.Values(order)))
	}
	d, err := p.Draft()
	require.NoError(t, err)
	h := fill(t, d, objects, roots)
	require.EqualValues(t, p.ArenaBytes(), len(h.Arena()))
	return h
}

func fill(t *testing.T, d *Draft, objects [][]uint32, roots []uint32) *Heap {
	t.Helper()
	for i, refs := range objects {
		d.Add(uint64(i%3*5), refs...)
	}
	for _, r := range roots {
		d.Root(r)
	}
	h, err := d.Heap()
	require.NoError(t, err)
	return h
}

// TestPlanAgainstBuilder: two passes make the same heap as a Builder, which has checked
// its own against the oracle elsewhere, in any order.
func TestPlanAgainstBuilder(t *testing.T) {
	for n := range uint32(200) {
		rng := rand.New(rand.NewPCG(uint64(n), 1))
		var b Builder
		objects := make([][]uint32, n)
		order := make([]uint32, n)
		for i := range objects {
			order[i] = uint32(i)
			for range rng.IntN(5) + rng.IntN(2)*rng.IntN(2)*rng.IntN(700) {
				if to := rng.Uint32N(n + 1); to < n {
					objects[i] = append(objects[i], to)
				} else {
					objects[i] = append(objects[i], NoObject)
				}
			}
			b.Add(uint64(i%3*5), objects[i]...)
		}
		roots := slices.Clone(order[n/2:])
		for _, r := range roots {
			b.Root(r)
		}
		for i, refs := range objects {
			require.Equal(t, len(refs), len(b.Refs(uint32(i))))
		}
		for _, order := range [][]uint32{nil, order} {
			rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
			want, err := b.BuildOrdered(order)
			require.NoError(t, err)
			require.NoError(t, want.Check())
			got := planned(t, order, objects, roots...)
			require.Equal(t, want.Arena(), got.Arena())
			require.ElementsMatch(t, want.Roots(), got.Roots())
			require.Equal(t, want.NumEdges(), got.NumEdges())
		}
	}
}

// TestDraftOver: the second draft has nothing of the first, whose heap is empty then.
func TestDraftOver(t *testing.T) {
	p := NewPlan(0, 0)
	objects := [][]uint32{{1, 1, NoObject}, {}, {0, 1}}
	for i, refs := range objects {
		p.Add(uint64(i%3*5), uint64(len(refs)))
	}
	d, err := p.Draft()
	require.NoError(t, err)
	first := fill(t, d, objects, []uint32{2})
	order := []uint32{2, 0, 1}
	require.NoError(t, p.Order(slices.Values(order)))
	d, err = p.DraftOver(first)
	require.NoError(t, err)
	require.Zero(t, first.Granules())
	again := fill(t, d, objects, []uint32{2})
	require.NoError(t, again.Check())
	require.Equal(t, planned(t, order, objects, 2), again)
	_, err = p.DraftOver(first)
	require.EqualError(t, err, "heap: a heap of 0 bytes is no draft of a plan of 80 bytes")
}

// TestPlanErrors: what does not fit the plan is refused, and nothing is written beside the
// arena.
func TestPlanErrors(t *testing.T) {
	for name, c := range map[string]struct {
		fill func(*Draft)
		want string
	}{
		"nothing":                  {func(d *Draft) {}, "0 objects of 2 were filled in"},
		"one object":               {func(d *Draft) { d.Add(0, 1) }, "1 objects of 2 were filled in"},
		"three objects":            {func(d *Draft) { d.Add(0, 1); d.Add(24); d.Add(0) }, "object 2 of 2 was not planned with 0 references and 0 bytes"},
		"a smaller one":            {func(d *Draft) { d.Add(0) }, "object 0 of 2 was not planned with 0 references and 0 bytes"},
		"a larger one":             {func(d *Draft) { d.Add(0, 1, 1, 1) }, "object 0 of 2 was not planned with 3 references"},
		"both in one":              {func(d *Draft) { d.Add(5*GranuleBytes, 1) }, "object 0 of 2 was not planned"},
		"beyond the end":           {func(d *Draft) { d.Add(0, 1); d.Add(1 << 40) }, "object 1 with 0 references and 1099511627776 bytes of payload does not fit"},
		"a reference to nothing":   {func(d *Draft) { d.Add(0, 2) }, "reference 0 of object 0 names object 2 of 2"},
		"a root that is not there": {func(d *Draft) { d.Root(2); d.Root(0); d.Add(0, 1) }, "root 0 names object 2 of 2"},
	} {
		p := NewPlan(0, 0)
		p.Add(0, 1)
		p.Add(24, 0)
		d, err := p.Draft()
		require.NoError(t, err)
		c.fill(d)
		_, err = d.Heap()
		assert.ErrorContains(t, err, c.want, name)
	}
	var p Plan
	p.Add(math.MaxUint64, 0)
	assert.Equal(t, uint32(NoObject), p.Add(0, 0))
	_, err := p.Draft()
	assert.ErrorContains(t, err, "object 0 with 0 references")
	assert.Equal(t, err, p.Order(slices.Values([]uint32{})))
	p = Plan{}
	for range 2 {
		p.Add((math.MaxUint32-1)*GranuleBytes, 0)
	}
	_, err = p.Draft()
	assert.ErrorContains(t, err, "at object")
	assert.ErrorContains(t, p.Order(slices.Values([]uint32{0, 1})), " of 2: ")
	p = Plan{}
	p.Add(0, 0)
	assert.ErrorContains(t, p.Order(slices.Values([]uint32{})), "order has 0 entries for 1 objects")
}

// TestBuilderTakesLittle: the graph takes 2 bytes for each object and 4 for each
// reference, and to build takes 1/64 of the arena and a bit for each object besides.
func TestBuilderTakesLittle(t *testing.T) {
	const n = 100_000
	var b *Builder
	took := allocated(func() {
		b = NewBuilder(n, 2*n)
		for i := range uint32(n) {
			b.Add(8, i, n-1-i)
		}
	})
	require.LessOrEqual(t, took, uint64(2*n+n/8+2*n*refBytes+n/2))
	var h *Heap
	took = allocated(func() { h, _ = b.Build() })
	arena := uint64(len(h.Arena()))
	require.GreaterOrEqual(t, took, arena)
	require.LessOrEqual(t, took, arena+arena/64+n/8+32<<10)
}
