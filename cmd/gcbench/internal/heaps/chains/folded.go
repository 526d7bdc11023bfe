package chains

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Folded are stacks, with how much is on each, as programs for flame graphs read them: names with semicolons between them, and a number.
type Folded map[string]uint64

// Add adds to what is on the stack of these names. A semicolon ends a frame, and the end of a line a stack, so names have none.
func (f Folded) Add(names []string, n uint64) {
	clean := strings.NewReplacer(";", ":", "\n", " ", "\r", " ")
	for i, name := range names {
		names[i] = clean.Replace(name)
	}
	f[strings.Join(names, ";")] += n
}

// Write writes a line for each stack that has something, in the order of the lines.
func (f Folded) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, stack := range slices.Sorted(maps.Keys(f)) {
		if f[stack] > 0 {
			fmt.Fprintf(out, "%s %d\n", stack, f[stack])
		}
	}
	return out.Flush()
}
