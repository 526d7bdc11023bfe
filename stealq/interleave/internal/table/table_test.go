package table

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// stepsOf makes steps of words: a word's first letter is its thread.
func stepsOf(words ...string) (steps []Step) {
	for _, w := range words {
		steps = append(steps, Step{Thread: int(w[0] - 'a'), Text: w})
	}
	return steps
}

func repeat(times int, words ...string) (all []string) {
	for range times {
		all = append(all, words...)
	}
	return all
}

// TestFolded: in an endless table a group of steps that comes again and again is shown once, under the
// numbers of its first time. The steps behind it keep their numbers.
func TestFolded(t *testing.T) {
	for _, c := range []struct {
		steps []string
		want  string
	}{
		{repeat(2, "a1"), "1 a1|2 a1"},
		{repeat(3, "a1"), "1 a1|... 2 more like this"},
		{append(append([]string{"b0"}, repeat(10, "a1")...), "b2"), "1 b0|2 a1|... 9 more like this|12 b2"},
		{append(repeat(5, "a1", "b2"), "a1"), "1 a1|2 b2|... these 2 steps 4 times more|11 a1"},
		{repeat(3, "a1", "a2", "a3", "a4"), "1 a1|2 a2|3 a3|4 a4|... these 4 steps 2 times more"},
		{repeat(4, "a1", "a1", "b2"), "1 a1|2 a1|3 b2|... these 3 steps 3 times more"},
		{repeat(2, "a1", "a2"), "1 a1|2 a2|3 a1|4 a2"},
	} {
		var got []string
		for line := range strings.Lines(Of([]string{"a", "b"}, stepsOf(c.steps...), true, "")) {
			got = append(got, strings.Join(strings.Fields(line), " "))
		}
		require.Equal(t, "step a b|"+c.want, strings.Join(got, "|"))
	}
}

// TestLeftOut: steps that do not repeat are left out in the middle of an endless table, and in no other.
func TestLeftOut(t *testing.T) {
	var words []string
	for i := range 500 {
		words = append(words, fmt.Sprint("a", i))
	}
	lines := strings.Split(Of([]string{"a"}, stepsOf(words...), true, ""), "\n")
	require.Len(t, lines, 1+firstRows+1+lastRows+1)
	require.Contains(t, lines[41], "... 450 steps are left out")
	require.Equal(t, " 491  a490", lines[42])
	require.NotContains(t, Of([]string{"a"}, stepsOf(words...), false, ""), "left out")
	require.NotContains(t, Of([]string{"a"}, stepsOf(repeat(9, "a")...), false, ""), "more like this")
}
