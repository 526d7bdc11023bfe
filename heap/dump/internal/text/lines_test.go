package text

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLargestNumber: all of 64 bits, and not one more, also with zeros before it.
func TestLargestNumber(t *testing.T) {
	for _, zeros := range []string{"", "0", strings.Repeat("0", 40)} {
		for text, want := range map[string]uint64{
			"18446744073709551615": math.MaxUint64, "18446744073709551609": math.MaxUint64 - 6, "1844674407370955161": math.MaxUint64 / 10,
		} {
			s := NewLines(strings.NewReader(zeros+text), "test")
			n, ok := s.Number("a number")
			require.True(t, ok, "%s: %v", text, s.Err())
			require.Equal(t, want, n)
		}
		for _, text := range []string{"18446744073709551616", "18446744073709551620", "20000000000000000000", "100000000000000000000"} {
			s := NewLines(strings.NewReader(zeros+text), "test")
			_, ok := s.Number("a number")
			require.False(t, ok, text)
			require.ErrorContains(t, s.Err(), "more than 64 bits")
		}
	}
}
