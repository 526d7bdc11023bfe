package heap

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRankOfEveryGranule: a granule has the rank of the object that begins there, and
// none if no object does, also where the set of starts ends.
func TestRankOfEveryGranule(t *testing.T) {
	for payload := range uint64(3) {
		for objects := range 80 {
			var b Builder
			for range objects {
				b.Add(payload * GranuleBytes)
			}
			h, err := b.Build()
			require.NoError(t, err)
			want := map[Ref]uint64{}
			for rank, obj := range h.Objects() {
				want[obj] = rank
			}
			ranks := NewRanks(h)
			require.EqualValues(t, objects, ranks.count)
			marked := NewBitmap(h.Granules())
			for obj := range want {
				marked.TestAndSet(obj)
			}
			require.Equal(t, ranks, RanksOf(marked))
			require.Len(t, ranks.starts, int(h.Granules()+63)/64)
			for _, r := range []Ref{1 << 31, 1<<32 - 1} {
				_, ok := ranks.Of(r)
				require.False(t, ok)
			}
			for r := Ref(0); uint64(r) < h.Granules()+130; r++ {
				got, ok := ranks.Of(r)
				rank, begins := want[r]
				if ok != begins || ok && got != rank {
					t.Fatalf("granule %d of %d: rank %d, %v; want %d, %v", r, h.Granules(), got, ok, rank, begins)
				}
			}
		}
	}
}
