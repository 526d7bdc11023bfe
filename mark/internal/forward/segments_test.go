package forward

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// Each segment has one owner, a segment is at least a word of the bitmap, and every owner has
// some segments if there are enough.
func TestSegments(t *testing.T) {
	for owners := 1; owners <= tune.MaxOwners; owners++ {
		for _, n := range []uint64{0, 1, 64, 10_000, 1 << 20, 1 << 25, 1 << 32} {
			s := SegmentsOf(n, owners)
			require.GreaterOrEqual(t, s.shift, uint32(6), "two owners would store to one word")
			require.LessOrEqual(t, s.shift, uint32(maxSegmentShift))
			has := make([]int, owners)
			for ref := uint64(0); ref < min(n, 1<<24); ref += 1 << s.shift {
				owner := s.Owner(uint32(ref))
				require.Equal(t, owner, s.Owner(uint32(ref+1<<s.shift-1)), "%d owners, ref %d", owners, ref)
				has[owner]++
			}
			if n >= 1<<20 {
				require.NotContains(t, has, 0, "%d owners of %d", owners, n)
			}
			if owners == 2 {
				for ref := uint64(3); ref < n; ref += n/1000 + 1 {
					require.Equal(t, uint32(ref)>>s.shift*kernel.SegmentHash>>31, s.Owner(uint32(ref)))
				}
			}
		}
	}
}
