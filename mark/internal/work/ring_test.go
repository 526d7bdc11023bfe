package work

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// The ring returns batches in order, or the newest one, whatever is entered when.
func TestRing(t *testing.T) {
	var r ring
	random := rand.New(rand.NewPCG(3, 4))
	var model [][]uint32
	entered, next := 0, uint32(0)
	for range 10_000 {
		if len(model) < ringBatches && (len(model) == 0 || random.IntN(2) == 0) {
			batch := make([]uint32, 1+random.IntN(policy.BatchObjects))
			for i := range batch {
				batch[i] = next
				next++
			}
			require.Equal(t, batch, r.enter(batch))
			model = append(model, batch)
			entered++
		} else if random.IntN(4) == 0 {
			newest := len(model) - 1
			require.Equal(t, model[newest], r.leaveNewest())
			model = model[:newest]
		} else {
			require.Equal(t, model[0], r.oldest())
			model = model[1:]
		}
		objects := 0
		for i, b := range model {
			require.Equal(t, b, r.At(i))
			objects += len(b)
		}
		require.Equal(t, objects, r.objects)
		require.Equal(t, len(model), r.count)
	}
	require.Greater(t, entered, 4*ringBatches, "the ring never wrapped")
}
