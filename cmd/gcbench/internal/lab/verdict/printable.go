package verdict

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// The most bytes of a text, and of a line in it, that are shown. What a judge says itself is
// shorter.
const (
	longestText = 16 << 10
	longestLine = 2 << 10
)

// Printable returns text so that it can be shown anywhere. What an answer prints, names or
// panics with could otherwise move the cursor of a terminal, and write another verdict over ours.
// Characters that do not print are written as in a string of Go, such as \x1b. Lines stay lines,
// and what is too long is cut.
func Printable(text string) string {
	var b strings.Builder
	line := 0 // where it begins
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case b.Len() >= longestText:
			return b.String() + "..."
		case r == '\n':
			b.WriteByte('\n')
			line = b.Len()
		case b.Len()-line >= longestLine:
			if b.Len()-line < longestLine+4 {
				b.WriteString(" ...")
			}
			size = rest(text[i:])
		case r == '\t', strconv.IsPrint(r) && (r != utf8.RuneError || size > 1):
			b.WriteString(text[i : i+size])
		default:
			quoted := strconv.Quote(text[i : i+size])
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		i += size
	}
	return b.String()
}

// rest is how many bytes of a line follow.
func rest(text string) int {
	if end := strings.IndexByte(text, '\n'); end >= 0 {
		return end
	}
	return len(text)
}

// Printable makes the texts of a check printable that an answer can have a part in.
func (c *Check) Printable() {
	c.Detail = Printable(c.Detail)
	if f := c.Fault; f != nil {
		for _, text := range []*string{&f.Says, &f.Program, &f.Table, &f.Story} {
			*text = Printable(*text)
		}
	}
}
