package report

import (
	"fmt"
	"io"
	"strings"
)

// WriteMarkdown writes the comparison as a table for a pull request or an issue.
func (c *Comparison) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "A: %s  \nB: %s\n\n", code(c.A.Name), code(c.B.Name))
	columns := c.columns()
	line := func(cell func(compareColumn) string) {
		for _, column := range columns {
			b.WriteString("| " + cell(column) + " ")
		}
		b.WriteString("|\n")
	}
	line(func(k compareColumn) string { return k.Title })
	line(func(k compareColumn) string {
		if k.Left {
			return "---"
		}
		return "---:"
	})
	for i := range c.Rows {
		line(func(k compareColumn) string { return escaped(k.cell(i)) })
	}
	b.WriteByte('\n')
	for _, text := range append(c.Warnings, c.Conclusion()...) {
		b.WriteString("- " + escaped(text) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// code shows text as it is.
func code(text string) string { return "`" + strings.ReplaceAll(text, "`", "'") + "`" }

// escaped keeps a name of a file from being markup.
func escaped(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;", "*", `\*`, "_", `\_`, "`", "'").Replace(text)
}
