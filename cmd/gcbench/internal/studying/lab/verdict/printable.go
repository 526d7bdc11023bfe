package verdict

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// The most bytes of a text, and of a line in it, that are shown. The judge's own words are
// shorter.
const (
	longestText = 16 << 10
	longestLine = 2 << 10
)

// Printable returns text so that it can be shown anywhere. The text that an answer prints, names
// or panics with could otherwise move the cursor of a terminal, and write another verdict over
// ours. Characters that do not print are written as in a string of Go, such as \x1b. Lines stay
// lines, and what is too long is cut.
func Printable(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if b.WriteString(printableLine(line)); b.Len() > longestText {
			return strings.ToValidUTF8(b.String()[:longestText], "") + "..."
		}
	}
	return b.String()
}

// printableLine is Printable for one line. It never quotes more of a long one than it shows.
func printableLine(line string) string {
	line, ends := strings.CutSuffix(line, "\n")
	quoted := strconv.Quote(line[:min(len(line), longestLine+utf8.UTFMax)])
	shown := asTheyAre.Replace(quoted[1 : len(quoted)-1])
	if len(shown) > longestLine {
		shown = strings.ToValidUTF8(shown[:longestLine], "") + " ..."
	}
	if ends {
		shown += "\n"
	}
	return shown
}

// asTheyAre takes back what a string of Go quotes and a screen can show.
var asTheyAre = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\t`, "\t")

// Printable makes the texts of a check printable that an answer can have a part in.
func (c *Check) Printable() {
	c.Detail = Printable(c.Detail)
	if f := c.Fault; f != nil {
		for _, text := range []*string{&f.Says, &f.Program, &f.Table, &f.Story} {
			*text = Printable(*text)
		}
	}
}
