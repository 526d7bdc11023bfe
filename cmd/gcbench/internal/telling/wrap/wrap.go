// Package wrap breaks texts into lines, as wide as every terminal is.
package wrap

import (
	"regexp"
	"strings"
)

// Width is how many columns a line may have.
const Width = 80

// quantity is a number with its unit, which a line does not part.
var quantity = regexp.MustCompile(`([0-9]) (%|ns|µs|ms|s|B|KiB|MiB|GiB)([ ,.):]|$)`)

// Joined is a blank at which no line ends.
const Joined = "\x00"

// Text breaks a text into lines; the first begins with one prefix, the others with
// another.
func Text(text, first, further string) string {
	text = quantity.ReplaceAllString(text, "${1}"+Joined+"${2}${3}")
	var b strings.Builder
	line := first
	empty := true
	for _, word := range strings.Fields(text) {
		if !empty && len([]rune(line))+1+len([]rune(word)) > Width {
			b.WriteString(line + "\n")
			line, empty = further, true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	if empty {
		return ""
	}
	return strings.ReplaceAll(b.String()+line, Joined, " ") + "\n"
}
