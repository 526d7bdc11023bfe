package papers

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// textWidth is where lines for people are broken.
const textWidth = 100

// WriteTitle writes the paper's title as people read it.
func (p *Paper) WriteTitle(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s\n%s\n\n", p.Title, strings.Repeat("-", utf8.RuneCountInString(p.Title)))
	return err
}

// WriteText writes the row as people read it: the verdict and the claim, and
// below it where it stands, what was measured and the bound.
func (r *Result) WriteText(w io.Writer) error {
	var b strings.Builder
	for _, part := range [][2]string{
		{strings.ToUpper(r.Verdict()), r.Claim}, {"  source", r.Source}, {"  measured", r.Measured}, {"  bound", r.Bound},
	} {
		label := part[0]
		for _, line := range broken(part[1], textWidth-labelWidth) {
			fmt.Fprintf(&b, "%-*s%s\n", labelWidth, label, line)
			label = ""
		}
	}
	_, err := fmt.Fprintln(w, b.String())
	return err
}

const labelWidth = 15 // of the longest verdict, and two spaces

// broken breaks text into lines of at most width characters, at spaces; lines
// that it has already stay apart.
func broken(text string, width int) (lines []string) {
	for given := range strings.SplitSeq(text, "\n") {
		line := ""
		for _, word := range strings.Fields(given) {
			if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
				lines = append(lines, line)
				line = ""
			}
			if line != "" {
				line += " "
			}
			line += word
		}
		lines = append(lines, line)
	}
	return lines
}
