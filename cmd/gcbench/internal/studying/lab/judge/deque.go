package judge

import (
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/stealqtest"
)

// Deque returns the checks of a deque. Checks with a single worker come first, for they
// are simple. The explorer comes before real threads, because it can show each step. Under
// the race detector there are real threads alone.
func Deque(kind *stealq.Kind) []Check {
	suite := func(name, asks, unplayed string, parts stealqtest.Parts) Check {
		return Check{Name: name, Asks: asks, Unplayed: unplayed, Run: func() (string, *verdict.Fault) {
			return "", faultOf(stealqtest.Conformance(kind, parts))
		}}
	}
	if underRace {
		race := verdict.NoRace()
		return []Check{suite(race.Name, race.Asks, Threads, stealqtest.Together)}
	}
	return []Check{
		suite("one worker", "all that a deque must do, as long as there is one worker", "", stealqtest.Alone),
		{Name: "every schedule", Asks: "nothing is lost or taken twice, in every order of the workers' steps", kind: kind, Run: func() (string, *verdict.Fault) {
			explored, fault := stealqtest.ExplorationBy(explores.explore, kind)
			if fault != nil {
				return "", faultOf(fault)
			}
			return explored.String(), nil
		}},
		suite("together", "the same, with real threads", Threads, stealqtest.Together),
	}
}

// faultOf is what the judge of deques has found; nil if nothing.
func faultOf(f *stealqtest.Fault) *verdict.Fault {
	if f == nil {
		return nil
	}
	// The table ends with the sentence. It does not say who has found that: the search for the
	// shortest schedule reports what is wrong when all threads have ended.
	table := strings.TrimSuffix(f.Table, "      "+f.Says+"\n")
	return linked(&verdict.Fault{Says: plain(f.Says), Program: f.Program, Table: table, Schedule: f.Schedule, Story: plain(f.Story)}, f)
}
