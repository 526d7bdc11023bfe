package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/site"
)

// siteCmd is gcbench site: the page of play and all pages of the project, as a website.
type siteCmd struct {
	Output      string `short:"o" required:"" type:"folder" placeholder:"DIR" help:"Folder to write: a new one, an empty one, or one with a site that this command has made."`
	WithoutPlay bool   `help:"Leave out the page of gcbench play, for which the go command is needed."`
	Source      string `type:"folder" placeholder:"DIR" help:"The folder with the source of gcbench (default: where it was built)."`
}

// Help says what is in the site, and where it can be shown.
func (*siteCmd) Help() string {
	return "Makes a website of the source of gcbench: the page of gcbench play, the course, and all pages of docs with the source to which they link. " +
		"Open DIR/index.html in a browser, or let any server of files show the folder. The site fetches nothing from elsewhere. " +
		"If DIR has a site already, its files are replaced, and other files stay. docs/site.md says how to publish it."
}

// Run carries out gcbench site.
func (c *siteCmd) Run(s *session.Session) error {
	if err := site.Vacant(c.Output); err != nil {
		return session.BadUsage("--output: %w", err)
	}
	source, err := origin.Source(s, c.Source)
	if err != nil {
		return err
	}
	making := &site.Site{Source: os.DirFS(source), Program: machine.Program()}
	if !c.WithoutPlay {
		page := playCmd{Source: c.Source, site: true}
		if making.Play, err = page.page(s); s.Err() != nil {
			return err
		} else if err != nil {
			return fmt.Errorf("%w, or give --without-play", err)
		}
	}
	made, err := making.Make()
	if err != nil {
		return err
	}
	if n := len(made.Lost); n > 0 {
		s.Warn("%d links lead to files that are not in %s, such as %s: the site has their texts without the links", n, source, made.Lost[0])
	}
	if err := made.Write(c.Output); err != nil {
		return err
	}
	address, err := play.FileAddress(filepath.Join(c.Output, "index.html"), "")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Stdout, "%s: %d files, %d bytes\n%s\n", c.Output, len(made.Files), made.Bytes(), address)
	return err
}
