package claims

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
// below it where it stands, what was measured, how to play it, and the bound.
func (r *Result) WriteText(w io.Writer) error {
	var b strings.Builder
	part := func(label string, lines ...string) {
		for _, line := range lines {
			fmt.Fprintf(&b, "%-*s%s\n", labelWidth, label, line)
			label = ""
		}
	}
	part(strings.ToUpper(r.Verdict()), broken(r.Claim)...)
	part("  source", broken(r.Source)...)
	part("  measured", broken(r.Measured)...)
	if r.Play != "" {
		part("  play", r.Play) // in one piece, to be copied
	}
	part("  bound", broken(r.Bound)...)
	_, err := fmt.Fprintln(w, b.String())
	return err
}

const labelWidth = 15 // of the longest verdict, and two spaces

// broken breaks text into lines that fit beside the labels, at spaces; lines that it has
// already stay apart.
func broken(text string) (lines []string) {
	const width = textWidth - labelWidth
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
