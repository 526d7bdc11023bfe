package why

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source/sourcetest"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
)

// explained explains the last object of the heap.
func explained(t *testing.T, h *source.Heap, whole bool) Reason {
	t.Helper()
	g, last := h.Graph(), h.Numbered()[h.NumObjects()-1]
	path, err := reach.Path(t.Context(), g, g.Roots(), uint32(last), mark.Options{})
	require.NoError(t, err)
	return Explain(h, "x", last, path, whole)
}

func flat(int) uint64 { return 0 }

// TestLongPathsAreFolded: from 22 objects on the middle is left out, unless all are wanted.
func TestLongPathsAreFolded(t *testing.T) {
	for n := 1; n < 40; n++ {
		h := sourcetest.Chain(t, n, flat)
		r := explained(t, h, false)
		require.Equal(t, n-1, r.Distance)
		if n <= 2*ends+1 {
			require.Nil(t, r.Omitted, n)
			require.Len(t, r.Path, n)
		} else {
			require.Equal(t, &Omitted{From: ends, To: n - ends - 1, Alike: true}, r.Omitted)
			require.Len(t, r.Path, 2*ends)
		}
		whole := explained(t, h, true)
		require.Len(t, whole.Path, n)
		require.Nil(t, whole.Omitted)
		for i, s := range whole.Path {
			require.Equal(t, i, s.Distance)
			require.Equal(t, uint64(i), s.Number)
			if i < n-1 {
				require.Equal(t, &Next{Reference: 1, References: 3}, s.Next, "nil references do not count")
			} else {
				require.Nil(t, s.Next)
			}
			if k := slices.IndexFunc(r.Path, func(o Step) bool { return o.Distance == i }); k >= 0 {
				require.Equal(t, s, r.Path[k])
			} else {
				require.True(t, r.Omitted.From <= i && i <= r.Omitted.To)
			}
		}
	}
}

// TestAlike: one object of another size among those that are left out is no list.
func TestAlike(t *testing.T) {
	for odd := range 30 {
		h := sourcetest.Chain(t, 30, func(i int) uint64 {
			if i == odd {
				return 64
			}
			return 0
		})
		r := explained(t, h, false)
		assert.Equal(t, odd < ends-1 || odd > 30-ends-1, r.Omitted.Alike, "object %d", odd)
	}
}

// TestSurveyOfRandomHeaps: the roots share out what is reachable, each object goes to a root
// at the smallest distance, and the largest are the largest.
func TestSurveyOfRandomHeaps(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	for range 300 {
		n := 1 + rng.IntN(60)
		var b heap.Builder
		for range n {
			refs := make([]uint32, rng.IntN(4))
			for i := range refs {
				refs[i] = uint32(rng.IntN(n))
			}
			b.Add(8*rng.Uint64N(20), refs...)
		}
		for range rng.IntN(5) {
			b.Root(uint32(rng.IntN(n)))
		}
		built, err := b.Build()
		require.NoError(t, err)
		h := &source.Heap{Heap: built, File: "x", Format: dump.Snapshot}
		reached, err := heap.Reachable(built)
		require.NoError(t, err)

		owner := owners(built)
		var sizes []uint64
		total := uint64(0)
		for ref, bytes := range h.Sizes() {
			require.Equal(t, reached.Has(ref), owner[ref] != 0)
			if owner[ref] != 0 {
				sizes, total = append(sizes, bytes), total+bytes
				requireNearest(t, built, built.Roots()[owner[ref]-1], ref)
			}
		}
		slices.SortFunc(sizes, func(a, b uint64) int { return int(b) - int(a) })
		s := Look(h)
		require.Equal(t, reached.Count, s.Live)
		require.Equal(t, total, *s.LiveBytes)
		require.Len(t, s.Largest, min(len(sizes), listed))
		for i, l := range s.Largest {
			require.Equal(t, sizes[i], *l.Bytes)
		}
		objects, most := uint64(0), total
		for _, one := range s.Holders { // fewer than a survey lists
			require.Equal(t, one.From, one.Object.Label)
			require.LessOrEqual(t, *one.Bytes, most)
			objects, total, most = objects+one.Objects, total-*one.Bytes, *one.Bytes
		}
		require.Equal(t, []uint64{s.Live, 0}, []uint64{objects, total})
	}
}

// TestShortSurvey: what is too much for the tables is counted, and the largest sums stay.
func TestShortSurvey(t *testing.T) {
	var b heap.Builder
	for i := range uint32(3 * listed) {
		b.Root(b.Add(8*uint64(i%7), heap.NoObject))
	}
	built, err := b.Build()
	require.NoError(t, err)
	s := Look(&source.Heap{Heap: built, File: "x", Format: dump.Snapshot})
	assert.Equal(t, 2*listed, s.Others)
	labels := func(label func(i int) string) (all []string) {
		for i := range listed {
			all = append(all, label(i))
		}
		return all
	}
	want := []string{"object 6", "object 13", "object 20", "object 27", "object 5", "object 12", "object 19", "object 26", "object 4", "object 11"}
	assert.Equal(t, want, labels(func(i int) string { return s.Holders[i].From }))
	assert.Equal(t, want, labels(func(i int) string { return s.Largest[i].Label }))
	assert.EqualValues(t, 30, s.Live)
	assert.EqualValues(t, 1160, *s.LiveBytes)
}

// requireNearest: no root is nearer to the object than this one.
func requireNearest(t *testing.T, h *heap.Heap, root, ref heap.Ref) {
	g := h.Graph()
	one, err := reach.Path(t.Context(), g, []uint32{uint32(root)}, uint32(ref), mark.Options{Workers: 1})
	require.NoError(t, err)
	any, err := reach.Path(t.Context(), g, g.Roots(), uint32(ref), mark.Options{Workers: 1})
	require.NoError(t, err)
	require.Len(t, one, len(any))
}
