package cli

import (
	"io"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/page"
)

type reportCmd struct {
	Files  []string `arg:"" name:"file" type:"inputs" help:"Files that gcbench run, compare and sim wrote with --json, and run with --timeline; - is standard input."`
	Output string   `short:"o" required:"" type:"output" placeholder:"FILE" help:"Write the page to this file; - is standard output."`
}

// Help says what the page is.
func (*reportCmd) Help() string {
	return "Writes one HTML page that can be sent: it needs no network and no other file. " +
		"It says what was marked and how fast, what further workers bring, how stable the times are and what keeps workers idle. " +
		"Two files of gcbench run are compared as well."
}

// Run carries out gcbench report.
func (c *reportCmd) Run(s *session.Session) error {
	if err := c.check(); err != nil {
		return err
	}
	out, err := s.OpenOutputs(flags.Inputs(c.Files...), session.Destination{Flag: "output", Path: c.Output})
	if err != nil {
		return err
	}
	defer out.Abandon()
	var files []*page.File
	for _, path := range c.Files {
		f, err := session.Await(s, func() (*page.File, error) { return flags.ReadFile(path, page.Read) })
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	err = out.Write("output", func(w io.Writer) error { return page.Write(w, files, machine.Program()) })
	if err != nil {
		return err
	}
	return out.Commit()
}

// check complains about a file that is given twice.
func (c *reportCmd) check() error {
	for i, path := range c.Files {
		if source.IsStdin(path) && slices.ContainsFunc(c.Files[:i], source.IsStdin) {
			return session.BadUsage("standard input can be read once")
		}
		if !source.IsStdin(path) && slices.ContainsFunc(c.Files[:i], func(p string) bool { return !source.IsStdin(p) && session.SameFile(p, path) }) {
			return session.BadUsage("%s is given twice", path)
		}
	}
	return nil
}
