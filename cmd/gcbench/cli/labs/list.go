package labs

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
)

type listCmd struct {
	Dir string `arg:"" optional:"" type:"folder" default:"." help:"The folder with the folders that lab start has made (default: the current one)."`
}

// Run carries out gcbench lab list.
func (c *listCmd) Run(s *session.Session) error {
	started, unread, err := lab.StartedIn(c.Dir)
	if err != nil {
		return session.BadUsage("%w", err)
	}
	for _, why := range unread {
		s.Warn("%s", why)
	}
	return text.Print(s.Stdout, text.Labs(lab.All())+text.LabsStarted(started))
}
