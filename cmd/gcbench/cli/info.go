package cli

import (
	"io"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/info"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/like"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
	"github.com/seed-3ccf4018/halfmark/heap"
)

type infoCmd struct {
	File string `arg:"" type:"input" help:"What to read: ${files}."`
	Like bool   `help:"Say which shapes, with which parameters, resemble the heap, and how well. Builds a hundred small heaps and three large ones."`
	flags.Files
	flags.Report
}

// Run carries out gcbench info.
func (c *infoCmd) Run(s *session.Session) error {
	if err := source.Exists(s, c.File); err != nil {
		return err
	}
	return c.WriteReport(s, flags.Inputs(c.File), func(w io.Writer) (any, error) {
		h, err := flags.Load(s, c.FileSources([]string{c.File}, false)[0])
		if err != nil {
			return nil, err
		}
		flags.SpareMemory(h.Heap)
		var work session.Work
		r, err := session.Watch(s, h.Name(), &work, func() (*schema.Info, error) {
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
			return r, err
		})
		if err := flags.Believed(h, func() error { return err }); err != nil {
			return nil, err
		}
		r.Env = machine.Describe(s.Args)
		s.Progress.Clear()
		return r, text.Print(w, text.Info(r))
	})
}
