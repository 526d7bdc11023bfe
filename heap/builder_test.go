package heap

import (
	"math"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// allocated returns the number of bytes that f allocates. Tests that use it
// must not run in parallel with others.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestBuilderNumbersObjectsInOrder(t *testing.T) {
	b := NewBuilder(0, 0)
	b.Grow(10, 10)
	for i := range 10 {
		require.Equal(t, i, b.Len())
		require.EqualValues(t, i, b.Add(uint64(i), uint32(9-i))) // half of them forward
		b.Root(uint32(9 - i))
	}
	b.Root(9) // a duplicate
	require.Equal(t, []uint32{9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 9}, b.roots)
	require.Equal(t, []uint32{6}, b.Refs(3))
	b.Refs(3)[0] = NoObject

	h, err := b.Build()
	require.NoError(t, err)
	require.NoError(t, h.Check())
	require.EqualValues(t, 10, h.NumObjects())
	require.EqualValues(t, 9, h.NumEdges())
	require.Len(t, h.Roots(), 11)
	require.Equal(t, h.Roots()[0], h.Roots()[10])

	// A Builder may go on after Build, and the heap does not change with it.
	b.Add(0, 3)
	again, err := b.Build()
	require.NoError(t, err)
	require.EqualValues(t, 11, again.NumObjects())
	require.EqualValues(t, 10, h.NumObjects())
}

func TestBuilderRoundsPayloadUp(t *testing.T) {
	for payload, granules := range map[uint64]uint32{0: 1, 1: 2, 7: 2, 8: 2, 9: 3, 16: 3, 17: 4} {
		var b Builder
		b.Add(payload)
		h, err := b.Build()
		require.NoError(t, err)
		_, size, ok := h.Object(1)
		require.True(t, ok)
		require.Equal(t, granules, size, "payload %d", payload)
	}
}

func TestBuilderRefsDoNotOverlap(t *testing.T) {
	var b Builder
	b.Add(0, 1, 1)
	b.Add(0, 0)
	_ = append(b.Refs(0), 7) // must not write into the references of object 1
	require.Equal(t, []uint32{0}, b.Refs(1))
	require.Empty(t, b.Refs(b.Add(8)))
}

func TestEmptyBuilder(t *testing.T) {
	h, err := new(Builder).Build()
	require.NoError(t, err)
	require.NoError(t, h.Check())
	require.EqualValues(t, 1, h.Granules())
	reached, err := Reachable(h)
	require.NoError(t, err)
	require.Zero(t, reached.Count)
}

func TestBuildErrors(t *testing.T) {
	three := func() *Builder {
		var b Builder
		b.Add(0)
		b.Add(0, 0, 2)
		b.Add(8)
		return &b
	}
	for name, c := range map[string]struct {
		order []uint32
		spoil func(*Builder)
		want  string
	}{
		"reference beyond the end": {nil, func(b *Builder) { b.Refs(1)[1] = 3 }, "reference 1 of object 1 names object 3 of 3"},
		"root beyond the end":      {nil, func(b *Builder) { b.Root(0); b.Root(3) }, "root 1 names object 3 of 3"},
		"nil root":                 {nil, func(b *Builder) { b.Root(NoObject) }, "root 0 names object 4294967295 of 3"},
		"order too short":          {[]uint32{0, 1}, nil, "order has 2 entries for 3 objects"},
		"order empty":              {[]uint32{}, nil, "order has 0 entries for 3 objects"},
		"order too long":           {[]uint32{0, 1, 2, 0}, nil, "order has 4 entries for 3 objects"},
		"order names one twice":    {[]uint32{0, 1, 0}, nil, "entry 2 names object 0 of 3 twice or beyond the end"},
		"order beyond the end":     {[]uint32{0, 3, 1}, nil, "entry 1 names object 3 of 3 twice or beyond the end"},
	} {
		t.Run(name, func(t *testing.T) {
			b := three()
			_, err := b.BuildOrdered(c.order)
			if c.spoil != nil {
				require.NoError(t, err) // it is the spoiling that is refused
				c.spoil(b)
				_, err = b.BuildOrdered(c.order)
			}
			require.ErrorContains(t, err, c.want)
		})
	}
}

// TestBuilderLimits exceeds each limit. None may wrap, and none may cost the
// memory that it forbids.
func TestBuilderLimits(t *testing.T) {
	for name, c := range map[string]struct {
		payloads []uint64
		want     string
	}{
		"object of 2^64-1 bytes":          {[]uint64{math.MaxUint64}, "does not fit"},
		"object of 2^64-8 bytes":          {[]uint64{math.MaxUint64 - 7}, "does not fit"},
		"object one granule too large":    {[]uint64{math.MaxUint32 * GranuleBytes}, "does not fit"},
		"arena one granule too large":     {[]uint64{(math.MaxUint32 - 1) * GranuleBytes, 0}, "the arena exceeds"},
		"two halves and the first":        {[]uint64{16<<30 - 8, 16<<30 - 8}, "the arena exceeds"},
		"sixteen, whose sum wraps a Ref":  {[]uint64{30 << 30, 30 << 30, 30 << 30, 30 << 30}, "the arena exceeds"},
		"an empty object after the limit": {[]uint64{32<<30 - 16, 0, 0, 0}, "the arena exceeds"},
	} {
		t.Run(name, func(t *testing.T) {
			bytes := allocated(func() {
				var b Builder
				for _, p := range c.payloads {
					b.Add(p)
				}
				_, err := b.Build()
				require.ErrorContains(t, err, c.want)
			})
			require.Less(t, bytes, uint64(1<<20))
		})
	}
}

// TestLargestArena places the largest object that there can be, which fills the
// largest arena, without the memory for it, and then one object more.
func TestLargestArena(t *testing.T) {
	if math.MaxInt == math.MaxInt32 {
		t.Skip("a 32-bit platform has a limit of its own")
	}
	var b Builder
	require.EqualValues(t, 0, b.Add((math.MaxUint32-1)*GranuleBytes)) // and one granule of header
	plan, err := b.plan(nil)
	require.NoError(t, err)
	require.Equal(t, []Ref{1}, plan.address)
	require.EqualValues(t, uint64(MaxGranules*GranuleBytes), plan.ArenaBytes())

	b.Add(0)
	_, err = b.Build()
	require.EqualError(t, err, "heap: the arena exceeds 34359738368 bytes at object 1 of 2: "+
		"32-bit references to 8-byte granules reach 32 GiB; use fewer or smaller objects")
}

func TestBuilderErrorsStick(t *testing.T) {
	var b Builder
	require.EqualValues(t, 0, b.Add(0))
	require.Equal(t, uint32(NoObject), b.Add(math.MaxUint64))
	require.Equal(t, uint32(NoObject), b.Add(0))
	b.Root(0)
	require.Equal(t, 1, b.Len())
	require.Empty(t, b.roots)
	_, err := b.Build()
	require.ErrorContains(t, err, "object 1 with 0 references")
	require.ErrorContains(t, err, "18446744073709551615 bytes")
}
