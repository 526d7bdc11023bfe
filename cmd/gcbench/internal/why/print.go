package why

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/report"
	"github.com/seed-3ccf4018/halfmark/heap/dump"
)

// Print writes the report for a person.
func (r *Report) Print(w io.Writer) error {
	for i := range r.Objects {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := r.Objects[i].print(w, r.Format); err != nil {
			return err
		}
	}
	if r.OfClass != nil {
		return r.OfClass.print(w)
	}
	if r.Survey != nil {
		return r.Survey.print(w, r.Heap)
	}
	return nil
}

// print writes a sentence, the path, and what the object keeps alive.
func (r *Reason) print(w io.Writer, format string) error {
	if _, err := io.WriteString(w, r.sentence(format)); err != nil || !r.Reachable {
		return err
	}
	if err := r.printPath(w); err != nil || r.Keeps == nil {
		return err
	}
	_, err := fmt.Fprintln(w, r.Keeps)
	return err
}

// String says what would be garbage without the object.
func (k *Keeps) String() string {
	if k.Objects <= 1 {
		return "It keeps nothing else alive."
	}
	size := ""
	if k.Bytes != nil {
		size = " with " + report.Bytes(*k.Bytes)
	}
	return fmt.Sprintf("It keeps %s%s alive, itself among them.", report.Plural(k.Objects, "object"), size)
}

// widestClass is how many letters of a class a table shows: the last ones.
const widestClass = 32

func (r *Reason) printPath(w io.Writer) error {
	columns := []report.Column{{Title: "step", Width: len(report.Count(uint64(r.Distance)))}, {Title: "object", Left: true}}
	bytes, class := report.Column{Title: "bytes"}, report.Column{Title: "class", Left: true}
	for _, s := range r.Path {
		columns[1].Width = max(columns[1].Width, utf8.RuneCountInString(s.Label))
		bytes.Width = max(bytes.Width, len(s.bytes()))
		class.Width = max(class.Width, min(widestClass, utf8.RuneCountInString(s.Class)))
	}
	if r.Bytes != nil {
		columns = append(columns, bytes)
	}
	if class.Width > 0 {
		columns = append(columns, class)
	}
	t := report.NewTable(w, append(columns, report.Column{Title: "the next at", Left: true})...)
	for _, s := range r.Path {
		if r.Omitted != nil && s.Distance == r.Omitted.To+1 {
			if _, err := io.WriteString(w, r.Omitted.String()); err != nil {
				return err
			}
		}
		cells := []string{report.Count(uint64(s.Distance)), s.Label}
		if r.Bytes != nil {
			cells = append(cells, s.bytes())
		}
		if class.Width > 0 {
			cells = append(cells, report.Shorten(s.Class, widestClass))
		}
		if s.Next != nil {
			cells = append(cells, s.Next.place())
		}
		if err := t.Row(cells...); err != nil {
			return err
		}
	}
	return nil
}

// sentence says whether the object is alive, and from which root.
func (r *Reason) sentence(format string) string {
	name := r.Label
	if strings.HasPrefix(r.Asked, "0x") && r.Asked != r.Label {
		name = fmt.Sprintf("%s, in the object at %s,", r.Asked, r.Label)
	}
	var b strings.Builder
	switch {
	case !r.Reachable && format == string(dump.GoDump):
		fmt.Fprintf(&b, "%s is not reachable: no root leads to it, so it was garbage when the dump was\ntaken, or what holds it is not in a dump.\n", name)
	case !r.Reachable:
		fmt.Fprintf(&b, "%s is not reachable: no root leads to it, so it is garbage.\n", name)
	case r.Distance == 0:
		fmt.Fprintf(&b, "%s is alive: it is a root.\n", name)
	default:
		fmt.Fprintf(&b, "%s is alive: a root leads to it in %s.\n", name, report.Plural(uint64(r.Distance), "reference"))
	}
	if r.Root != "" {
		fmt.Fprintf(&b, "root: %s\n", r.Root)
	}
	return b.String()
}

