package claims

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/wrap"
)

// WriteTitle writes the paper's title as people read it.
func (p *Paper) WriteTitle(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s\n%s\n\n", p.Title, strings.Repeat("-", utf8.RuneCountInString(p.Title)))
	return err
}

// WriteText writes the row as people read it: the verdict and the claim, and
// below it where it stands, what was measured, how to play it, and the bound.
func (r *Result) WriteText(w io.Writer) error {
	var b strings.Builder
	part := func(label, text string) {
		for line := range strings.SplitSeq(text, "\n") {
			b.WriteString(wrap.Text(line, fmt.Sprintf("%-*s", labelWidth, label), strings.Repeat(" ", labelWidth)))
			label = ""
		}
	}
	part(strings.ToUpper(r.Verdict()), r.Claim)
	part("  source", r.Source)
	part("  measured", r.Measured)
	if r.Play != "" {
		fmt.Fprintf(&b, "%-*s%s\n", labelWidth, "  play", r.Play) // in one piece, to be copied
	}
	part("  bound", r.Bound)
	_, err := fmt.Fprintln(w, b.String())
	return err
}

const labelWidth = 15 // of the longest verdict, and two spaces
