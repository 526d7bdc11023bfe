package virtual

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The clock against a search through all workers, for every size up to 20 and
// the largest.
func TestClockFindsTheNextEvent(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= MaxWorkers; n++ {
		if n == 21 {
			n = MaxWorkers
		}
		c, model := NewClock(n), make([]time.Duration, n)
		for i := range model {
			model[i] = Never
		}
		_, at := c.Next()
		require.Equal(t, Never, at, "of %d workers, none of which has an event", n)
		for range 500 {
			worker, at := random.IntN(n), time.Duration(random.Int64N(20))
			if random.IntN(4) == 0 {
				at = Never
			}
			c.Set(worker, at)
			model[worker] = at
			require.Equal(t, at, c.At(worker))
			first := 0
			for i := range model {
				if model[i] < model[first] {
					first = i // the lowest number among equals
				}
			}
			gotWorker, gotAt := c.Next()
			require.Equal(t, model[first], gotAt)
			if gotAt != Never {
				require.Equal(t, first, gotWorker)
			}
		}
	}
}
