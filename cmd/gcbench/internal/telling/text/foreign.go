package text

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// foreignLines writes the policy and what the file lacks, each under a label, through line.
func foreignLines(f *schema.Foreign, line func(label, format string, args ...any)) {
	program := f.Program
	if f.ObjectBytes > 0 {
		program += "; " + numeral.Bytes(f.ObjectBytes) + " of objects"
	}
	line("program", "%s", program)
	if list := edges(f, true); list != "" {
		line("followed", "%s", list)
	}
	if list := edges(f, false); list != "" {
		if slices.ContainsFunc(f.Edges, func(e schema.EdgeCount) bool { return e.Weak && !e.Followed && e.Count > 0 }) {
			list += " (--weak follow follows weak ones)"
		}
		line("skipped", "%s", list)
	}
	if f.Nils > 0 {
		line("nil", "%s", numeral.Plural(f.Nils, "reference"))
	}
	var dangling []string
	if f.Dangling > 0 {
		dangling = append(dangling, numeral.Plural(f.Dangling, "edge"))
	}
	if f.DanglingRoots > 0 {
		dangling = append(dangling, numeral.Plural(f.DanglingRoots, "root"))
	}
	if dangling != nil {
		line("dangling", "%s: no such object is in the file", strings.Join(dangling, ", "))
	}
	if f.Duplicates > 0 {
		line("twice", "%s left out: their ids were there before", numeral.Plural(f.Duplicates, "object"))
	}
	if len(f.Roots) > 0 {
		line("rooted", "%s", roots(f))
	}
}

// edges lists the kinds of edges that are followed, or of those that are not.
func edges(f *schema.Foreign, followed bool) string {
	var parts []string
	for _, e := range f.Edges {
		if e.Followed == followed && e.Count > 0 {
			parts = append(parts, numeral.Count(e.Count)+" "+e.Kind)
		}
	}
	return strings.Join(parts, ", ")
}

// shownRoots is how many kinds of roots are listed.
const shownRoots = 6

// roots lists the most frequent kinds of roots.
func roots(f *schema.Foreign) string {
	var parts []string
	for _, r := range f.Roots[:min(len(f.Roots), shownRoots)] {
		parts = append(parts, fmt.Sprintf("%s by %s", numeral.Count(r.Count), r.Kind))
	}
	if more := len(f.Roots) - shownRoots; more > 0 {
		parts = append(parts, fmt.Sprintf("and %s more kinds", numeral.Count(uint64(more))))
	}
	return strings.Join(parts, ", ")
}

// classes is the table of the classes, if the file has any.
func classes(f *schema.Foreign) string {
	if len(f.Classes) == 0 {
		return ""
	}
	rows := f.Classes
	if f.Others.Objects > 0 {
		rows = append(slices.Clip(rows), f.Others)
	}
	t := columns.Block{Columns: []columns.Column{{Title: "bytes"}, {Title: "objects"}, {Title: "class", Left: true}}}
	for _, c := range rows {
		t.Rows = append(t.Rows, []string{numeral.Bytes(c.Bytes), numeral.Count(c.Objects), c.Class})
	}
	return "\nThe classes with the most live bytes:\n" + table(fitted(t))
}
