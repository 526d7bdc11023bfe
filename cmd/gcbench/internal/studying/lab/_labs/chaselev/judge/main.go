// Command main judges the lab chaselev.
package main

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// inner is the student's deque.
type inner struct{ *answer.Deque }

func (d inner) Steal() (uint64, stealq.Outcome) {
	item, outcome := d.Deque.Steal()
	return item, judge.Outcome(outcome)
}

// Root is what tables of schedules show by name.
func (d inner) Root() any { return d.Deque }

func main() {
	judge.Main(judge.Single("chaselev", true, func(capacity int) judge.Inner {
		return inner{answer.New(capacity)}
	})...)
}
