package text

import (
	"strings"
	"unicode/utf8"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/wrap"
)

// retained are the tables of what keeps the most.
func retained(r *schema.Retained) string {
	var b strings.Builder
	if len(r.Objects) > 0 {
		t := columns.Block{Columns: []columns.Column{{Title: "no."}, {Title: "keeps"}, {Title: "objects"}, {Title: "own"}, {Title: "inside"}, {Title: "object", Left: true}, {Title: "class", Left: true}}}
		for i, o := range r.Objects {
			inside, own := "", ""
			if o.Inside > 0 {
				inside = "no. " + numeral.Count(uint64(o.Inside))
			}
			if o.Bytes != nil {
				own = numeral.Bytes(*o.Bytes)
			}
			t.Rows = append(t.Rows, []string{numeral.Count(uint64(i + 1)), keptBytes(o.Keeps), numeral.Count(o.Keeps.Objects), own, inside, o.Label, o.Class})
		}
		b.WriteString("\nThe objects that keep the most alive, and inside which of them they lie:\n" + table(fitted(t)))
	}
	if len(r.Classes) > 0 {
		t := columns.Block{Columns: []columns.Column{{Title: "sum"}, {Title: "together"}, {Title: "own"}, {Title: "objects"}, {Title: "class", Left: true}}}
		for _, c := range r.Classes {
			own := ""
			if c.Bytes != nil {
				own = numeral.Bytes(*c.Bytes)
			}
			t.Rows = append(t.Rows, []string{keptAs(c.Sum), keptAs(c.Together), own, numeral.Count(c.Objects), c.Class})
		}
		b.WriteString("\nThe classes that keep the most alive, object by object and all together:\n" + table(fitted(t)))
	}
	return b.String()
}

// keptBytes are the bytes that are kept, if objects have bytes.
func keptBytes(k schema.Kept) string {
	if k.Bytes == nil {
		return ""
	}
	return numeral.Bytes(*k.Bytes)
}

// keptAs is what is kept: bytes, or objects where these have none.
func keptAs(k schema.Kept) string {
	if k.Bytes == nil {
		return numeral.Count(k.Objects)
	}
	return numeral.Bytes(*k.Bytes)
}

// fitted cuts the last cells of a table, which are names, so that the lines fit.
func fitted(t columns.Block) columns.Block {
	last := len(t.Columns) - 1
	left := wrap.Width
	for i, c := range t.Columns[:last] {
		width := 0
		for _, row := range t.Rows {
			width = max(width, utf8.RuneCountInString(row[i]))
		}
		if width > 0 { // a column without cells is left out
			left -= max(width, utf8.RuneCountInString(c.Title)) + 2
		}
	}
	for _, row := range t.Rows {
		row[last] = numeral.Shorten(row[last], max(left, 8))
	}
	return t
}
