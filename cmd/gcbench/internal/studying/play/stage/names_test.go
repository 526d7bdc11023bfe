package stage

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNoScene: a mistyped name is answered with the name that was meant.
func TestNoScene(t *testing.T) {
	names := Names()
	for typed, meant := range map[string]string{
		"thefft": "theft", "THEFT": "theft", "last-items": "last-item", "tehft": "theft", "": "pop",
		"ranges": "range", "steel": "steal", "onswap": "one-swap",
	} {
		require.EqualError(t, NoScene(typed, names), `there is no scene "`+typed+`": did you mean `+meant+`?`)
	}
	long := string(make([]byte, 100_000))
	require.Less(t, len(NoScene(long, names).Error()), 400)
}

// TestChanges: the counts of pairs that one can count by hand.
func TestChanges(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0}, {"abc", "axc", 1}, {"abc", "ac", 1}, {"ac", "abc", 1}, {"ab", "ba", 2}, {"kitten", "sitting", 3}} {
		require.Equal(t, c.want, changes(c.a, c.b), "%s %s", c.a, c.b)
	}
}
