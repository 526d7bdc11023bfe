package stage

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAnswersAtTheEnd: of the answers one is true, in the words of the goal. The answers are the same whether
// something is wrong or not, so they do not give it away.
func TestAnswersAtTheEnd(t *testing.T) {
	s, err := named("no-lock")
	require.NoError(t, err)
	answers := []string{"Nothing is wrong.", "Item 1 is taken twice.", "A worker has taken an item that was never pushed.", "A worker waits for ever."}
	for schedule, right := range map[string]int{"ab3a": 1, "a3": 0} {
		v := viewOf(t, s, schedule)
		for _, thread := range v.Threads {
			if thread.Can && thread.Ask != nil {
				require.Equal(t, answers, thread.Ask.Answers)
				require.Equal(t, right, thread.Ask.Right, schedule)
			}
		}
	}
}
