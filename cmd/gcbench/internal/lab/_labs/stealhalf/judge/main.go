// Command main judges the labs popbottom and trytosteal.
package main

import (
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// inner is the student's deque.
type inner struct{ *answer.Deque }

func (d inner) Steal(victim judge.Mover) (int, stealq.Outcome) {
	n, outcome := d.Deque.Steal(victim.(inner).Deque)
	switch outcome {
	case answer.Took:
		return n, stealq.Took
	case answer.Lost:
		return n, stealq.Lost
	}
	return n, stealq.Empty
}

// Root and Show are what tables of schedules show by name.
func (d inner) Root() any { return d.Deque }

func (d inner) Show(name string, value uint64) string {
	if strings.HasSuffix(name, "packed") {
		return answer.Show(value)
	}
	return ""
}

func main() {
	checks := judge.Deque(judge.MoverKind("stealhalf", true, stealq.Half, func(capacity int) judge.Mover {
		return inner{answer.New(capacity)}
	}))
	if !judge.UnderRace() {
		checks = slices.Insert(checks, 2, exact()...) // the schedules explain more
	}
	judge.Main(checks...)
}
