package cli

import (
	"context"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/classes"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/info"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/like"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/retained"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
	"github.com/seed-3ccf4018/halfmark/heap"
)

type infoCmd struct {
	File     string `arg:"" type:"input" help:"The heap to read: ${files}."`
	Like     bool   `help:"Name the shapes and parameters that resemble the heap, and say how well. This builds a hundred small heaps and three large ones."`
	Retained int    `type:"number" group:"report" placeholder:"N" help:"List the N objects and classes that keep the most alive: ${range_retained}."`
	Folded   string `type:"output" group:"report" placeholder:"FILE" help:"Write what keeps what, by class, as folded stacks for a flame graph; - is standard output."`
	flags.Files
	flags.Report
}

// Help says what it means to keep something.
func (*infoCmd) Help() string {
	return "Says what is in a file: how much of it is live, how far from the roots, and which classes take the most. " +
		"An object keeps what no root would lead to without it: its retained size. The sum of a class adds up what its objects keep, each byte once. Together is what would go with all objects of the class."
}

// Run carries out gcbench info.
func (c *infoCmd) Run(s *session.Session) error {
	if err := source.Exists(s, c.File); err != nil {
		return err
	}
	out, err := s.OpenOutputs(flags.Inputs(c.File), session.Destination{Flag: "json", Path: c.JSON}, session.Destination{Flag: "folded", Path: c.Folded})
	if err != nil {
		return err
	}
	defer out.Abandon()
	h, err := flags.Load(s, c.FileSource(c.File, func(how *source.Reading) { how.Classes = c.Retained > 0 || c.Folded != "" }))
	if err != nil {
		return err
	}
	table, err := classes.OfFile(h)
	if err != nil && c.Folded != "" {
		return session.BadUsage("--folded: %w", err)
	}
	flags.SpareMemory(h.Heap)
	r, err := c.describe(s, h, table, out)
	if err != nil {
		return err
	}
	r.Env = machine.Describe(s.Args)
	s.Progress.Clear()
	if err := text.Print(out.Human(), text.Info(r)); err != nil {
		return err
	}
	return out.Finish(r)
}

// describe looks at the heap. It writes the folded stacks, because they would take much memory in a report.
func (c *infoCmd) describe(s *session.Session, h *source.Heap, table *classes.Table, out *session.Outputs) (r *schema.Info, err error) {
	var work session.Work
	look := func() (*schema.Info, error) {
		work.Report("searching by breadth", 0, 0)
		reached, err := heap.Levels(h.Heap)
		if err != nil {
			return nil, err
		}
		work.Report("counting references", 0, 0)
		r, err := info.Of(h, reached)
		if err == nil && c.Like {
			r.Like = like.Find(h.Heap, reached, func(done, all uint64) { work.Report("comparing with shapes", done, all) })
		}
		if err == nil && (c.Retained > 0 || c.Folded != "") {
			r.Retained, err = c.retained(s, h, table, out, work.Report)
		}
		return r, err
	}
	err = flags.Believed(h, func() error {
		r, err = session.Watch(s, h.Name(), &work, look)
		return err
	})
	return r, err
}

// retained is nil if only folded stacks are wanted.
func (c *infoCmd) retained(ctx context.Context, h *source.Heap, table *classes.Table, out *session.Outputs, tell func(phase string, done, all uint64)) (*schema.Retained, error) {
	kept, err := retained.Look(ctx, h, table, tell)
	if err != nil {
		return nil, err
	}
	if err := out.Write("folded", kept.WriteFolded); err != nil || c.Retained == 0 {
		return nil, err
	}
	classes, err := kept.Classes(ctx, c.Retained, tell)
	return &schema.Retained{Objects: kept.Top(c.Retained), Classes: classes}, err
}
