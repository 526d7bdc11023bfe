package marking

import (
	"fmt"
	"strings"
)

// calls are what a marker has called, in order, so that a student sees what the marker did.
type calls struct{ made []string }

// add writes a call down.
func (c *calls) add(format string, args ...any) {
	c.made = append(c.made, fmt.Sprintf(format, args...))
}

// maxCalls is how many calls are shown.
const maxCalls = 24

// story is a block of text with the last calls.
func (c *calls) story() string {
	made := c.made
	var b strings.Builder
	b.WriteString("what Mark called, in order")
	if hidden := len(made) - maxCalls; hidden > 0 {
		fmt.Fprintf(&b, " (after %d calls that are not shown)", hidden)
		made = made[hidden:]
	}
	for _, call := range made {
		b.WriteString("\n           " + call)
	}
	return b.String()
}
