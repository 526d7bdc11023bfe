package cli

import (
	"fmt"
	"os"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/origin"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/play"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
)

// playCmd is gcbench play: a page on which a person is the scheduler.
type playCmd struct {
	Output string `short:"o" type:"output" placeholder:"FILE" help:"Write the page to this file."`
	Source string `type:"input" placeholder:"DIR" help:"The folder with the source of gcbench, if it is not where it was compiled."`
}

// Run carries out gcbench play.
func (c *playCmd) Run(s *session.Session) error {
	source, err := origin.Source(s, c.Source)
	if err != nil {
		return err
	}
	page, err := play.Page(s, source)
	if err != nil {
		return err
	}
	if err := os.WriteFile(c.Output, page, 0o666); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Stdout, "%s: %d bytes\n", c.Output, len(page))
	return err
}
