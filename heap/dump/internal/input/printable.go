package input

import (
	"strings"
	"unicode"
)

// Printable returns text in which '?' stands for what cannot be printed: control characters,
// marks that turn the direction of writing, and bytes that are not UTF-8. So text of a file
// cannot control a terminal. Any goroutine may call Printable.
func Printable(text []byte) string {
	return strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, string(text))
}
