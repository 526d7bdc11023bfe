package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/report"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/shard"
	"github.com/seed-3ccf4018/halfmark/mark"
)

type roundsCmd struct {
	Dir     string `arg:"" type:"folder" help:"Folder of the parts, which gcbench export has written."`
	Work    string `type:"folder" group:"parts" placeholder:"DIR" help:"Folder for the mark bits and the messages of the rounds (default rounds in the folder of the parts)."`
	Restart bool   `group:"parts" help:"Begin with the first round, also if there are complete rounds."`
	Workers int    `type:"number" group:"mark" placeholder:"N" help:"Workers that mark a part: ${range_workers} (default ${procs}, the number of processors)."`
	JSON    string `type:"output" group:"report" placeholder:"FILE" help:"Write a JSON report; - is standard output."`
}

// Help says what happens.
func (*roundsCmd) Help() string {
	return "Marks a heap that gcbench export has cut into parts, with one part in memory at a time. In each round it marks the parts for which there are messages, from the objects that the messages name. What leads to other parts becomes their messages. The end is a round without messages. " +
		"The count and the digest must be those of the whole heap, which the export has found: otherwise the exit status is 1. " +
		"After an interrupt the same command goes on after the last complete round."
}

// Run carries out gcbench rounds.
func (c *roundsCmd) Run(s *session.Session) error {
	e, err := shard.Open(c.Dir)
	if err != nil {
		return notParts(c.Dir, err)
	}
	if c.Work == "" {
		c.Work = filepath.Join(c.Dir, "rounds")
	}
	out, err := s.OpenOutputs(nil, session.Destination{Flag: "json", Path: c.JSON})
	if err != nil {
		return err
	}
	defer out.Abandon()
	if c.Restart {
		if err := shard.Forget(c.Work); err != nil {
			return err
		}
	}
	engine, err := shard.NewPlain(mark.Options{Workers: c.Workers})
	if err != nil {
		return err
	}
	defer engine.Close()
	r := report.NewRounds(machine.Describe(s.Args), e, c.Work)
	table := report.NewRoundsTable(out.Human())
	var told error
	total, err := shard.Drive(s, c.Dir, c.Work, engine, func(d shard.Done) {
		s.Progress.Clear()
		if err := table.Row(r.Add(d)); told == nil {
			told = err
		}
		s.Progress.ShowPart(float64(d.Number)/float64(max(e.Rounds, 1)), "round %d of %d", d.Number+1, e.Rounds)
	})
	s.Progress.Clear()
	switch {
	case s.Err() != nil && err != nil:
		return &session.Interrupted{Kept: fmt.Sprintf("%s in %s: the same command goes on there", report.Plural(uint64(len(r.Rounds)), "complete round"), c.Work)}
	case err != nil:
		return err
	case told != nil:
		return told
	}
	r.Finish(total, e)
	if err := r.Print(out.Human()); err != nil {
		return err
	}
	if err := out.Finish(r); err != nil {
		return err
	}
	return total.Differs(&e.Manifest)
}

// notParts says what a folder should be that is no export.
func notParts(dir string, err error) error {
	if os.IsNotExist(err) {
		return fmt.Errorf("%w: give a folder that gcbench export has written", err)
	}
	return err
}
