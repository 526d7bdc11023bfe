package judge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// Program is a small program over the answer, which the explorer runs in every schedule.
type Program struct {
	Says string // what each worker does, in words
	Run  interleave.Program
}

// mostSteps is the length of an execution that is taken for one without an end. Programs that
// come to an end have fewer than 200 steps.
const mostSteps = 2000

// EverySchedule is a check that explores the programs, the smallest first. Under the race
// detector it is no check: there the explorer's types are not compiled in.
func EverySchedule(asks string, programs ...Program) Check {
	return Check{Name: "every schedule", Asks: asks, Run: func() (string, *verdict.Fault) {
		executions := 0
		for _, p := range programs {
			rep := interleave.Explore(p.Run, interleave.Options{Shortest: true, Steps: mostSteps})
			executions += rep.Executions
			if rep.Failure != nil {
				return "", scheduleFault(p.Says, rep.Failure)
			}
			if rep.Longest == 0 {
				return "", Fault("the judge saw no operation on shared memory: give variables that workers share the types of atomics.go")
			}
		}
		return fmt.Sprintf("%d small programs, %d executions", len(programs), executions), nil
	}}
}

// scheduleFault is what a failing schedule shows.
func scheduleFault(program string, f *interleave.Failure) *verdict.Fault {
	says := f.Err.Error()
	table := folded(withoutNote(f.Table, says))
	if strings.HasPrefix(says, "no end after") {
		says = fmt.Sprintf("no end after %d steps: a loop never ends, or it waits for other workers and does not call giveWay", mostSteps)
	}
	return &verdict.Fault{Says: says, Program: program, Table: table, Schedule: f.Schedule}
}

// withoutNote is a table without its last line, if that repeats the sentence.
func withoutNote(table, says string) string {
	lines := slices.Collect(strings.Lines(table))
	if last := len(lines) - 1; last > 0 && strings.HasSuffix(lines[last], says+"\n") {
		return strings.Join(lines[:last], "")
	}
	return table
}

// mostLines is the length of the longest table that is shown whole.
const mostLines = 60

// folded leaves out the middle of a long table. A loop that never ends makes one.
func folded(table string) string {
	lines := slices.Collect(strings.Lines(table))
	if len(lines) <= mostLines {
		return table
	}
	first, last := lines[:20], lines[len(lines)-5:]
	return strings.Join(first, "") + fmt.Sprintf(" ...  %d more steps\n", len(lines)-len(first)-len(last)) + strings.Join(last, "")
}
