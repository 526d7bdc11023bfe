package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
	"github.com/seed-3ccf4018/halfmark/heap"
)

type genCmd struct {
	Shape      string `arg:"" help:"Shape of the heap, listed below."`
	flags.Size `embed:"" set:"objects=1000000"`
	Output     string `short:"o" type:"output" required:"" placeholder:"FILE" help:"File to write: a snapshot (.heap) or an edge list (.el)."`
	flags.Report
}

// Run carries out gcbench gen.
func (c *genCmd) Run(s *session.Session) error {
	if err := spell.KnownShape(c.Shape); err != nil {
		return session.BadUsage("%w", err)
	}
	for _, l := range c.Lists() {
		if l.Count() > 1 {
			return session.BadUsage("--%s has %d values: gen writes one heap, so give one", l.Flag, l.Count())
		}
	}
	sources, err := c.Built([]string{c.Shape}, flags.DefaultObjects, flags.Markers{}, nil)
	if err != nil {
		return err
	}
	return produce(s, schema.GenSchema, "", sources[0], c.Output, c.Report)
}

// produce makes a heap, writes it to path and says so.
func produce(s *session.Session, format, input string, from flags.Source, path string, report flags.Report) error {
	write, err := writer(from.Name, path)
	if err != nil {
		return session.BadUsage("%w", err)
	}
	if path == "-" || report.JSON != "" && session.SameFile(path, report.JSON) {
		return session.BadUsage("%s: the heap needs a separate file", path)
	}
	return report.WriteReport(s, flags.Inputs(input), func(w io.Writer) (any, error) {
		file, err := s.CreateFile(path)
		if err != nil {
			return nil, err
		}
		defer file.Abandon()
		h, err := flags.Load(s, from)
		if err != nil {
			return nil, err
		}
		flags.SpareMemory(h.Heap)
		if h.Names != nil {
			s.Warn("%s: the names are not kept: objects are numbers in %s", h.File, path)
		}
		if err := write(s, file, h.Heap); err != nil {
			return nil, fmt.Errorf("writing %s: %w", path, err)
		}
		if err := file.Commit(); err != nil {
			return nil, err
		}
		r := &schema.Written{Schema: format, Env: machine.Describe(s.Args), Input: source.Shown(input), Output: path}
		r.Size = h.Size()
		if file, err := os.Stat(path); err == nil {
			r.Bytes = file.Size()
		}
		s.Progress.Clear()
		return r, text.Print(w, text.Written(r))
	})
}

// writer returns the function that writes a heap to the file at path, and shows how far it is.
func writer(name, path string) (func(*session.Session, io.Writer, *heap.Heap) error, error) {
	work := &session.Work{}
	write, err := source.Watch(work.Report).WriterFor(path)
	return func(s *session.Session, file io.Writer, h *heap.Heap) error {
		_, err := session.Watch(s, name, work, func() (struct{}, error) { return struct{}{}, write(file, h) })
		return err
	}, err
}
