package stealq

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTagsCountReplacements: in each packed word a replacement moves the tag on by
// one and wraps, and the fields are those that were asked for, up to the largest.
func TestTagsCountReplacements(t *testing.T) {
	for _, c := range []struct {
		name    string
		shift   int    // of the tag
		indices uint64 // largest index
		replace func(word, index, length uint64) uint64
		fields  func(word uint64) (index, length uint64)
	}{
		{"abp", 17, 1<<17 - 1,
			func(w, index, _ uint64) uint64 { return uint64(age(w).replacedBy(index)) },
			func(w uint64) (uint64, uint64) { return age(w).top(), 0 }},
		{"stealhalf", 22, 1<<17 - 1,
			func(w, index, length uint64) uint64 { return uint64(stealRange(w).replacedBy(index, length)) },
			func(w uint64) (uint64, uint64) { return stealRange(w).top(), stealRange(w).length() }},
		{"work-stealing range", 29, MaxWorkRange,
			func(w, index, length uint64) uint64 { return uint64(indexRange(w).replacedBy(index, length)) },
			func(w uint64) (uint64, uint64) { return indexRange(w).high(), indexRange(w).length() }},
	} {
		for _, first := range []uint64{0, 5<<c.shift | 3, ^uint64(0) - 1<<c.shift} {
			w := first
			for i := range uint64(4) {
				for _, index := range []uint64{0, 1, 2, c.indices - 1, c.indices} {
					for _, length := range []uint64{0, 1, 2, 1 << 15} {
						next := c.replace(w, index, length)
						require.Equal(t, (w>>c.shift+1)<<c.shift>>c.shift, next>>c.shift, "%s: tag after %d replacements of %#x", c.name, i, first)
						gotIndex, gotLength := c.fields(next)
						require.Equal(t, index, gotIndex, c.name)
						if c.name != "abp" {
							require.Equal(t, length, gotLength, c.name)
						}
						w = next
					}
				}
			}
		}
	}
}
