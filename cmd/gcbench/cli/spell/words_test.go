package spell

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWords: a text is split as a shell does it, and flags are taken out with their values.
func TestWords(t *testing.T) {
	got, err := Words("a  'b c'\t\"d'\"\ne'' '' --x='y z'")
	require.NoError(t, err)
	assert.Equal(t, []string{"a", "b c", "d'", "e", "", "--x=y z"}, got)
	_, err = Words(`a "b`)
	assert.Error(t, err)
	assert.Equal(t, []string{"--shape", "a", "json", "--jsonx"}, Without([]string{"--a", "x", "--shape", "a", "--json=y", "json", "--json", "--a", "--jsonx"}, []string{"a", "json"}))
}
