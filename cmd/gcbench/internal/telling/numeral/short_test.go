package numeral

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestShort(t *testing.T) {
	for n, want := range map[uint64]string{
		0: "0", 7: "7", 999: "999", 1000: "1k", 1001: "1001", 1100: "1.1k", 10_000: "10k", 1e6: "1M", 1_500_000: "1.5M",
		1_250_000: "1250k", 1_250_001: "1250001", 3e9: "3G", math.MaxUint64: "18446744073709551615",
	} {
		assert.Equal(t, want, Short(n))
	}
}

// TestShortIsRead as the number that it was written for.
func TestShortIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64Range(0, 1e12).Draw(t, "n")
		for range rapid.IntRange(0, 4).Draw(t, "zeros") {
			n = n / 1000 * 1000
		}
		got, err := all.Parse(Short(n))
		require.NoError(t, err)
		require.Equal(t, n, got)
	})
}
