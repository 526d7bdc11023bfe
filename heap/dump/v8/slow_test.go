package v8

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestStringsAreSearchedTwice: reading over a string searches each of its bytes at most twice,
// whatever is in it. Bytes are counted, not time.
func TestStringsAreSearchedTwice(t *testing.T) {
	for _, piece := range []string{`\\`, `\"`, `\n`, `aaaa\n`, `\\\"`, `x`, `\u005c`} {
		file := strings.Repeat(piece, 300_000/len(piece)) + `"` + "]"
		s := newText(strings.NewReader(file))
		s.skipString("string")
		assert.NoError(t, s.in.Err(), piece)
		assert.EqualValues(t, len(file)-1, s.offset(), piece)
		assert.LessOrEqual(t, s.searched, 2*len(file), piece)
	}
}

// TestStringsEndWhereTheyEnd: escapes are read alike wherever the window ends.
func TestStringsEndWhereTheyEnd(t *testing.T) {
	for _, piece := range []string{`\\`, `\"`, `\\\"`, `a\"b`} {
		for shift := range 5 {
			file := strings.Repeat("x", shift) + strings.Repeat(piece, 100_000/len(piece)) + `",`
			s := newText(strings.NewReader(file))
			s.skipString("string")
			assert.EqualValues(t, len(file)-1, s.offset(), "%s after %d bytes", piece, shift)
			assert.EqualValues(t, ',', s.next("string"))
		}
	}
}
