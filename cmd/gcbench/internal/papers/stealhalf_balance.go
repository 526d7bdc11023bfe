package papers

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

// balanceFunc is sim.Balance.
type balanceFunc func(sim.BalanceOptions) (sim.BalanceResult, error)

// balance are the claims of Hendler and Shavit about a system of processes that
// balance their loads. Those about one deque are in stealhalf.go.
func balance(simulate balanceFunc) []Claim {
	return []Claim{loadsStayBalanced(simulate), loadsGrowApart(simulate)}
}

const balanceSteps = 4096

var balanceSizes = []int{64, 256, 1024}

// loadsStayBalanced is theorems 3.5 and 3.9.
func loadsStayBalanced(simulate balanceFunc) Claim {
	return Claim{
		Text: "Probabilistic balancing keeps the expected load of each process below a constant times the average, whatever the number of processes. " +
			"It does so if either side may give (symmetric), if only thieves take (asymmetric), and if a theft takes at most an eighth. " +
			"Read as: for systems that hold about one item for each process. The paper's loads are real numbers. A whole item alone among n processes is n times the average.",
		Section: "theorems 3.5 and 3.9",
		Bound: "E[load]/average at most 4 for the first two and 12 for the third with u = 1, mu = 1, under four loads (quick: two); " +
			"at 1,024 processes at most 1.5 times what it is at 64",
		Measure: func(e Effort) Finding { return keepsBalance(simulate, e) },
	}
}

// keepsBalance measures the three schemes of the theorems.
func keepsBalance(simulate balanceFunc, e Effort) Finding {
	holds := true
	var text []string
	for _, s := range []struct {
		scheme string
		alpha  float64
	}{{"symmetric", 4}, {"asymmetric", 4}, {"eighth", 12}} {
		worst := make([]float64, len(balanceSizes))
		for _, p := range []sim.LoadPattern{sim.Steady, sim.Source, sim.Spots, sim.Walk}[:e.times(2, 4)] {
			for i, n := range balanceSizes {
				l, err := loads(simulate, e, s.scheme, p, n, balanceSteps)
				if err != nil {
					return Finding{Err: err}
				}
				worst[i] = max(worst[i], l.Expected)
				holds = holds && l.Expected <= s.alpha
			}
		}
		holds = holds && worst[2] <= 1.5*worst[0]
		text = append(text, fmt.Sprintf("%s %.2f, %.2f, %.2f", s.scheme, worst[0], worst[1], worst[2]))
	}
	empty, err := loads(simulate, e, "asymmetric", sim.Drain, 1024, balanceSteps)
	return Finding{Measured: fmt.Sprintf("worst of the loads at 64, 256, 1,024 processes: %s; drained to %.3f items a process: %.0f at 1,024",
		strings.Join(text, "; "), empty.Average, empty.Expected), Holds: holds, Err: err}
}

// loadsGrowApart is what stealing one item comes to.
func loadsGrowApart(simulate balanceFunc) Claim {
	return Claim{
		Text:    "A system that steals one item at a time grows unbalanced beyond any bound under the same load. This is so even if every process that may steal does so in each step.",
		Section: "sections 1.2 and 2.2.1",
		Bound:   "twice the time at least 1.8 times as many items above the average, and E[load]/average at 1,024 processes at least 4 times that at 64",
		Measure: func(e Effort) Finding { return losesBalance(simulate, e) },
	}
}

// losesBalance measures steal-one under the load that the others hold out.
func losesBalance(simulate balanceFunc, e Effort) Finding {
	holds := true
	var text []string
	for _, scheme := range []string{"oneempty", "oneprob"} {
		var expected, gaps [3]float64
		var failed error
		for i := range 3 {
			bySize, err1 := loads(simulate, e, scheme, sim.Steady, balanceSizes[i], balanceSteps)
			byTime, err2 := loads(simulate, e, scheme, sim.Source, 1024, balanceSteps<<i/4)
			if failed = errors.Join(err1, err2); failed != nil {
				return Finding{Err: failed}
			}
			expected[i], gaps[i] = bySize.Expected, byTime.Gap
		}
		holds = holds && gaps[1] >= 1.8*gaps[0] && gaps[2] >= 1.8*gaps[1] && expected[2] >= 4*expected[0]
		text = append(text, fmt.Sprintf("%s: %.0f, %.0f, %.0f items above the average after 1,024, 2,048, 4,096 steps, E[load]/average %.0f, %.0f, %.0f at 64, 256, 1,024 processes",
			scheme, gaps[0], gaps[1], gaps[2], expected[0], expected[1], expected[2]))
	}
	half, err := loads(simulate, e, "halfempty", sim.Steady, 1024, balanceSteps)
	if err != nil {
		return Finding{Err: err}
	}
	text = append(text, fmt.Sprintf("half on empty does not hold out against that load either: %.0f", half.Expected))
	return Finding{Measured: strings.Join(text, "; "), Holds: holds}
}

// loads simulates a scheme under a pattern.
func loads(simulate balanceFunc, e Effort, scheme string, p sim.LoadPattern, processes, steps int) (sim.BalanceResult, error) {
	s, err := sim.ParseBalanceScheme(scheme)
	if err != nil {
		return sim.BalanceResult{}, err
	}
	return simulate(sim.BalanceOptions{Scheme: s, Pattern: p, Processes: processes, Start: 8, Steps: steps, U: 1, Mu: 1,
		Runs: e.times(2, 8), Seed: e.Seed})
}
