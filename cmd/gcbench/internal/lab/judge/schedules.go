package judge

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// Program is a small program over the answer, which the explorer runs in every schedule.
type Program struct {
	Says string // what each worker does, in words
	Run  interleave.Program
}

// EverySchedule is a check that explores the programs, the smallest first. Under the race
// detector it is no check: there the explorer's types are not compiled in.
func EverySchedule(asks string, programs ...Program) Check {
	return Check{Name: "every schedule", Asks: asks, Run: func() (string, *verdict.Fault) {
		executions := 0
		for _, p := range programs {
			rep := interleave.Explore(p.Run, interleave.Options{Shortest: true})
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
	return &verdict.Fault{Says: f.Err.Error(), Program: program, Table: f.Table, Schedule: f.Schedule}
}
