package main

import (
	"context"
	"path/filepath"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/rounds"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/shard"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// run carries out the command line, once Beam has read its flags. The folders become absolute,
// because a worker may run elsewhere.
func (c *commandLine) run(s *session.Session) (err error) {
	switch {
	case len(c.dirs) != 1:
		return session.BadUsage("there are %d arguments: give one, the folder that gcbench export has written", len(c.dirs))
	case c.workers < 1 || c.workers > mark.MaxWorkers:
		return session.BadUsage("--workers %d: must be 1 to %d", c.workers, mark.MaxWorkers)
	}
	if err := possible(c.runner); err != nil {
		return err
	}
	run := rounds.Run{Tell: text.NewRounds, Restart: c.restart, JSON: c.json, Engine: func() (shard.Engine, func(), error) { return c.engine(s) }}
	if run.Dir, err = filepath.Abs(c.dirs[0]); err != nil {
		return err
	}
	if c.work != "" {
		run.Work, err = filepath.Abs(c.work)
	}
	if err != nil {
		return err
	}
	return run.Carry(s)
}

// engine starts the runner, or asks whether it is there.
func (c *commandLine) engine(ctx context.Context) (shard.Engine, func(), error) {
	r, err := newRunner(ctx, c.runner)
	if err != nil {
		return nil, nil, err
	}
	return &engine{r, c.workers}, r.close, nil
}
