package main

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/shard"
)

// run carries out the command line, once Beam has read its flags.
func (c *commandLine) run(s *session.Session) error {
	dir, work, err := c.folders()
	if err != nil {
		return err
	}
	r, err := newRunner(c.runner)
	if err != nil {
		return err
	}
	defer r.close()
	complete := 0
	total, err := shard.Drive(s, dir, work, &engine{r, c.workers}, func(d shard.Done) { complete = d.Number })
	if err != nil && s.Err() != nil {
		return &session.Interrupted{Kept: fmt.Sprintf("%d rounds are complete in %s: the same command goes on after them", complete, work)}
	}
	if err != nil {
		return err
	}
	e, err := shard.Open(dir)
	if err != nil {
		return err
	}
	return total.Differs(&e.Manifest)
}
