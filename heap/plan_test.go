package heap

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// planned makes a heap of the objects with a Plan, in two passes.
func planned(t *testing.T, order []uint32, objects [][]uint32, roots ...uint32) *Heap {
	t.Helper()
	p := NewPlan(0)
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
	step := uint32(1)
	if testing.Short() {
		step = 9
	}
	for n := uint32(0); n < 200; n += step {
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
			if got := len(b.Refs(uint32(i))); got != len(refs) {
				t.Fatalf("object %d of %d has %d references, and not %d", i, n, got, len(refs))
			}
		}
		for _, order := range [][]uint32{nil, order} {
			rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
			want, err := b.BuildOrdered(order)
			require.NoError(t, err)
			require.NoError(t, want.Check())
			got := planned(t, order, objects, roots...)
			equalHeaps(t, want, got)
		}
	}
}

// TestRecycle: the second draft has nothing of the first, whose heap is empty then.
func TestRecycle(t *testing.T) {
	p := NewPlan(0)
	objects := [][]uint32{{1, 1, NoObject}, {}, {0, 1}}
	for i, refs := range objects {
		p.Add(uint64(i%3*5), uint64(len(refs)))
	}
	d, err := p.Draft()
	require.NoError(t, err)
	first := fill(t, d, objects, []uint32{2})
	order := []uint32{2, 0, 1}
	require.NoError(t, p.Recycle(first))
	require.Zero(t, first.Granules())
	require.NoError(t, p.Order(slices.Values(order)))
	d, err = p.Draft()
	require.NoError(t, err)
	again := fill(t, d, objects, []uint32{2})
	require.NoError(t, again.Check())
	require.Equal(t, planned(t, order, objects, 2), again)
	require.EqualError(t, p.Recycle(first), "heap: a heap of 0 bytes is no draft of a plan of 80 bytes")
	require.Error(t, p.Recycle(mappedTwin(again)), "nobody writes to a mapped file")
}

// TestDraftsShareNothing: a second draft of a plan begins with zeros, and does not change the heap of the first.
func TestDraftsShareNothing(t *testing.T) {
	objects := [][]uint32{{1, 1, NoObject}, {}, {0, 1}}
	p := NewPlan(3)
	for i, refs := range objects {
		p.Add(uint64(i%3*5), uint64(len(refs)))
	}
	d, err := p.Draft()
	require.NoError(t, err)
	first := fill(t, d, objects, nil)
	was := slices.Clone(first.Arena())
	d, err = p.Draft()
	require.NoError(t, err)
	second := fill(t, d, [][]uint32{{NoObject, 2, NoObject}, {}, {NoObject, NoObject}}, nil)
	require.Equal(t, was, first.Arena())
	require.EqualValues(t, 1, second.NumEdges())
	require.NoError(t, second.Check())
}

// TestSetRef: references that are set later make the same heap, and no other place is
// written.
func TestSetRef(t *testing.T) {
	objects := [][]uint32{{1, 1, NoObject}, {}, {0, 1}}
	p := NewPlan(3)
	for i, refs := range objects {
		p.Add(uint64(i%3*5), uint64(len(refs)))
	}
	for _, c := range []struct {
		set  [][3]uint32
		want string
	}{
		{[][3]uint32{{2, 1, 1}, {0, 0, 1}, {2, 0, 0}, {0, 1, 1}}, ""},
		{[][3]uint32{{3, 0, 0}}, "object 3 was not filled in before its reference 0 was set"},
		{[][3]uint32{{1, 0, 0}}, "reference 0 of object 1 was set: it has 0"},
		{[][3]uint32{{0, 3, 0}}, "reference 3 of object 0 was set: it has 3"},
		{[][3]uint32{{0, 0, 3}}, "reference 0 of object 0 names object 3 of 3"},
	} {
		d, err := p.Draft()
		require.NoError(t, err)
		for i, refs := range objects {
			d.Add(uint64(i%3*5), slices.Repeat([]uint32{NoObject}, len(refs))...)
		}
		for _, s := range c.set {
			d.SetRef(s[0], s[1], s[2])
		}
		d.Root(2)
		h, err := d.Heap()
		if c.want == "" {
			require.NoError(t, err)
			require.Equal(t, planned(t, nil, objects, 2), h)
			continue
		}
		require.ErrorContains(t, err, c.want)
	}
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
		"a smaller one":            {func(d *Draft) { d.Add(0); d.Add(24) }, "other sizes than were planned"},
		"a larger one":             {func(d *Draft) { d.Add(0, 1, 1, 1); d.Add(24) }, "other sizes"},
		"both in one":              {func(d *Draft) { d.Add(4*GranuleBytes, 1); d.Add(0) }, "other sizes"},
		"larger than the arena":    {func(d *Draft) { d.Add(5*GranuleBytes, 1) }, "object 0 of 2 was not planned with 1 references and 40 bytes"},
		"beyond the end":           {func(d *Draft) { d.Add(0, 1); d.Add(1 << 40) }, "object 1 with 0 references and 1099511627776 bytes of payload does not fit"},
		"a reference to nothing":   {func(d *Draft) { d.Add(0, 2) }, "reference 0 of object 0 names object 2 of 2"},
		"a root that is not there": {func(d *Draft) { d.Root(2); d.Root(0); d.Add(0, 1) }, "root 0 names object 2 of 2"},
	} {
		p := NewPlan(0)
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

// TestExtentAtTheLimit: an arena may be as large as references reach, and not one granule larger. The first
// object beyond is remembered.
func TestExtentAtTheLimit(t *testing.T) {
	if math.MaxInt < MaxGranules*GranuleBytes {
		t.Skip("this platform addresses less")
	}
	var e extent
	at, ok := e.add(5)
	require.Equal(t, []any{uint64(1), true}, []any{at, ok})
	at, ok = e.add(MaxGranules - 6)
	require.Equal(t, []any{uint64(6), true}, []any{at, ok})
	require.NoError(t, e.check())
	for range 2 {
		_, ok = e.add(1)
		require.False(t, ok)
	}
	require.ErrorContains(t, e.check(), "the arena exceeds 34359738368 bytes at object 2 of 4: ")
}

// TestBuilderTakesLittle: the graph takes 2 bytes for each object and 4 for each
// reference, and to build takes the arena and 4 bytes for each object.
func TestBuilderTakesLittle(t *testing.T) {
	if raced {
		t.Skip("the race detector makes slices.Grow allocate twice")
	}
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
	require.LessOrEqual(t, took, arena+4*n+32<<10)
}

// TestOrderOnce: a second order would take the sizes from addresses that are no longer in order.
func TestOrderOnce(t *testing.T) {
	p := NewPlan(3)
	for i := range uint64(3) {
		p.Add(0, 2*i)
	}
	require.NoError(t, p.Order(slices.Values([]uint32{2, 0, 1})))
	require.ErrorContains(t, p.Order(slices.Values([]uint32{0, 1, 2})), "call Order once")
	_, err := p.Draft()
	require.Error(t, err)
}
