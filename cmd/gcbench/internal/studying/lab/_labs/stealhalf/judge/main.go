// Command main judges the labs popbottom and trytosteal.
package main

import (
	"fmt"
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

// Unfit says how the range does not fit so many items. A steal may leave less than half of them in it.
func (d inner) Unfit(items int) string {
	top, length, _ := d.Range()
	if most := max(min(1, items), items/2); int(length) > most || length == 0 && items > 0 {
		return fmt.Sprintf("the steal range does not fit after this call: it has top %d and length %d, and the number of items in the deque is %d", top, length, items)
	}
	return ""
}

func main() {
	checks := judge.Moving("stealhalf", true, func(capacity int) judge.Mover { return inner{answer.New(capacity)} }, wants)
	if !judge.UnderRace() {
		checks = append(checks, exact()...) // last, for the schedules explain more
	}
	judge.Main(checks...)
}
