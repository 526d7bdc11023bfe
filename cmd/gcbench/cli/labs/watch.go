package labs

import (
	"context"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/explain"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
)

// How often a watch looks at the files, and how long they must stay the same before it checks them.
const (
	watchEvery  = 250 * time.Millisecond
	watchSettle = 150 * time.Millisecond
)

type watchCmd struct {
	Dir    string `arg:"" type:"folder" help:"The folder that lab start has made."`
	Source string `type:"folder" placeholder:"DIR" help:"The folder with the source of gcbench (default: where it was built)."`
}

// Help says how a watch ends.
func (*watchCmd) Help() string {
	return "If a file changes while a check runs, that check ends, and another one begins. Ctrl-C ends the watch, and then the exit status is 0, whatever the last verdict was."
}

// Run carries out gcbench lab watch.
func (c *watchCmd) Run(s *session.Session) error {
	f, _, err := lab.Open(c.Dir)
	if err != nil {
		return session.BadUsage("%w", err)
	}
	w := &lab.Watch{Answered: f.Answered, Every: watchEvery, Settle: watchSettle, Check: func(ctx context.Context, changed []string) {
		checking := *s
		checking.Context = ctx
		c.check(&checking, changed)
	}}
	return w.Run(s)
}

// check judges once, and prints what it finds. If it is ended, the next check says why.
func (c *watchCmd) check(s *session.Session, changed []string) {
	text.Print(s.Stdout, text.LabWatched(time.Now(), changed))
	once := checkCmd{Dir: c.Dir, Source: c.Source}
	judged, err := once.judge(s)
	switch {
	case s.Err() != nil:
		return // it was ended
	case err != nil: // such as a folder that is gone
		s.Warn("%v", err)
		return
	}
	text.Print(s.Stdout, verdictText(judged, "")+text.LabWaits(explain.Quoted(c.Dir)))
}
