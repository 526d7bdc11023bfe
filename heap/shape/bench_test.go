package shape

import (
	"fmt"
	"testing"
)

// BenchmarkBuild measures generation, which precedes every measurement of a
// marker: it should stay well below a microsecond an object.
func BenchmarkBuild(b *testing.B) {
	const objects = 100_000
	for _, s := range Shapes() {
		for _, layout := range Layouts() {
			b.Run(fmt.Sprintf("shape=%s/layout=%v/objects=%d", s.Name, layout, objects), func(b *testing.B) {
				for b.Loop() {
					if _, err := s.Build(Params{objects, 1, layout}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/objects, "ns/object")
			})
		}
	}
}
