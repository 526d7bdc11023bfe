package wrap

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestWrapped: lines are as long as may be, and a number stays with its unit.
func TestWrapped(t *testing.T) {
	long := strings.Repeat("x", 70)
	assert.Equal(t, "- "+long+" of\n  50 %, 3 MiB\n", Text(long+" of 50 %, 3 MiB", "- ", "  "))
	assert.Equal(t, long+" a b c d e\n  f\n", Text(long+" a b c d e f", "", "  "))
	assert.Empty(t, Text("", "", "  "))
}
