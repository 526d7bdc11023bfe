package cli

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/info"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
	"github.com/seed-3ccf4018/halfmark/heap"
)

type infoCmd struct {
	File string `arg:"" type:"input" help:"What to read: ${files}."`
	fileFlags
	JSON string `type:"output" group:"report" placeholder:"FILE" help:"Write a JSON report; - is standard output."`
}

// Run carries out gcbench info.
func (c *infoCmd) Run(s *session.Session) error {
	if err := source.Exists(s, c.File); err != nil {
		return err
	}
	out, err := s.OpenOutputs(inputs(c.File), session.Destination{Flag: "json", Path: c.JSON})
	if err != nil {
		return err
	}
	defer out.Abandon()
	h, err := load(s, c.fileSources([]string{c.File}, false)[0])
	if err != nil {
		return err
	}
	spareMemory(h.Heap)
	var work session.Work
	r, err := session.Watch(s, h.Name(), &work, func() (*schema.Info, error) {
		work.Report("searching by breadth", 0, 0)
		reached, err := heap.Levels(h.Heap)
		if err != nil {
			return nil, err
		}
		work.Report("counting references", 0, 0)
		return info.Of(h, reached)
	})
	if err := believed(h, func() error { return err }); err != nil {
		return err
	}
	r.Env = machine.Describe(s.Args)
	s.Progress.Clear()
	if err := text.Print(out.Human(), text.Info(r)); err != nil {
		return err
	}
	return out.Finish(r)
}
