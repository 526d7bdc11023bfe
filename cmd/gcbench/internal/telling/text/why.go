package text

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/why"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/wrap"
	"github.com/seed-3ccf4018/halfmark/heap/dump"
)

// Why says why objects are alive.
func Why(r *why.Report) string {
	var parts []string
	for i := range r.Objects {
		parts = append(parts, reason(&r.Objects[i], r.Format))
	}
	if r.OfClass != nil {
		parts = append(parts, ofClass(r.OfClass))
	}
	if r.Survey != nil {
		parts = append(parts, survey(r.Survey, r.Heap))
	}
	return strings.Join(parts, "\n")
}

// reason is a sentence, the path, and what the object keeps alive.
func reason(r *why.Reason, format string) string {
	text := sentence(r, format)
	if !r.Reachable {
		return text
	}
	text += path(r)
	switch k := r.Keeps; {
	case k == nil:
	case k.Objects <= 1:
		text += "It keeps nothing else alive.\n"
	case k.Bytes == nil:
		text += fmt.Sprintf("It keeps %s alive, itself among them.\n", numeral.Plural(k.Objects, "object"))
	default:
		text += fmt.Sprintf("It keeps %s with %s alive, itself among them.\n", numeral.Plural(k.Objects, "object"), numeral.Bytes(*k.Bytes))
	}
	return text
}

// sentence says whether the object is alive, and from which root.
func sentence(r *why.Reason, format string) string {
	name := r.Label
	if strings.HasPrefix(r.Asked, "0x") && r.Asked != r.Label {
		name = fmt.Sprintf("%s, in the object at %s,", r.Asked, r.Label)
	}
	text := ""
	switch {
	case !r.Reachable && format == string(dump.GoDump):
		text = name + " is not reachable: no root leads to it, so it was garbage when the dump was\ntaken, or what holds it is not in a dump.\n"
	case !r.Reachable:
		text = name + " is not reachable: no root leads to it, so it is garbage.\n"
	case r.Distance == 0:
		text = name + " is alive: it is a root.\n"
	default:
		text = fmt.Sprintf("%s is alive: a root leads to it in %s.\n", name, numeral.Plural(uint64(r.Distance), "reference"))
	}
	if r.Root != "" {
		text += "root: " + r.Root + "\n"
	}
	return text
}

// widestClass is how many letters of a class a table shows: the last ones.
const widestClass = 32

func path(r *why.Reason) string {
	t := columns.Block{Columns: []columns.Column{{Title: "step"}, {Title: "object", Left: true}, {Title: "bytes"}, {Title: "class", Left: true}, {Title: "the next at", Left: true}}}
	for _, s := range r.Path {
		if o := r.Omitted; o != nil && s.Distance == o.To+1 {
			like := ""
			if o.Alike {
				like = " like the one before"
			}
			t.Rows = append(t.Rows, []string{fmt.Sprintf("      … %s objects more%s; --all lists them\n", numeral.Count(uint64(o.To-o.From+1)), like)})
		}
		next := " " // the column stays, even if no object has a next one
		if s.Next != nil {
			next = s.Next.Place()
		}
		t.Rows = append(t.Rows, []string{numeral.Count(uint64(s.Distance)), s.Label, bytesOf(s.Object), numeral.Shorten(s.Class, widestClass), next})
	}
	return table(t)
}

// bytesOf is an object's size, if it has one.
func bytesOf(o why.Object) string {
	if o.Bytes == nil {
		return ""
	}
	return numeral.Count(*o.Bytes)
}

// objectsAre begins a statement about n objects.
func objectsAre(n uint64) string {
	if n == 1 {
		return "1 object is"
	}
	return numeral.Plural(n, "object") + " are"
}

// ofClass are the chains that hold the objects of a class.
func ofClass(of *why.OfClass) string {
	text := fmt.Sprintf("%s: %s of %s reachable, with %s\n", of.Class, numeral.Count(of.Live), objectsAre(of.Objects), numeral.Bytes(of.Bytes))
	if of.Live == 0 {
		return text
	}
	t := columns.Block{Columns: []columns.Column{{Title: "bytes"}, {Title: "objects"}, {Title: "an object", Left: true}}}
	for _, c := range of.Chains {
		t.Rows = append(t.Rows, []string{numeral.Bytes(c.Bytes), numeral.Count(c.Objects), c.Example.Label},
			[]string{wrap.Text(c.Root+": "+strings.Join(c.Classes, " → "), "    ", "      ")})
	}
	return text + "\nWhat holds them, on the shortest paths from roots:\n" + table(t) + more(of.Others, "chain", ", which lead to less")
}

// more are those that a table does not list.
func more(n int, thing, which string) string {
	if n == 0 {
		return ""
	}
	return "and " + numeral.Plural(uint64(n), thing) + " more" + which + "\n"
}

// survey says from where how much is reached.
func survey(s *why.Survey, name string) string {
	of := ""
	if s.LiveBytes != nil {
		of = numeral.Bytes(*s.LiveBytes) + " in "
	}
	text := fmt.Sprintf("%s: %s%s reachable\n", name, of, objectsAre(s.Live))
	if s.Live == 0 {
		return text
	}
	text += "\nWhere the shortest paths to them begin:\n" + holders(s)
	if len(s.Largest) == 0 {
		return text
	}
	t := columns.Block{Columns: []columns.Column{{Title: "bytes"}, {Title: "object", Left: true}, {Title: "class", Left: true}, {Title: "root", Left: true}}}
	for _, l := range s.Largest {
		t.Rows = append(t.Rows, []string{bytesOf(l.Object), l.Label, numeral.Shorten(l.Class, widestClass), l.From})
	}
	return text + "\nThe largest of them, and where the path to each begins:\n" + table(t)
}

// holders are the roots. A root that has no name is called what its first object is.
func holders(s *why.Survey) string {
	t := columns.Block{Columns: []columns.Column{{Title: "bytes"}, {Title: "objects"}, {Title: "first object", Left: true}, {Title: "root", Left: true}}}
	named := false
	for _, h := range s.Holders {
		named = named || h.From != h.Object.Label
	}
	for _, h := range s.Holders {
		cells := []string{"", numeral.Count(h.Objects), "", h.From}
		if h.Bytes != nil {
			cells[0] = numeral.Bytes(*h.Bytes)
		}
		if named {
			cells[2] = h.Object.Label
		}
		t.Rows = append(t.Rows, cells)
	}
	return table(t) + more(s.Others, "root", ", from which less is reached")
}
