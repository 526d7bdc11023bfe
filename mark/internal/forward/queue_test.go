package forward

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A queue gives what it was given, in order, whatever its numbers of slots, and it is never
// more than one slot short of full.
func TestForwardQueueModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		slots, slotRefs := rapid.IntRange(2, 5).Draw(t, "slots"), rapid.IntRange(1, 4).Draw(t, "refs")
		q := newQueue(slots, slotRefs)
		var want [][]uint32
		next := uint32(1)
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			if rapid.IntRange(0, 19).Draw(t, "reset") == 0 { // between two marks
				q.reset()
				want = nil
			}
			if rapid.Bool().Draw(t, "publish") {
				n := rapid.IntRange(1, slotRefs).Draw(t, "n")
				var refs []uint32
				for i := range n {
					q.open()[i] = next
					refs = append(refs, next)
					next++
				}
				published := q.publish(n, 0)
				require.Equal(t, len(want) < slots-1, published)
				if published {
					want = append(want, refs)
				}
				continue
			}
			refs, ok := q.Next()
			require.Equal(t, len(want) > 0, ok)
			if ok {
				require.Equal(t, want[0], refs)
				again, _ := q.Next()
				require.Equal(t, want[0], again, "a slot stays until it is released")
				q.release()
				want = want[1:]
			}
		}
		n := 0
		for _, refs := range want {
			n += len(refs)
		}
		require.Equal(t, n, q.published())
		require.Equal(t, len(want) == 0, q.empty())
		q.reset()
		require.True(t, q.empty())
	})
}
