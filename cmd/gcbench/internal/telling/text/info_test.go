package text

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestLevels: where levels are joined the profile says how many a bar has.
func TestLevels(t *testing.T) {
	for n, says := range map[int]string{
		1: "  up to 1 object a level", 32: "  up to 1 object a level",
		33: "  1 or 2 levels a bar, up to 1 object a level", 63: "  1 or 2 levels a bar,", 64: "  2 levels a bar,", 65: "  2 or 3 levels a bar,",
		1000: "  31 or 32 levels a bar,", 1024: "  32 levels a bar,", 100_000: "  3,125 levels a bar,",
	} {
		counts := slices.Repeat([]uint64{1}, n)
		text := levels(counts)
		assert.Contains(t, text, says, n)
		bars, _, _ := strings.Cut(text, " ")
		assert.Len(t, []rune(bars), min(n, levelBars))
		assert.Contains(t, text, "(height: logarithm)")
	}
	assert.Equal(t, "█▇  up to 1,000 objects a level (height: logarithm)", levels([]uint64{1000, 500}))
	assert.Equal(t, "none: no roots", levels(nil))
}

func TestSparkline(t *testing.T) {
	assert.Equal(t, "▁█▁", sparkline([]uint64{0, 1000, 0}, 10))
	assert.Equal(t, "█", sparkline([]uint64{1}, 10))
	assert.Equal(t, "██", sparkline([]uint64{3, 3, 3, 3}, 2), "groups are sums")
	assert.Len(t, []rune(sparkline(make([]uint64, 1000), 32)), 32, "no counts at all")
	assert.Empty(t, sparkline(nil, 32))
}
