package stage

import (
	"fmt"
	"slices"
	"strings"
)

// Names are the scenes that have a name. They are the same in each build. A build without the tag
// interleave knows the names of the scenes that it cannot run, so gcbench play can refuse a name before it compiles the
// page.
func Names() (names []string) {
	for _, e := range entries {
		names = append(names, e.Name)
	}
	return names
}

// NoScene is the error for a name that is none of these, of which there is at least one. It says which one is the
// nearest.
func NoScene(name string, names []string) error {
	const longest = 40 // letters of the name that are shown
	shown := name
	if len(name) > longest {
		shown = name[:longest] + "…"
	}
	return fmt.Errorf("there is no scene %q: did you mean %s?", shown, nearest(shown, names))
}

// nearest is the name that is made of the text with the fewest letters put in, left out or exchanged. Large letters
// count as small ones.
func nearest(text string, names []string) string {
	text = strings.ToLower(text)
	return slices.MinFunc(names, func(a, b string) int { return changes(text, a) - changes(text, b) })
}

// changes counts these letters. It goes through the letters of a; row has the counts for each beginning of b.
func changes(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			exchanged := before
			if a[i] != b[j] {
				exchanged++
			}
			before = row[j+1]
			row[j+1] = min(exchanged, before+1, row[j]+1)
		}
	}
	return row[len(b)]
}
