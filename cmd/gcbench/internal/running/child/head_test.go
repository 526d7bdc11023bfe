package child

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHeadOfALongLine: what continues a line that is too long is no line, however the pipe cuts it. A
// long text therefore cannot imitate the lines that begin with words of Go's runtime.
func TestHeadOfALongLine(t *testing.T) {
	for _, piece := range []int{1, 7, headBytes - 1, headBytes, 3 * headBytes} {
		var lines []string
		h := head{watch: func(line string) bool { lines = append(lines, line); return false }}
		text := "panic: " + strings.Repeat("runtime: x", headBytes) + "\nruntime: real\n\nlast"
		for text != "" {
			n, err := h.Write([]byte(text[:min(piece, len(text))]))
			require.NoError(t, err)
			text = text[n:]
		}
		require.Len(t, lines, 3)
		require.True(t, strings.HasPrefix(lines[0], "panic: runtime: x"))
		require.Equal(t, []string{"runtime: real", ""}, lines[1:])
		require.Equal(t, "last", string(h.rest))
	}
}
