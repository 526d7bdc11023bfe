package judge

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// Asleep is a check of programs that are too long for every schedule. Worker a falls asleep
// after each of its first steps in turn, and wakes when worker b has come to its end.
func Asleep(asks string, programs ...Program) Check {
	const steps = 6
	const ever = interleave.MostSteps - steps
	return Check{Name: "asleep", Asks: asks, programs: programs, Run: func() (string, *verdict.Fault) {
		for _, p := range programs {
			for after := range steps {
				f, err := interleave.Replay(p.watched(), fmt.Sprintf("a%db%d", after+1, ever))
				if err != nil {
					return "", Fault("%v", err)
				}
				if f.Err != nil {
					return "", scheduleFault(p.Says, f)
				}
			}
		}
		return fmt.Sprintf("%d programs, asleep at %d places in each", len(programs), steps), nil
	}}
}
