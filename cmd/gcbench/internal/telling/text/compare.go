package text

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/wrap"
)

// Comparison is a comparison for a person.
func Comparison(c *schema.Comparison) string {
	text := fmt.Sprintf("A: %s\nB: %s\n", c.A.Name, c.B.Name) + table(columns.Comparison(c))
	for _, line := range columns.Conclusion(c) {
		text += wrap.Text(line, "", "  ")
	}
	return text
}

// Markdown is a comparison as a table for a pull request or an issue.
func Markdown(c *schema.Comparison) string {
	var b strings.Builder
	fmt.Fprintf(&b, "A: %s  \nB: %s\n\n", code(c.A.Name), code(c.B.Name))
	t := columns.Comparison(c)
	rules := make([]string, len(t.Columns))
	for i, column := range t.Columns {
		if rules[i] = "---:"; column.Left {
			rules[i] = "---"
		}
	}
	for i, row := range append([][]string{titles(t.Columns), rules}, t.Rows...) {
		for _, cell := range row {
			if i > 1 {
				cell = escaped(cell)
			}
			b.WriteString("| " + cell + " ")
		}
		b.WriteString("|\n")
	}
	b.WriteByte('\n')
	for _, line := range append(c.Warnings, columns.Conclusion(c)...) {
		b.WriteString("- " + escaped(line) + "\n")
	}
	return b.String()
}

// code shows text as it is.
func code(text string) string { return "`" + strings.ReplaceAll(text, "`", "'") + "`" }

// escaped keeps a name of a file from being markup.
func escaped(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;", "*", `\*`, "_", `\_`, "`", "'").Replace(text)
}
