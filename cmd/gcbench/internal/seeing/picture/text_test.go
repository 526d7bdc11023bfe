package picture

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestFit: what fits stays, what does not is cut to less than its room, and no shorter than
// it must be.
func TestFit(t *testing.T) {
	const widest = 1.1 // of letters
	text := "list of 1,000,000 objects, WWW 世界"
	for room := 20.0; room < 400; room++ {
		got := fit(text, small, room)
		if letters(text, small) <= room {
			assert.Equal(t, text, got)
			continue
		}
		cut, found := strings.CutSuffix(got, "…")
		assert.True(t, found && strings.HasPrefix(text, cut), got)
		assert.LessOrEqual(t, letters(got, small), room)
		assert.Greater(t, letters(got, small), room-2*widest*small, got)
	}
}

// TestClean: whatever a name has, a file of it can be read.
func TestClean(t *testing.T) {
	assert.Equal(t, "a b &lt;i&gt; \uFFFD &amp;", clean("a\x01b <i>\n\xff &"))
}
