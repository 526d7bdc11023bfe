package claims

import (
	_ "embed" // for the preamble
	"fmt"
	"io"
	"strings"
)

//go:embed preamble.md
var preamble string

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
