package papers

import (
	"fmt"
	"io"
	"strings"
)

const preamble = `# The papers' claims, measured

Written by

` + "```sh\ngo run ./cmd/gcbench claims%s --markdown docs/claims.md\n```" + `

which measures every row and exits with status 1 if one does not hold. The
measurements of rows with a verdict are counts and the same each time for the
same ` + "`--seed`" + `. A row that compares times has no verdict. A test holds this page's
claims, bounds and verdicts against the program's, whatever was measured.

Where a claim is false as its paper words it, the row says how it must be read.
Where StealHalf does not win, the rows of the last section say so.
`

// WriteMarkdown writes the results, one list for each paper, as a page.
func WriteMarkdown(w io.Writer, e Effort, papers []Paper, results [][]Result) error {
	var b strings.Builder
	quick := ""
	if e.Quick {
		quick = " --quick"
	}
	fmt.Fprintf(&b, preamble, quick)
	for i, p := range papers {
		fmt.Fprintf(&b, "\n## %s\n\n%s.\n\n| claim | where | measured | bound | verdict |\n|---|---|---|---|---|\n", p.Title, p.Citation)
		for k, r := range results[i] {
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", cell(r.Claim), cell(p.Claims[k].Section), cell(r.Measured), cell(r.Bound), r.Verdict())
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// cell keeps text from being taken for the table's own marks.
func cell(text string) string {
	return strings.NewReplacer("|", "\\|", "<", "&lt;", "*", "\\*", "\n", "<br>").Replace(text)
}
