package lab

import (
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/bugs"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// item is a check of a lab: its name, which is unique in the lab, and the points that it brings if it
// holds.
type item struct {
	name   string
	points int
}

// points has the checks of a lab in the order in which its judge makes them. A check that the files
// satisfy as they are given brings no points.
type points struct {
	items []item
	raced *item // the check of the build for the race detector, nil if there is none
}

var noRace, manyBlocks, manyMarks = &item{verdict.NoRace().Name, 1}, &item{"many blocks", 1}, &item{"many marks", 1}

// allPoints has the points of each lab.
var allPoints = map[string]points{
	"mark": {[]item{{"every small heap", 5}, {"every shape", 3}, {"a long list", 2}}, nil},
	"pending": {[]item{{"every small heap", 3}, {"every wide heap", 1}, {"every shape", 2}, {"few words", 2},
		{"no memory", 1}, {"a long list", 1}}, nil},
	"prefetch":       {[]item{{"every small heap", 0}, {"every shape", 0}, {"prefetched", 6}, {"a long list", 1}, {"faster", 3}}, nil},
	"bit":            {[]item{{"every schedule", 9}}, noRace},
	"locked":         {[]item{{"one worker", 2}, {"locks", 1}, {"edge cases", 1}, {"every schedule", 4}, {"together", 1}}, noRace},
	"chaselev":       {[]item{{"one worker", 2}, {"edge cases", 1}, {"every schedule", 5}, {"together", 1}}, noRace},
	"popbottom":      {stealHalf, noRace},
	"trytosteal":     {stealHalf, noRace},
	"overflow":       {[]item{{"every schedule", 4}, {"asleep", 2}, {"all work done", 2}, {"2 preemptions", 1}}, manyBlocks},
	"termination":    {[]item{{"every schedule", 5}, {"3 preemptions", 3}, {"2 preemptions", 1}}, manyMarks},
	"bugs":           {bugItems(), nil},
	"barrier-insert": {[]item{{"every schedule", 4}, {"longer programs", 2}, {"2 preemptions", 2}, {"stored objects", 1}}, manyMarks},
	"barrier-delete": {[]item{{"every schedule", 4}, {"longer programs", 3}, {"2 preemptions", 2}}, manyMarks},
}

var stealHalf = []item{{"one worker", 2}, {"edge cases", 1}, {"every schedule", 3}, {"together", 1}, {"ranges", 1}, {"few swaps", 1}}

// bugItems gives a point for each deque. That the file can be read, and is whole, brings none.
func bugItems() []item {
	all := []item{{"answers.txt", 0}}
	for i := range bugs.Deques {
		all = append(all, item{fmt.Sprintf("deque %d", i+1), 1})
	}
	return append(all, item{"all deques", 0})
}

// items are the checks of the builds that the lab has.
func (l *Lab) items() []item {
	p := allPoints[l.Name]
	if p.raced == nil || !slices.ContainsFunc(l.builds, func(b build) bool { return b.race }) {
		return p.items
	}
	return append(slices.Clone(p.items), *p.raced)
}

// Most is how many points a right answer has.
func (l *Lab) Most() (sum int) {
	for _, i := range l.items() {
		sum += i.points
	}
	return sum
}

// tally lists every check of the lab once, in order, those too that the judge did not come to. It counts the
// points of an answer that was judged. An answer is only right if all checks hold, or cannot be made here.
func (r *Report) tally(l *Lab) error {
	made := r.Checks
	r.Checks = nil
	for _, i := range l.items() {
		c := verdict.Check{Name: i.name, State: verdict.Unreached}
		if n := slices.IndexFunc(made, func(c verdict.Check) bool { return c.Name == i.name }); n >= 0 {
			c = made[n]
			made = slices.Delete(made, n, n+1)
		}
		c.Points = i.points
		r.Checks = append(r.Checks, c)
	}
	if len(made) > 0 {
		return fmt.Errorf("the judge of lab %s has made a check %q that the lab does not list, or made it twice", l.Name, made[0].Name)
	}
	r.Most, r.Score = l.Most(), nil
	score := 0
	for _, c := range r.Checks {
		if score += c.Score(); r.Verdict == verdict.Right && !c.Passed() {
			return fmt.Errorf("the judge of lab %s calls an answer right, and check %q is %s", l.Name, c.Name, c.State)
		}
	}
	if r.Verdict != verdict.Unjudged {
		r.Score = &score
	}
	return nil
}

// FirstBroken is the first check that does not hold, nil if there is none.
func (r *Report) FirstBroken() *verdict.Check {
	n := slices.IndexFunc(r.Checks, func(c verdict.Check) bool { return c.State == verdict.Broken })
	if n < 0 {
		return nil
	}
	return &r.Checks[n]
}
