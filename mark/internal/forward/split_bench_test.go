package forward

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkHalve divides random references among owners, a batch at a time. The references that are
// sent are dropped.
func BenchmarkHalve(b *testing.B) {
	for _, owners := range []int{2, 3, 4, 8, 16} {
		b.Run(fmt.Sprint(owners), func(b *testing.B) {
			var n Net
			n.Prepare(owners, 1<<26, false)
			e := NewEnd(&n, 0)
			e.OpenSlots()
			var split func(refs []uint32, low, high int)
			split = func(refs []uint32, low, high int) {
				if high-low == 1 {
					for full := low == 0; !full; {
						if refs, full = e.Put(low, refs); full {
							e.TakeOpen(low)
						}
						full = len(refs) == 0
					}
					return
				}
				below, above, mid := e.Halve(refs, low, high)
				split(below, low, mid)
				split(above, mid, high)
			}
			refs, random := make([]uint32, 192), make([]uint32, 1<<16)
			for i := range random {
				random[i] = rand.Uint32() >> 6
			}
			for at := 0; b.Loop(); at = (at + 192) % (1<<16 - 192) {
				copy(refs, random[at:])
				split(refs, 0, owners)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/192, "ns/ref")
		})
	}
}
