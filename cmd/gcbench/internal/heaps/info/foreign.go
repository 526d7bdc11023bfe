package info

import (
	"cmp"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// shownClasses is how many classes are listed.
const shownClasses = 10

func foreign(d *sink.Dump, reached *heap.Reached) *schema.Foreign {
	f := &schema.Foreign{
		Program: d.Writer, Bytes: d.Bytes, ObjectBytes: d.Stats.ObjectBytes, Nils: d.Stats.Nils,
		Dangling: d.Stats.Dangling, DanglingRoots: d.Stats.DanglingRoots, Duplicates: d.Stats.Duplicates,
		Edges: []schema.EdgeCount{}, Roots: []schema.RootCount{}, Notes: append([]string{}, d.Notes...),
	}
	for _, e := range d.Stats.Edges {
		f.Edges = append(f.Edges, schema.EdgeCount(e))
	}
	for _, r := range d.Stats.Roots {
		f.Roots = append(f.Roots, schema.RootCount{Kind: r.Label, Count: r.Count})
	}
	f.Classes = liveClasses(d, reached)
	f.Others.Class = numeral.Count(uint64(max(0, len(f.Classes)-shownClasses))) + " others"
	for _, c := range f.Classes[min(len(f.Classes), shownClasses):] {
		f.Others.Objects += c.Objects
		f.Others.Bytes += c.Bytes
	}
	f.Classes = f.Classes[:min(len(f.Classes), shownClasses)]
	return f
}

// liveClasses adds up the live objects of each class name, most bytes first. It is empty if the
// file names no class.
func liveClasses(d *sink.Dump, reached *heap.Reached) []schema.ClassCount {
	names := d.Classes()
	if len(names) == 1 {
		return []schema.ClassCount{}
	}
	byClass := make([]schema.ClassCount, len(names))
	for ref, o := range d.All() {
		if reached.Has(ref) {
			byClass[o.Class].Objects++
			byClass[o.Class].Bytes += o.Bytes
		}
	}
	place := map[string]int{}
	all := []schema.ClassCount{}
	for c, one := range byClass {
		name := cmp.Or(names[c], "(no class)")
		at, known := place[name]
		if !known {
			at = len(all)
			place[name] = at
			all = append(all, schema.ClassCount{Class: name})
		}
		all[at].Objects += one.Objects
		all[at].Bytes += one.Bytes
	}
	all = slices.DeleteFunc(all, func(c schema.ClassCount) bool { return c.Objects == 0 })
	slices.SortStableFunc(all, func(a, b schema.ClassCount) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(b.Objects, a.Objects))
	})
	return all
}
