//go:build interleave && !fullsize

package concurrent

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestDrained: two workers drain a buffer that leads to another one. If they come to the end, one of them is told so, after both buffers were
// drained. With the two questions of Go 1.7 some schedule says otherwise.
func TestDrained(t *testing.T) {
	drained := func(drain func(*Buffers, func() int) bool) interleave.Program {
		return func(w *interleave.World) func() {
			b, found, done := NewBuffers(1), 0, 0
			for worker := range 2 {
				w.Go(fmt.Sprint("worker ", worker), func() {
					for range 2 {
						if drain(b, func() int { found++; return max(0, 2-found) }) {
							if done++; found != 2 || b.full.Load() != 0 {
								w.Failf("worker %d is told too early", worker)
							}
						}
					}
				})
			}
			return func() {
				if found == 2 && done != 1 || found < 2 && done > 0 {
					w.Failf("%d workers were told", done)
				}
			}
		}
	}
	tagged.Passes(t, interleave.Explore(drained((*Buffers).DrainCounted), interleave.Options{}), "two workers, two buffers")
	require.Error(t, interleave.Explore(drained((*Buffers).Drain), interleave.Options{}).Err())
}
