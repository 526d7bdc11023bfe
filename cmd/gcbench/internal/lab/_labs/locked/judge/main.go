// Command main judges the lab locked.
package main

import (
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lab/verdict"
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

func main() {
	checks := judge.Deque(judge.MoverKind("locked", false, stealq.Half, func(capacity int) judge.Mover {
		return inner{answer.New(capacity)}
	}))
	if !judge.UnderRace() {
		checks = slices.Insert(checks, 1, locks())
		checks = slices.Insert(checks, 1, judge.Check{Name: "halves", Asks: "a steal moves the older half, as far as the thief has room", Run: halves})
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
	check := judge.EverySchedule("each call takes the lock of a deque that it uses", programs...)
	check.Name = "locks"
	return check
}

// halves steals from every fill of small deques, at every slot, to every fill of the thief.
func halves() (string, *verdict.Fault) {
	steals := 0
	for _, capacity := range []int{1, 2, 4, 8} {
		for start := range capacity {
			for has := range capacity + 1 {
				for own := range capacity + 1 {
					if wrong := steal(capacity, start, has, own); wrong != "" {
						return "", judge.Fault("%s", wrong)
					}
					steals++
				}
			}
		}
	}
	return fmt.Sprintf("%d steals", steals), nil
}

// steal lets a thief with some items steal, and says what is wrong, "" if nothing is.
func steal(capacity, start, has, own int) string {
	victim, thief := answer.New(capacity), answer.New(capacity)
	for range start { // the first item will lie in slot start
		victim.Push(0)
		if n := answer.New(capacity).Steal(victim); n != 1 {
			return fmt.Sprintf("Steal from a deque with 1 item moved %d, want 1", n)
		}
	}
	for i := range has {
		victim.Push(uint64(1 + i))
	}
	for i := range own {
		thief.Push(uint64(101 + i))
	}
	want := min(max(has/2, min(has, 1)), capacity-own)
	what := fmt.Sprintf("Steal from a deque with %s, by a thief with room for %d,", count(has), capacity-own)
	if got := thief.Steal(victim); got != want {
		return fmt.Sprintf("%s moved %d, want %d", what, got, want)
	}
	if victim.Len() != has-want || thief.Len() != own+want {
		return fmt.Sprintf("%s left the deques with %d and %d items, want %d and %d", what, victim.Len(), thief.Len(), has-want, own+want)
	}
	for i := want; i > 0; i-- { // the newest of the stolen ones first
		if item, ok := thief.Pop(); !ok || item != uint64(i) {
			return fmt.Sprintf("%s should have moved the oldest items in their order: then Pop of the thief returned item %d, %v, want item %d of 1 to %d", what, item, ok, i, has)
		}
	}
	return ""
}

func count(items int) string {
	if items == 1 {
		return "1 item"
	}
	return fmt.Sprintf("%d items", items)
}
