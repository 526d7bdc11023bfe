package stage

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestQuestions: whichever thread goes on, also beside the winning schedule, the answers differ from each other, and
// the right one is not always at the same place.
func TestQuestions(t *testing.T) {
	first, later := 0, 0
	for i := range all {
		s := &all[i]
		if s.Shows != showsDeques {
			continue
		}
		for _, prefix := range prefixes(t, s) {
			for _, thread := range viewOf(t, s, prefix).Threads {
				ask := thread.Ask
				if ask == nil {
					continue
				}
				require.GreaterOrEqual(t, len(ask.Answers), 2, "%s@%s", s.Name, prefix)
				require.Len(t, slices.Compact(slices.Sorted(slices.Values(ask.Answers))), len(ask.Answers), "%s@%s", s.Name, prefix)
				require.Less(t, ask.Right, len(ask.Answers))
				if !strings.HasSuffix(ask.Question, "What does it return?") {
					continue
				}
				require.True(t, slices.IsSorted(ask.Answers), ask.Answers)
				if ask.Right == 0 {
					first++
				} else {
					later++
				}
			}
		}
	}
	t.Log(first, later)
	require.Positive(t, first)
	require.Positive(t, later)
}

// TestOwnDeque: who pops is asked about its own deque.
func TestOwnDeque(t *testing.T) {
	s, err := named("printed.chaselev/capacity=4/fill=3,2/ops=-,-")
	require.NoError(t, err)
	for thread, answers := range map[string][]string{"a": {"item 1", "item 2", "item 3", "nothing"}, "b": {"item 11", "item 12", "nothing"}} {
		schedule := ""
		for ask := (*Ask)(nil); ask == nil; schedule += thread {
			ask = viewOf(t, s, schedule).Threads[thread[0]-'a'].Ask
			if ask != nil {
				require.Equal(t, answers, ask.Answers)
			}
		}
	}
}
