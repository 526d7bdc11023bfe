package forward

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Whatever is spilt comes back to its owner once, and nothing else does. A set that is reset
// is empty.
func TestSpillModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		owners := rapid.IntRange(2, 5).Draw(t, "owners")
		of := Segments{uint32(owners), uint32(rapid.IntRange(6, 9).Draw(t, "shift"))}
		n := rapid.Uint64Range(1, 5000).Draw(t, "n")
		var s spill
		s.fit(n, of)
		want := map[uint32]bool{}
		buf := make([]uint32, 64)
		for range rapid.IntRange(0, 80).Draw(t, "steps") {
			owner := rapid.Uint32Range(0, uint32(owners)-1).Draw(t, "owner")
			switch rapid.IntRange(0, 9).Draw(t, "step") {
			default:
				ref := uint32(rapid.Uint64Range(0, n-1).Draw(t, "ref"))
				require.Equal(t, !want[ref], s.add(ref, of.Owner(ref)))
				want[ref] = true
			case 7, 8:
				for _, ref := range buf[:s.take(owner, buf)] {
					require.True(t, want[ref], "ref %d was not put in, or has come twice", ref)
					require.Equal(t, owner, of.Owner(ref), "it is another owner's")
					delete(want, ref)
				}
			case 9:
				s.reset()
				clear(want)
			}
		}
		for owner := range uint32(owners) {
			for got := s.take(owner, buf); got > 0; got = s.take(owner, buf) {
				for _, ref := range buf[:got] {
					require.True(t, want[ref])
					require.Equal(t, owner, of.Owner(ref))
					delete(want, ref)
				}
			}
			require.True(t, s.empty(owner))
		}
		require.Empty(t, want, "lost")
		for i := range s.words {
			require.Zero(t, s.words[i].Load())
		}
	})
}
