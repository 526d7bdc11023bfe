package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// Foreign is what the dump of another runtime says about its program.
type Foreign struct {
	Program       string      `json:"program"`
	Bytes         uint64      `json:"bytes"`
	ObjectBytes   uint64      `json:"object_bytes"`
	Edges         []EdgeCount `json:"edges"`
	Nils          uint64      `json:"nils"`
	Dangling      uint64      `json:"dangling"`
	Roots         []RootCount `json:"roots"`
	DanglingRoots uint64      `json:"dangling_roots"`
	Duplicates    uint64      `json:"duplicates"`
	// Classes are those whose live objects have the most bytes, at most ten. Live objects of
	// other classes are in Others.
	Classes []ClassCount `json:"classes"`
	Others  ClassCount   `json:"others"`
	Notes   []string     `json:"notes"`
}

// EdgeCount is how many edges of a kind the file has, and whether they are followed.
type EdgeCount struct {
	Kind     string `json:"kind"`
	Count    uint64 `json:"count"`
	Followed bool   `json:"followed"`
	Weak     bool   `json:"weak"`
}

// RootCount is how many roots are of a kind.
type RootCount struct {
	Kind  string `json:"kind"`
	Count uint64 `json:"count"`
}

// ClassCount is how many live objects a class has, and how many bytes they have together.
type ClassCount struct {
	Class   string `json:"class"`
	Objects uint64 `json:"objects"`
	Bytes   uint64 `json:"bytes"`
}

// shownClasses is how many classes are listed.
const shownClasses = 10

func newForeign(d *sink.Dump, reached *heap.Reached) *Foreign {
	f := &Foreign{
		Program: d.Writer, Bytes: d.Bytes, ObjectBytes: d.Stats.ObjectBytes, Nils: d.Stats.Nils,
		Dangling: d.Stats.Dangling, DanglingRoots: d.Stats.DanglingRoots, Duplicates: d.Stats.Duplicates,
		Edges: []EdgeCount{}, Roots: []RootCount{}, Notes: append([]string{}, d.Notes...),
	}
	for _, e := range d.Stats.Edges {
		f.Edges = append(f.Edges, EdgeCount(e))
	}
	for _, r := range d.Stats.Roots {
		f.Roots = append(f.Roots, RootCount{r.Label, r.Count})
	}
	f.Classes = liveClasses(d, reached)
	f.Others.Class = Count(uint64(max(0, len(f.Classes)-shownClasses))) + " others"
	for _, c := range f.Classes[min(len(f.Classes), shownClasses):] {
		f.Others.Objects += c.Objects
		f.Others.Bytes += c.Bytes
	}
	f.Classes = f.Classes[:min(len(f.Classes), shownClasses)]
	return f
}

// liveClasses adds up the live objects of each class name, most bytes first. It is empty if the
// file names no class.
func liveClasses(d *sink.Dump, reached *heap.Reached) []ClassCount {
	names := d.Classes()
	if len(names) == 1 {
		return []ClassCount{}
	}
	byClass := make([]ClassCount, len(names))
	for ref, o := range d.All() {
		if reached.Has(ref) {
			byClass[o.Class].Objects++
			byClass[o.Class].Bytes += o.Bytes
		}
	}
	place := map[string]int{}
	all := []ClassCount{}
	for c, one := range byClass {
		name := cmp.Or(names[c], "(no class)")
		at, known := place[name]
		if !known {
			at = len(all)
			place[name] = at
			all = append(all, ClassCount{Class: name})
		}
		all[at].Objects += one.Objects
		all[at].Bytes += one.Bytes
	}
	all = slices.DeleteFunc(all, func(c ClassCount) bool { return c.Objects == 0 })
	slices.SortStableFunc(all, func(a, b ClassCount) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(b.Objects, a.Objects))
	})
	return all
}

// lines writes the policy and what the file lacks, each under a label, through line.
func (f *Foreign) lines(line func(label, format string, args ...any)) {
	program := f.Program
	if f.ObjectBytes > 0 {
		program += "; " + Bytes(f.ObjectBytes) + " of objects"
	}
	line("program", "%s", program)
	if list := f.edges(true); list != "" {
		line("followed", "%s", list)
	}
	if list := f.edges(false); list != "" {
		if slices.ContainsFunc(f.Edges, func(e EdgeCount) bool { return e.Weak && !e.Followed && e.Count > 0 }) {
			list += " (--weak follow follows weak ones)"
		}
		line("skipped", "%s", list)
	}
	if f.Nils > 0 {
		line("nil", "%s", Plural(f.Nils, "reference"))
	}
	var dangling []string
	if f.Dangling > 0 {
		dangling = append(dangling, Plural(f.Dangling, "edge"))
	}
	if f.DanglingRoots > 0 {
		dangling = append(dangling, Plural(f.DanglingRoots, "root"))
	}
	if dangling != nil {
		line("dangling", "%s: no such object is in the file", strings.Join(dangling, ", "))
	}
	if f.Duplicates > 0 {
		line("twice", "%s left out: their ids were there before", Plural(f.Duplicates, "object"))
	}
	if len(f.Roots) > 0 {
		line("rooted", "%s", f.roots())
	}
}

// edges lists the kinds of edges that are followed, or of those that are not.
func (f *Foreign) edges(followed bool) string {
	var parts []string
	for _, e := range f.Edges {
		if e.Followed == followed && e.Count > 0 {
			parts = append(parts, Count(e.Count)+" "+e.Kind)
		}
	}
	return strings.Join(parts, ", ")
}

// shownRoots is how many kinds of roots are listed.
const shownRoots = 6

// roots lists the most frequent kinds of roots.
func (f *Foreign) roots() string {
	var parts []string
	for _, r := range f.Roots[:min(len(f.Roots), shownRoots)] {
		parts = append(parts, fmt.Sprintf("%s by %s", Count(r.Count), r.Kind))
	}
	if more := len(f.Roots) - shownRoots; more > 0 {
		parts = append(parts, fmt.Sprintf("and %s more kinds", Count(uint64(more))))
	}
	return strings.Join(parts, ", ")
}

// printClasses writes the table of the classes, if the file has any.
func (f *Foreign) printClasses(w io.Writer) error {
	if len(f.Classes) == 0 {
		return nil
	}
	if _, err := io.WriteString(w, "\nThe classes with the most live bytes:\n"); err != nil {
		return err
	}
	rows := f.Classes
	if f.Others.Objects > 0 {
		rows = append(slices.Clip(rows), f.Others)
	}
	columns := []Column{{Title: "bytes"}, {Title: "objects"}, {Title: "class", Left: true}}
	for _, c := range rows {
		columns[0].Width = max(columns[0].Width, utf8.RuneCountInString(Bytes(c.Bytes)))
		columns[1].Width = max(columns[1].Width, utf8.RuneCountInString(Count(c.Objects)))
	}
	t := NewTable(w, columns...)
	for _, c := range rows {
		room := Columns - columns[0].Width - columns[1].Width - 4
		if err := t.Row(Bytes(c.Bytes), Count(c.Objects), Shorten(c.Class, room)); err != nil {
			return err
		}
	}
	return nil
}
