package cli

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/reach"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// print writes the answer to w, and how many objects are reached to standard error.
func (c *reachCmd) print(s *session.Session, w io.Writer, h *source.Heap, q reach.Query, a *reach.Answer) error {
	out := bufio.NewWriterSize(w, 64<<10)
	if c.Why != nil {
		c.printPaths(out, h, a)
		return out.Flush()
	}
	listed := a.Count
	if c.Not {
		listed = h.NumObjects() - a.Count
	}
	if c.Count {
		fmt.Fprintln(out, listed)
	} else if err := c.list(s, out, h, a); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	not := ""
	if c.Not {
		not = "not "
	}
	_, err := fmt.Fprintf(s.Stderr, "%s of %s %sreached from %s\n", numeral.Count(listed), numeral.Plural(h.NumObjects(), "object"), not, rootsShown(h, q.Roots))
	return err
}

// list writes one object a line, in the order of the file. An interrupt ends it.
func (c *reachCmd) list(s *session.Session, out *bufio.Writer, h *source.Heap, a *reach.Answer) error {
	for i, ref := range h.Objects() {
		if a.Has(ref) == c.Not {
			continue
		}
		if c.Levels {
			distance, _ := a.Distances.Of(uint32(ref))
			fmt.Fprintf(out, "%d\t", distance)
		}
		out.WriteString(h.Text(i))
		if err := out.WriteByte('\n'); err != nil {
			return err
		}
		if i%4096 == 0 && s.Err() != nil {
			return s.Err()
		}
	}
	return nil
}

// printPaths writes the paths that there are, one object a line, with an empty line between
// two paths. An error stays in out.
func (c *reachCmd) printPaths(out *bufio.Writer, h *source.Heap, a *reach.Answer) {
	first := true
	for _, path := range a.Paths {
		if path == nil {
			continue
		}
		if !first {
			out.WriteByte('\n')
		}
		first = false
		for distance, node := range path {
			if c.Levels {
				fmt.Fprintf(out, "%d\t", distance)
			}
			out.WriteString(h.Text(h.Number(heap.Ref(node))))
			out.WriteByte('\n')
		}
	}
}

// missing is an error about the objects of --why that are not reached.
func (c *reachCmd) missing(h *source.Heap, q reach.Query, a *reach.Answer) error {
	var missing []uint32
	for i, path := range a.Paths {
		if path == nil {
			missing = append(missing, q.Why[i])
		}
	}
	switch {
	case missing == nil:
		return nil
	case len(missing) == 1:
		return fmt.Errorf("%s is not reached from %s", reach.Texts(h, missing)[0], rootsShown(h, q.Roots))
	}
	return fmt.Errorf("%s are not reached from %s", strings.Join(reach.Texts(h, missing), " "), rootsShown(h, q.Roots))
}

// rootsShown names the roots, or says how many there are.
func rootsShown(h *source.Heap, roots []uint32) string {
	const most = 3
	switch n := len(roots); {
	case n == 0:
		return "no root"
	case n > most:
		return numeral.Plural(uint64(n), "root")
	}
	return strings.Join(reach.Texts(h, roots), ", ")
}
