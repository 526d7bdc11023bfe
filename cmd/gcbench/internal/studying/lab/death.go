package lab

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/confine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// death is how a judge ended that did not come to its end.
type death struct {
	said   []string // on standard error
	status int
	over   confine.Resource
	limit  *Judge
}

// died says why a judge ended in the middle of a check. Harm that an answer's code does
// to the process is a fault of the answer. Where time has run out, or the reason is not
// known, there is no verdict.
func (r *Report) died(d *death) {
	says := d.says()
	last := len(r.Checks) - 1
	switch {
	case d.over == confine.Clock:
		r.Why = append(r.Why, fmt.Sprintf("it has not ended after %v: perhaps a loop never ends, or the code prints much", d.limit.Time))
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

// has says whether a line begins so. The runtime's lines do. The lines of a panic's text begin with
// "panic: " or with a tab, so an answer cannot imitate the runtime.
func (d *death) has(beginnings ...string) bool {
	return slices.ContainsFunc(d.said, func(line string) bool {
		return slices.ContainsFunc(beginnings, func(begins string) bool { return strings.HasPrefix(line, begins) })
	})
}

// says is a sentence for a death that an answer can cause, "" for another.
func (d *death) says() string {
	switch {
	case d.has("runtime: failed to create new OS thread"):
		return "" // the machine has none left: an answer begins no threads
	case d.status == judge.OverMemory || d.over == confine.Memory || d.has("runtime: out of memory", "fatal error: runtime: out of memory", "fatal error: out of memory"):
		return fmt.Sprintf("it needs more than %d MiB of memory", d.limit.Memory>>20)
	case d.has("fatal error: stack overflow"):
		return "it recurses too deeply, or its local arrays are too large: the goroutine's stack has grown over its limit"
	case d.has("WARNING: DATA RACE"):
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
