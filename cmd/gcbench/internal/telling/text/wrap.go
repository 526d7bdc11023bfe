package text

import (
	"regexp"
	"strings"
)

// Columns is how wide lines of text may be.
const Columns = 80

// quantity is a number with its unit, which a line does not part.
var quantity = regexp.MustCompile(`([0-9]) (%|ns|µs|ms|s|B|KiB|MiB|GiB)([ ,.):]|$)`)

// joined is a blank at which no line ends.
const joined = "\x00"

// Wrapped breaks a text into lines; the first begins with one prefix, the others with
// another.
func Wrapped(text, first, further string) string {
	text = quantity.ReplaceAllString(text, "${1}"+joined+"${2}${3}")
	var b strings.Builder
	line := first
	empty := true
	for _, word := range strings.Fields(text) {
		if !empty && len([]rune(line))+1+len([]rune(word)) > Columns {
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
	return strings.ReplaceAll(b.String()+line, joined, " ") + "\n"
}
