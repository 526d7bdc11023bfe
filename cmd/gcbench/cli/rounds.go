package cli

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/rounds"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/shard"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
	"github.com/seed-3ccf4018/halfmark/mark"
)

type roundsCmd struct {
	Dir     string `arg:"" type:"folder" help:"Folder of the parts, which gcbench export has written."`
	Work    string `type:"folder" group:"parts" placeholder:"DIR" help:"Folder for the mark bits and the messages of the rounds (default rounds in the folder of the parts)."`
	Restart bool   `group:"parts" help:"Begin with the first round, even if there are complete rounds."`
	Workers int    `type:"number" group:"mark" placeholder:"N" help:"Workers that mark a part: ${range_workers} (default ${procs}, the number of processors)."`
	flags.Report
}

// Help says what happens.
func (*roundsCmd) Help() string {
	return "Marks a heap that gcbench export has cut into parts, with one part in memory at a time. In each round it marks the parts for which there are messages, from the objects that the messages name. References to other parts become messages to them. The last round has no messages. " +
		"The exit status is 1 if the count or the digest differs from those of the whole heap, which the export has found. " +
		"After an interrupt the same command goes on after the last complete round."
}

// Run carries out gcbench rounds.
func (c *roundsCmd) Run(s *session.Session) error {
	run := rounds.Run{Tell: text.NewRounds, Dir: c.Dir, Work: c.Work, Restart: c.Restart, JSON: c.JSON, Engine: func() (shard.Engine, func(), error) {
		m, err := mark.New(mark.Options{Workers: c.Workers})
		if err != nil {
			return nil, nil, err
		}
		return &shard.Plain{Marker: m, Stepped: func(r *shard.Round, done int) {
			s.Progress.Show("round %s: %s of %s done", numeral.Count(uint64(r.Number)), numeral.Count(uint64(done)), numeral.Plural(uint64(len(r.Parts)), "part"))
		}}, m.Close, nil
	}}
	return run.Carry(s)
}
