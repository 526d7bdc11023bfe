// Command main judges the labs popbottom and trytosteal.
package main

import (
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// inner is the student's deque.
type inner struct{ *answer.Deque }

func (d inner) Steal(victim judge.Mover) (int, stealq.Outcome) {
	n, outcome := d.Deque.Steal(victim.(inner).Deque)
	return n, judge.Outcome(outcome)
}

// Root and Show are what tables of schedules show by name.
func (d inner) Root() any { return d.Deque }

func (d inner) Show(name string, value uint64) string {
	if strings.HasSuffix(name, "packed") {
		return answer.Show(value)
	}
	return ""
}

// wants is the length of the victim's range, as far as there is room.
func wants(victim judge.Mover, _, room int) int {
	_, length, _ := victim.(inner).Range()
	return min(int(length), room)
}

func main() {
	checks := judge.Moving("stealhalf", true, func(capacity int) judge.Mover { return inner{answer.New(capacity)} }, wants)
	if !judge.UnderRace() {
		checks = append(checks, exact()...) // last, for the schedules explain more
	}
	judge.Main(checks...)
}