// bytes is the object's size, if it has one.
func (o *Object) bytes() string {
	if o.Bytes == nil {
		return ""
	}
	return report.Count(*o.Bytes)
}

// place says where the next object hangs.
func (n *Next) place() string {
	if n.Field != "" {
		return n.Field
	}
	if n.Offset != nil {
		return "byte " + report.Count(*n.Offset)
	}
	return fmt.Sprintf("reference %s of %s", report.Count(uint64(n.Reference)+1), report.Count(uint64(n.References)))
}

// String stands for the objects that were left out.
func (o *Omitted) String() string {
	kind := "objects more"
	if o.Alike {
		kind = "objects more like the one before"
	}
	return fmt.Sprintf("      … %s %s; --all lists them\n", report.Count(uint64(o.To-o.From+1)), kind)
}

// objectsAre begins a statement about n objects.
func objectsAre(n uint64) string {
	if n == 1 {
		return "1 object is"
	}
	return report.Plural(n, "object") + " are"
}

// print writes the tables of a survey.
func (s *Survey) print(w io.Writer, name string) error {
	of := ""
	if s.LiveBytes != nil {
		of = report.Bytes(*s.LiveBytes) + " in "
	}
	if _, err := fmt.Fprintf(w, "%s: %s%s reachable\n", name, of, objectsAre(s.Live)); err != nil || s.Live == 0 {
		return err
	}
	if err := s.printHolders(w); err != nil || len(s.Largest) == 0 {
		return err
	}
	if _, err := fmt.Fprint(w, "\nThe largest of them, and where the path to each begins:\n"); err != nil {
		return err
	}
	columns := []report.Column{{Title: "bytes", Width: len(s.Largest[0].bytes())}, {Title: "object", Left: true}, {Title: "class", Left: true}, {Title: "root", Left: true}}
	for _, l := range s.Largest {
		columns[1].Width = max(columns[1].Width, utf8.RuneCountInString(l.Label))
		columns[2].Width = max(columns[2].Width, min(widestClass, utf8.RuneCountInString(l.Class)))
	}
	classes := columns[2].Width > 0
	if !classes {
		columns = slices.Delete(columns, 2, 3)
	}
	t := report.NewTable(w, columns...)
	for _, l := range s.Largest {
		cells := []string{l.bytes(), l.Label, l.From}
		if classes {
			cells = slices.Insert(cells, 2, report.Shorten(l.Class, widestClass))
		}
		if err := t.Row(cells...); err != nil {
			return err
		}
	}
	return nil
}

// printHolders writes from where how much is reached.
func (s *Survey) printHolders(w io.Writer) error {
	if _, err := fmt.Fprint(w, "\nWhere the shortest paths to them begin:\n"); err != nil {
		return err
	}
	columns := []report.Column{{Title: "bytes"}, {Title: "objects"}, {Title: "first object", Left: true}, {Title: "root", Left: true}}
	named := false
	for _, h := range s.Holders {
		named = named || h.From != h.Object.Label
		columns[1].Width = max(columns[1].Width, len(report.Count(h.Objects)))
		columns[2].Width = max(columns[2].Width, len(h.Object.Label))
		if h.Bytes != nil {
			columns[0].Width = max(columns[0].Width, len(report.Bytes(*h.Bytes)))
		}
	}
	first, end := 0, len(columns)
	if s.LiveBytes == nil {
		first = 1
	}
	if !named {
		columns[2].Title, end = "root", end-1
	}
	t := report.NewTable(w, columns[first:end]...)
	for _, h := range s.Holders {
		cells := []string{"", report.Count(h.Objects), h.Object.Label, h.From}
		if h.Bytes != nil {
			cells[0] = report.Bytes(*h.Bytes)
		}
		if err := t.Row(cells[first:end]...); err != nil {
			return err
		}
	}
	if s.Others > 0 {
		_, err := fmt.Fprintf(w, "and %s more, from which less is reached\n", report.Plural(uint64(s.Others), "root"))
		return err
	}
	return nil
}
