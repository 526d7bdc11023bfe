package claims

import (
	"fmt"
	"io"
	"strings"
)

const preamble = `# The papers' claims, measured

Do the claims of the papers hold? Each row of this page is a claim, where it stands, what was measured, a bound, and a verdict. The rows are sorted by paper. The
[glossary](glossary.md) explains the words.

` + "```" + `
claim of a paper ──> program that measures it ──> bound ──> holds, or does not hold
` + "```" + `

This command measures every row and writes this page:

` + "```" + `sh
go run ./cmd/gcbench claims%s --markdown docs/claims.md
` + "```" + `

It exits with status 1 if a row does not hold. The measurements of rows with a verdict are counts. For the same ` + "`" + `--seed` + "`" + ` they are the same each time. A row
that compares times has no verdict, because times differ from machine to machine and from day to day. The times on this page are from one
machine, on the day when the page was last written.

A test holds this page's claims, bounds and verdicts against those of the program. It does not compare the measurements.

Where a claim is false as its paper words it, the row says how one must read it. Where StealHalf does not win, the rows of the last section say so.
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
		b.WriteString(Playable(results[i]))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Playable has the commands that play the schedules of a list, in the order of its rows. They
// stand below the list, which is wide enough.
func Playable(results []Result) string {
	var commands []string
	for _, r := range results {
		if r.Play != "" {
			commands = append(commands, r.Play)
		}
	}
	if commands == nil {
		return ""
	}
	return "\n" + Playing + "```sh\n" + strings.Join(commands, "\n") + "\n```\n"
}

// Playing stands before such commands.
const Playing = "Each command below opens a page that plays a schedule of this section, step by step. The commands are in the order of the rows.\n\n"

// cell keeps text from being taken for the table's own marks.
func cell(text string) string {
	return strings.NewReplacer("|", "\\|", "<", "&lt;", "*", "\\*", "\n", "<br>").Replace(text)
}
