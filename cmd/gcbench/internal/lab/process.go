package lab

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/child"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lab/verdict"
)

// maxLines is how many lines of a judge's standard error are kept.
const maxLines = 200

// hear runs a judge to its end or to the limit of time, and takes its events into the
// report.
func (j *Judge) hear(ctx context.Context, shop *workshop, program string, r *Report) error {
	events, err := os.CreateTemp(shop.dir, "events-")
	if err != nil {
		return err
	}
	defer events.Close()
	cmd := j.command(shop, program, events.Name(), r.Student)
	var said []string
	p, err := child.Start("the judge", cmd, func(line string) bool {
		if len(said) < maxLines {
			said = append(said, line)
		}
		return false
	})
	if err != nil {
		return err
	}
	alarm := time.AfterFunc(j.Time, p.Kill)
	stop := context.AfterFunc(ctx, p.Kill)
	p.Wait()
	late := !alarm.Stop()
	stop()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	over, err := r.take(events)
	if err != nil || over {
		return err
	}
	r.died(&death{said: said, status: cmd.ProcessState.ExitCode(), late: late, limit: j})
	return nil
}

// command is a judge's process, which writes its events to a file.
func (j *Judge) command(shop *workshop, program, events, student string) *exec.Cmd {
	cmd := exec.Command(program)
	cmd.Dir = shop.dir
	cmd.Stdout = io.Discard
	cmd.Env = append(os.Environ(), judge.Output+"="+events, judge.Student+"="+student,
		judge.Folder+"="+filepath.Join(shop.dir, answerDir), fmt.Sprintf("%s=%d", judge.Memory, j.Memory),
		"GORACE=halt_on_error=1 exitcode=66", "GOTRACEBACK=single", "GOMAXPROCS=", "GODEBUG=")
	return cmd
}

// take reads the events of a judge. It says whether they are all: whether the judge came to
// its end.
func (r *Report) take(events io.Reader) (over bool, err error) {
	lines := json.NewDecoder(events)
	first := len(r.Checks)
	for {
		var e verdict.Event
		if err := lines.Decode(&e); err == io.EOF {
			return over, nil
		} else if err != nil {
			return false, fmt.Errorf("the judge's events: %w", err)
		}
		if e.Last {
			r.Verdict = verdict.Right
			return true, nil
		}
		if n := len(r.Checks); n > first && r.Checks[n-1].State == verdict.Begun {
			r.Checks = r.Checks[:n-1]
		}
		r.Checks = append(r.Checks, e.Check)
		switch {
		case e.Check.State == verdict.Broken:
			r.Verdict, over = verdict.Wrong, true
		case e.Unjudged != "":
			r.Why, over = append(r.Why, e.Unjudged), true
		}
	}
}

// death is how a judge ended that did not come to its end.
type death struct {
	said   []string // on standard error
	status int
	late   bool
	limit  *Judge
}

// died says why a judge ended in the middle of a check. What an answer's code does to the
// process is a fault of the answer. Where time has run out, or the reason is not known,
// there is no verdict.
func (r *Report) died(d *death) {
	says := d.says()
	last := len(r.Checks) - 1
	switch {
	case d.late:
		r.Why = append(r.Why, fmt.Sprintf("it has not ended after %v: perhaps a loop never ends", d.limit.Time))
	case says == "":
		r.Why = append(r.Why, fmt.Sprintf("the judge ended without a verdict, with exit status %d", d.status))
		r.Why = append(r.Why, d.said[:min(len(d.said), 5)]...)
	case last < 0 || r.Checks[last].State != verdict.Begun:
		r.Why = append(r.Why, "before the first check: "+says)
	default:
		r.Checks[last].State, r.Checks[last].Fault = verdict.Broken, &verdict.Fault{Says: says}
		r.Verdict = verdict.Wrong
	}
}

// says is a sentence for a death that an answer can cause, "" for another.
func (d *death) says() string {
	said := strings.Join(d.said, "\n")
	switch {
	case strings.Contains(said, "failed to create new OS thread"):
		return "" // the machine has none left: an answer begins no threads
	case d.status == judge.OverMemory || strings.Contains(said, "out of memory"):
		return fmt.Sprintf("it needs more than %d MiB of memory", d.limit.Memory>>20)
	case strings.Contains(said, "stack overflow"):
		return "it recurses too deep, or its local arrays are too large: the goroutine's stack has grown over its limit"
	case strings.Contains(said, "WARNING: DATA RACE"):
		return raceSentence(d.said)
	}
	for _, line := range d.said {
		if what, found := strings.CutPrefix(line, "fatal error: "); found {
			return "it ends the whole program: " + what
		}
		if what, found := strings.CutPrefix(line, "panic: "); found {
			return "it panicked: " + what
		}
	}
	return ""
}
