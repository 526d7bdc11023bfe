package judge

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// replaySteps is more than an execution that is repeated may have.
const replaySteps = 10_000

// NobodyWaits is a check that an answer works without locks. Each program has two workers.
// Worker a stops after each of its steps in turn, and worker b must come to its end all the
// same. The check needs the build with the explorer's types.
func NobodyWaits(asks string, programs ...Program) Check {
	return Check{Name: "nobody waits", Asks: asks, Run: func() (string, *verdict.Fault) {
		stops := 0
		for _, p := range programs {
			for after, over := 1, false; !over; after++ {
				var fault *verdict.Fault
				if over, fault = stopped(p, after); fault != nil {
					return "", fault
				}
				stops++
			}
		}
		return fmt.Sprintf("%d programs, stopped at %d places", len(programs), stops), nil
	}}
}

// stopped runs a program in which worker a stops after so many steps. It says whether that is
// the end of worker a.
func stopped(p Program, after int) (over bool, fault *verdict.Fault) {
	f, err := interleave.Replay(p.Run, fmt.Sprintf("a%db%d", after, replaySteps))
	if err != nil {
		return true, Fault("%v", err)
	}
	if f.Err != nil {
		return true, scheduleFault(p.Says, f)
	}
	// Worker b is the one to go on. So worker a makes a step only while b cannot.
	rest := inFull(f.Schedule)
	rest = rest[min(len(rest), after):]
	a := strings.Index(rest, "a")
	if a >= 0 && a < strings.LastIndex(rest, "b") {
		fault = scheduleFault(p.Says, f)
		fault.Says = fmt.Sprintf("worker a stops after %d steps, and worker b waits for it: b must come to its end without a", after)
	}
	return a < 0, fault
}

// inFull writes a schedule with a letter for each step: "a3b" is "aaab".
func inFull(schedule string) string {
	var b strings.Builder
	for len(schedule) > 0 {
		digits := strings.IndexFunc(schedule[1:], func(r rune) bool { return r >= 'a' }) + 1
		if digits == 0 {
			digits = len(schedule)
		}
		n, err := strconv.Atoi(schedule[1:digits])
		if err != nil {
			n = 1
		}
		b.WriteString(strings.Repeat(schedule[:1], n))
		schedule = schedule[digits:]
	}
	return b.String()
}
