package namelist

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNear(t *testing.T) {
	n := newNames()
	for _, name := range []string{"golang.org/x/sys@v0.1", "golang.org/x/sys@v0.2", "Main", "mian", "main2", "domain", "x", "sysl"} {
		n.intern([]byte(name))
	}
	for text, want := range map[string][]string{
		"golang.org/x/sys": {"golang.org/x/sys@v0.1", "golang.org/x/sys@v0.2"},
		"main":             {"Main", "main2", "domain"},
		"maim":             {"Main"},
		"syst":             {"sysl"},
		"q":                nil,
		"":                 nil,
	} {
		assert.Equal(t, want, n.Near(text, 3), text)
	}
	assert.Equal(t, []string{"Main"}, n.Near("main", 1))
	assert.Empty(t, n.Near("main", 0))
}

// TestEdits against the definition.
func TestEdits(t *testing.T) {
	var slow func(a, b string) int
	slow = func(a, b string) int {
		switch {
		case a == "" || b == "":
			return len(a) + len(b)
		case a[0] == b[0]:
			return slow(a[1:], b[1:])
		}
		return 1 + min(slow(a[1:], b), slow(a, b[1:]), slow(a[1:], b[1:]))
	}
	words := []string{"", "a", "b", "ab", "ba", "aab", "abab", "bbaa", "abba", "babab", "aabbc"}
	for _, a := range words {
		for _, b := range words {
			want := slow(a, b)
			assert.Equal(t, want, edits(a, b, 10), "%s %s", a, b)
			if got := edits(a, b, 2); want <= 2 || got <= 2 {
				assert.Equal(t, want, got, "%s %s", a, b)
			}
		}
	}
}
