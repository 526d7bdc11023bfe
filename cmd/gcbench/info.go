package main

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/report"
	"github.com/seed-3ccf4018/halfmark/heap"
)

type infoCmd struct {
	File string `arg:"" type:"input" help:"Snapshot (.heap), Go heap dump or edge list (.el), compressed (.zst) or not."`
	limitFlags
	JSON string `type:"output" group:"report" placeholder:"FILE" help:"Write a JSON report; - is standard output."`
}

// Run carries out gcbench info.
func (c *infoCmd) Run(s *session) error {
	if err := exists(c.File); err != nil {
		return err
	}
	out, err := s.openOutputs([]string{c.File}, destination{"json", c.JSON})
	if err != nil {
		return err
	}
	defer out.abandon()
	h, err := s.load(c.fileSources([]string{c.File}, false)[0])
	if err != nil {
		return err
	}
	s.progress.show("searching by breadth")
	info, err := await(s, func() (*report.Info, error) {
		reached, err := heap.Levels(h.Heap)
		if err != nil {
			return nil, err
		}
		return report.NewInfo(h, reached)
	})
	if err != nil {
		return err
	}
	info.Env = machine.Describe(s.args)
	s.progress.clear()
	if err := info.Print(out.human()); err != nil {
		return err
	}
	if err := out.writeJSON(info); err != nil {
		return err
	}
	return out.commit()
}
