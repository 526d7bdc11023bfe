package cli

import (
	"bufio"
	"fmt"
	"io"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/reach"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
)

// print writes the answer to w, and how many objects are reached to standard error.
func (c *reachCmd) print(s *session.Session, w io.Writer, h *source.Heap, q reach.Query, a *reach.Answer) error {
	out := bufio.NewWriterSize(w, 64<<10)
	if c.Why != nil {
		text.WritePaths(out, h, a.Paths, c.Levels)
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
	_, err := fmt.Fprintf(s.Stderr, "%s of %s %sreached from %s\n", numeral.Count(listed), numeral.Plural(h.NumObjects(), "object"), not, reach.Shown(h, q.Roots))
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
