package judge

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// Program is a small program over the answer, which the explorer runs in every schedule.
type Program struct {
	Says string // what each worker does, in words
	Run  interleave.Program
	link string // see linked.go
}

// Programs are the scenes of a lab, which say what each worker does, as programs.
func Programs[S interface {
	fmt.Stringer
	Run(*interleave.World) func()
}](scenes []S) (all []Program) {
	for _, s := range scenes {
		all = append(all, Program{Says: s.String(), Run: s.Run})
	}
	return all
}

// The bounds of an exploration.
const (
	mostSteps      = 2000    // of an execution that has an end: those have fewer than 200
	mostExecutions = 300_000 // of one program; those of the labs have half as many
	mostShortening = 20_000  // in which a failure with fewer steps is looked for
	fewPreemptions = 2       // of the schedules of a program with more executions than that
)

// EverySchedule is a check that explores the programs, the smallest first. Under the race
// detector it is no check: there the explorer's types are not compiled in.
func EverySchedule(asks string, programs ...Program) Check {
	return explore("every schedule", asks, interleave.Options{}, programs)
}

// FewPreemptions is EverySchedule for programs with too many schedules. It tries those in
// which a worker that could go on is stopped so many times at most, all workers together.
func FewPreemptions(most int, asks string, programs ...Program) Check {
	return explore(fmt.Sprintf("%d preemptions", most), asks, interleave.Options{Search: interleave.Bounded, Preemptions: most}, programs)
}

func explore(name, asks string, o interleave.Options, programs []Program) Check {
	o.Steps = mostSteps
	return Check{Name: name, Asks: asks, programs: programs, Run: func() (string, *verdict.Fault) {
		executions, longest, fewer := 0, 0, 0
		for _, p := range programs {
			rep, all := p.explore(o)
			executions, longest = executions+rep.Executions, max(longest, rep.Longest)
			if !all {
				fewer++
			}
			switch {
			case rep.Failure != nil:
				return "", scheduleFault(p.Says, shortest(p.watched(), o, rep.Failure))
			case !rep.Complete:
				Unjudged("this program has more than %d schedules with %d preemptions, because the answer makes too many steps: %s", mostExecutions, fewPreemptions, p.Says)
			}
		}
		if longest == 0 {
			return "", Fault("the judge saw no operation on shared memory: give variables that workers share the types of atomics.go")
		}
		return tried(len(programs), fewer, executions), nil
	}}
}

// tried says how much an exploration has tried: of so many programs, fewer schedules than all
// that were asked for.
func tried(programs, fewer, executions int) string {
	text := fmt.Sprintf("%d small programs, %d executions", programs, executions)
	if fewer > 0 {
		text += fmt.Sprintf("; programs with too many schedules, of which those with %d preemptions at most were tried: %d", fewPreemptions, fewer)
	}
	return text
}

// explore searches the schedules of a program. A right answer may make more steps than the lab's
// own, and then the program has too many schedules. Then those with few preemptions do, and all
// is false.
func (p Program) explore(o interleave.Options) (rep interleave.Report, all bool) {
	o.Executions = cmp.Or(o.Executions, mostExecutions)
	rep = explores.explore(p.watched(), o)
	if rep.Failure != nil || rep.Complete {
		return rep, true
	}
	o.Search, o.Preemptions = interleave.Bounded, fewPreemptions
	return explores.explore(p.watched(), o), false
}

// watched is the program, of which each execution must come to an end.
func (p Program) watched() interleave.Program {
	return func(w *interleave.World) func() {
		Trying(func(says string) *verdict.Fault { return &verdict.Fault{Says: says, Program: p.Says} })
		w.Link(p.link)
		return p.Run(w)
	}
}

// shortest looks for a failure with fewer steps. A program with a loop that never ends has too
// many schedules for that.
func shortest(p interleave.Program, o interleave.Options, f *interleave.Failure) *interleave.Failure {
	if endless(f) {
		return f
	}
	o.Executions, o.Shortest = mostShortening, true
	rep := interleave.Explore(p, o)
	if rep.Failure == nil || endless(rep.Failure) {
		return f
	}
	return rep.Failure
}

func endless(f *interleave.Failure) bool { return errors.Is(f.Err, interleave.ErrNoEnd) }

// scheduleFault is what a failing schedule shows.
func scheduleFault(program string, f *interleave.Failure) *verdict.Fault {
	says := f.Err.Error()
	if endless(f) { // thousands of letters are no schedule to read
		return &verdict.Fault{Says: says, Program: program, Table: folded(strings.TrimSuffix(f.Table, "      "+says+"\n")), Link: f.Link}
	}
	return &verdict.Fault{Says: says, Program: program, Table: folded(atTheEnd(f.Table, says)), Schedule: f.Schedule, Link: f.Link}
}

// atTheEnd is a table whose last line does not repeat the sentence: it says that no worker has
// found what is wrong. The judge has, when it looked at what was left.
func atTheEnd(table, says string) string {
	lines := slices.Collect(strings.Lines(table))
	if last := len(lines) - 1; last > 0 && strings.TrimSpace(lines[last]) == says {
		lines[last] = "      at the end, when all workers have ended\n"
	}
	return strings.Join(lines, "")
}

// mostLines is the length of the longest table that is shown whole.
const mostLines = 60

// folded leaves out the middle of a long table. That of a loop that never ends is folded
// already.
func folded(table string) string {
	lines := slices.Collect(strings.Lines(table))
	if len(lines) <= mostLines {
		return table
	}
	first, last := lines[:20], lines[len(lines)-5:]
	return strings.Join(first, "") + fmt.Sprintf("      ... %d steps are left out\n", len(lines)-len(first)-len(last)) + strings.Join(last, "")
}
