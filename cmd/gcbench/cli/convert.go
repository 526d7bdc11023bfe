package cli

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

type convertCmd struct {
	In  string `arg:"" type:"input" help:"What to read: ${files}."`
	Out string `arg:"" type:"output" help:"File to write: a snapshot (.heap) or an edge list (.el)."`
	flags.Files
	flags.Report
}

// Help says what survives.
func (*convertCmd) Help() string {
	return "Which objects are reachable, and the digest of them, survive every conversion. An edge list has no sizes and no nil references. The names of a file of names do not survive: its objects become numbers, in the order in which the names first occur."
}

// Run carries out gcbench convert.
func (c *convertCmd) Run(s *session.Session) error {
	if err := source.Exists(s, c.In); err != nil {
		return err
	}
	if session.SameFile(flags.Inputs(c.In)[0], c.Out) {
		return session.BadUsage("%s and %s are the same file: give another one to write to", c.In, c.Out)
	}
	return produce(s, schema.ConvertSchema, c.In, c.FileSources([]string{c.In}, false)[0], c.Out, c.Report)
}
