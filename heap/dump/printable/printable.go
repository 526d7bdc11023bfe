// Package printable makes text of files and of other programs fit to be printed. Such text
// may control a terminal, turn the direction of writing, or begin a line that the program
// never wrote.
//
// Begin with [Line] for a name, and with [NewWriter] for a text:
//
//	fmt.Println(printable.Line("a\x1b[31mb")) // a?[31mb
package printable

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Line returns text as one line, in which '?' stands for each rune that cannot be printed:
// control characters, line feeds, marks that turn the direction of writing, and bytes that
// are not UTF-8. Any goroutine may call it.
func Line[T ~string | ~[]byte](text T) string {
	s := string(text)
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return strings.Map(lineRune, s)
		}
	}
	return s // nearly all names
}

func lineRune(r rune) rune {
	if !inLine(r) {
		return '?'
	}
	return r
}

// inLine says whether a rune may be printed in a line. The decoders of UTF-8 give utf8.RuneError for a byte
// that is not UTF-8.
func inLine(r rune) bool {
	if r < 1<<16 {
		return firstPlane()[r/64]>>(r%64)&1 != 0
	}
	return unicode.IsPrint(r)
}

// firstPlane is the set of characters of Unicode's first plane that may be printed in a line. Package unicode
// takes five times as long to search its tables, and a file may have no other names than Chinese ones.
var firstPlane = sync.OnceValue(func() *[1 << 16 / 64]uint64 {
	set := new([1 << 16 / 64]uint64)
	for r := range rune(1 << 16) {
		if r != utf8.RuneError && unicode.IsPrint(r) {
			set[r/64] |= 1 << (r % 64)
		}
	}
	return set
})

// inText says whether a rune may be printed in a text of several lines.
func inText(r rune) bool { return inLine(r) || r == '\n' || r == '\t' || r == noBreak }

// noBreak is a blank that keeps a figure and its unit on one line.
const noBreak = '\u00a0'

// Replacer returns what makes those names [Line]s that have a line feed, in a text of several
// lines. It returns nil if no name has one. A name may be a path or a list of paths, whose
// folders are replaced as well. A line feed at an end does not belong to the name. Any goroutine may
// call it.
func Replacer(names []string) *strings.Replacer {
	var pairs []string
	for _, name := range names {
		for _, piece := range strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(`,=/\`, r) }) {
			if piece = strings.TrimSpace(piece); strings.Contains(piece, "\n") {
				pairs = append(pairs, piece, Line(piece))
			}
		}
	}
	if pairs == nil {
		return nil
	}
	return strings.NewReplacer(pairs...)
}
