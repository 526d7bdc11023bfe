package cli

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play"
)

// pageOfLab compiles a page with the answer to a lab in it. An answer that lab check would not
// compile has no page either, for the same reasons and with the same exit status.
func (c *playCmd) pageOfLab(s *session.Session, source string, toolchain *play.Toolchain) ([]byte, error) {
	f, l, err := lab.Open(c.Lab)
	if err != nil {
		return nil, session.BadUsage("--lab: %w", err)
	}
	if why := l.Unplayed(); why != "" {
		return nil, session.BadUsage("--lab: lab %s has no schedules to play: %s", l.Name, why)
	}
	p, why, err := f.Play(s, source, l)
	switch {
	case err != nil:
		return nil, err
	case why != nil:
		return nil, notPlayed(l, why)
	}
	defer p.Close()
	for _, note := range p.Notes {
		s.Warn("%s", note)
	}
	from, err := filepath.Abs(c.Lab)
	if err != nil {
		return nil, err
	}
	page, err := toolchain.Page(s, play.Program{Dir: p.Dir, From: from, Package: ".", Tags: p.Tags, Sources: p.Sources, Compile: p.Compile})
	if limit := lab.OverLimit(""); errors.As(err, &limit) {
		return nil, notPlayed(l, []string{limit.Error()})
	}
	if failed := (*origin.Failure)(nil); errors.As(err, &failed) {
		return nil, notPlayed(l, lab.Problems(failed))
	}
	return page, err
}

// notPlayed says why an answer cannot be played, in lines.
func notPlayed(l *lab.Lab, why []string) error {
	return session.CannotJudge("lab %s: the answer cannot be played:\n%s", l.Name, strings.Join(why, "\n"))
}
