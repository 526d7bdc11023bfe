// Command main judges the lab locked.
package main

import (
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/variants"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// inner is the student's deque.
type inner struct{ *answer.Deque }

func (d inner) Steal(victim judge.Mover) (int, stealq.Outcome) {
	n := d.Deque.Steal(victim.(inner).Deque)
	if n == 0 {
		return 0, stealq.Empty
	}
	return n, stealq.Took
}

// Root is what tables of schedules show by name.
func (d inner) Root() any { return d.Deque }

// wants is the older half, or what this student is asked for, rounded down, but at least one, as far as there is room.
func wants(_ judge.Mover, has, room int) int {
	return min(max(has/variants.Share(student), min(has, 1)), room)
}

func main() {
	checks := judge.Moving("locked", false, func(capacity int) judge.Mover { return inner{answer.New(capacity)} }, wants)
	if !judge.UnderRace() {
		checks = slices.Insert(checks, 1, locks())
	}
	judge.Main(checks...)
}

// locks demands that each call takes a lock where it must. The race detector finds this, too,
// but some machines have none.
func locks() judge.Check {
	var programs []judge.Program
	for _, c := range []struct {
		name string
		call func(d, victim *answer.Deque)
	}{
		{"Push", func(d, _ *answer.Deque) { d.Push(3) }},
		{"Pop", func(d, _ *answer.Deque) { d.Pop() }},
		{"Len", func(d, _ *answer.Deque) { d.Len() }},
		{"Steal", func(d, victim *answer.Deque) { d.Steal(victim) }},
	} {
		programs = append(programs, judge.Program{
			Says: fmt.Sprintf("Two deques hold an item each. A worker calls %s.", c.name),
			Run: func(w *interleave.World) func() {
				d, victim := answer.New(4), answer.New(4)
				d.Push(1)
				victim.Push(2)
				w.Go("worker", func() { c.call(d, victim) })
				return func() {
					if w.Steps() == 0 {
						w.Failf("%s uses the deque without taking its lock", c.name)
					}
				}
			},
		})
	}
	return judge.EverySchedule("each call takes the lock of a deque that it uses", programs...).Called("locks")
}
