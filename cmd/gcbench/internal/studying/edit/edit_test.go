package edit

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// An edit fits a text in one place, and says so if it does not.
func TestOnce(t *testing.T) {
	changed, err := Once("a b c", "b", "x")
	require.NoError(t, err)
	assert.Equal(t, "a x c", changed)
	_, err = Once("a b c", "x", "y")
	assert.EqualError(t, err, `the text "x" occurs 0 times, and an edit needs it once`)
	_, err = Once("a b b", "b", "y")
	assert.EqualError(t, err, `the text "b" occurs 2 times, and an edit needs it once`)
}
