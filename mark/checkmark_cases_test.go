package mark_test

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// The set yields what a sorted slice yields.
func TestLowest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]uint64{1, 2, 64, 65, 4096, 4097, 1 << 20}).Draw(t, "n")
		s := newLowest(n)
		var want []uint32
		for range rapid.IntRange(0, 200).Draw(t, "steps") {
			if rapid.Bool().Draw(t, "add") {
				number := uint32(rapid.Uint64Range(0, n-1).Draw(t, "number"))
				if at, in := slices.BinarySearch(want, number); !in {
					s.add(number)
					want = slices.Insert(want, at, number)
				}
				continue
			}
			got, ok := s.take()
			require.Equal(t, len(want) > 0, ok)
			if ok {
				require.Equal(t, want[0], got)
				want = want[1:]
			}
		}
	})
}

// Every shape is marked as the oracle says, twice by the same checkmark.
func TestCheckmarkOfShapes(t *testing.T) {
	for _, s := range shape.Shapes() {
		h, err := s.Build(shape.Params{Objects: 5000, Seed: 3, Layout: shape.Shuffled})
		require.NoError(t, err)
		oracle, err := heap.Reachable(h)
		require.NoError(t, err)
		c := newCheckmark(h)
		for range 2 {
			require.NoError(t, c.mark())
			want := heap.NewBitmap(h.Granules())
			for _, ref := range h.Objects() {
				if oracle.Has(ref) {
					want.TestAndSet(ref)
				}
			}
			require.Positive(t, oracle.Count)
			require.NoError(t, c.compare(want), s.Name)
		}
	}
}

// eachShape calls f with a shuffled heap of each shape and its second mark.
func eachShape(t *testing.T, f func(s shape.Shape, h *heap.Heap, c *checkmark)) {
	objects := uint64(7_000)
	if testing.Short() {
		objects = 3000
	}
	for _, s := range shape.Shapes() {
		h, err := s.Build(shape.Params{Objects: objects, Seed: 5, Layout: shape.Shuffled})
		require.NoError(t, err)
		c := newCheckmark(h)
		require.NoError(t, c.mark())
		f(s, h, c)
	}
}

// A mark whose bits have owners agrees with the second mark in every bit, whether a worker
// may mark alone at times or not. Every shape has references that travel to another owner.
func TestCheckmarkOfOwners(t *testing.T) {
	eachShape(t, func(s shape.Shape, h *heap.Heap, c *checkmark) {
		for _, workers := range []int{2, 3} {
			for _, recruit := range []int{0, 100} {
				m, err := mark.New(mark.Options{Workers: workers, OverflowBlocks: smallPool, Tuning: tune.Tuning{Marking: tune.MarkingOwner, Recruit: recruit}})
				require.NoError(t, err)
				r, err := m.MarkHeap(t.Context(), h)
				require.NoError(t, err)
				require.NoError(t, c.compare(r.Marks), "%s, %d owners, recruit %d", s.Name, workers, recruit)
				if recruit == 0 {
					sum := r.Stats.Sum()
					require.Positive(t, sum.RefsForwarded, "%s, %d owners", s.Name, workers)
				}
				m.Close()
			}
		}
	})
}

// A mark with forced speculation agrees with the second mark in every bit, whichever worker
// speculates. Marks of a list have harvested.
func TestCheckmarkOfSpeculation(t *testing.T) {
	eachShape(t, func(s shape.Shape, h *heap.Heap, c *checkmark) {
		for _, workers := range []int{1, 3} {
			m, err := mark.New(mark.Options{Workers: workers, OverflowBlocks: smallPool, Tuning: tune.Tuning{Speculation: tune.SpeculationForce}})
			require.NoError(t, err)
			harvests := uint64(0)
			for range 3 {
				r, err := m.MarkHeap(t.Context(), h)
				require.NoError(t, err)
				require.NoError(t, c.compare(r.Marks), "%s, %d workers", s.Name, workers)
				sum := r.Stats.Sum()
				harvests += sum.Harvests
			}
			if s.Name == "list" {
				require.Positive(t, harvests, "%d workers", workers)
			}
			m.Close()
		}
	})
}

// One bit too many or too few is a difference.
func TestCheckmarkCompares(t *testing.T) {
	var b heap.Builder
	b.Add(8, 1)
	b.Add(8)
	b.Add(8)
	b.Root(0)
	h, err := b.Build()
	require.NoError(t, err)
	c := newCheckmark(h)
	require.NoError(t, c.mark())
	got := heap.NewBitmap(h.Granules())
	require.ErrorContains(t, c.compare(got), "2 objects are not marked, 0 should not be; the first is at granule 1")
	for rank, ref := range h.Objects() {
		got.TestAndSet(ref)
		switch rank {
		case 1:
			require.NoError(t, c.compare(got))
		case 2:
			require.ErrorContains(t, c.compare(got), "0 objects are not marked, 1 should not be; the first is at granule 6")
		}
	}
	require.ErrorContains(t, c.compare(heap.NewBitmap(1000)), "words")
}

// Damage that leads beyond the arena is an error, and forgotten with the damage.
func TestCheckmarkOfDamage(t *testing.T) {
	var b heap.Builder
	b.Add(0, 1)
	b.Add(0)
	b.Root(0)
	h, err := b.Build()
	require.NoError(t, err)
	c := newCheckmark(h)
	good := slices.Clone(h.Arena())
	for at, value := range map[int]uint32{8: 7, 16: 99, 24: 1 << 31} {
		binary.LittleEndian.PutUint32(h.Arena()[at:], value)
		require.ErrorContains(t, c.mark(), "checkmark: the arena is damaged: ", "byte %d", at)
		copy(h.Arena(), good)
		require.NoError(t, c.mark())
	}
}
