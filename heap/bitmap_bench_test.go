package heap

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkBitmap times TestAndSet on bits that are clear and on bits that are
// set, spread at random over bitmaps from the first-level cache to memory.
func BenchmarkBitmap(b *testing.B) {
	for _, kib := range []uint64{16, 1024, 65536} {
		bits := kib * 1024 * 8
		bitmap := NewBitmap(bits)
		random := rand.New(rand.NewPCG(1, 1))
		refs := make([]Ref, 1<<16)
		for i := range refs {
			refs[i] = Ref(random.Uint64N(bits))
		}
		for _, marked := range []bool{false, true} {
			b.Run(fmt.Sprintf("kib=%d/marked=%v", kib, marked), func(b *testing.B) {
				for _, r := range refs {
					bitmap.TestAndSet(r)
				}
				won := 0
				for b.Loop() {
					if !marked {
						b.StopTimer()
						bitmap.Clear()
						b.StartTimer()
					}
					for _, r := range refs {
						if bitmap.TestAndSet(r) {
							won++
						}
					}
				}
				b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(len(refs)), "ns/ref")
				if (won == 0) != marked {
					b.Fatalf("%d bits were set for the first time", won)
				}
			})
		}
	}
}
