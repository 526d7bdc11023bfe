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

// A diff fits a text wherever its lines are, and names the file.
func TestDiff(t *testing.T) {
	d := Diff("two changes\n\n--- a.txt\n+++ a.txt\n@@ -1,2 +1,3 @@\n a\n+x\n \n@@ -7,2 +8 @@\n-c\n-\n+y\n")
	assert.Equal(t, "a.txt", d.File())
	assert.Equal(t, "0\na\nx\n\nb\ny\n", d.Apply("0\na\n\nb\nc\n\n"))
	assert.PanicsWithValue(t, `a.txt: the text "c\n\n" occurs 0 times, and an edit needs it once`, func() { d.Apply("a\n\nb\n") })
}
