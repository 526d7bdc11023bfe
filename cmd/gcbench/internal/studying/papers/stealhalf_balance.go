package papers

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

// balanceFunc is sim.Balance.
type balanceFunc func(sim.BalanceOptions) (sim.BalanceResult, error)

// balance are the claims of Hendler and Shavit about a system of processes that
// balance their loads. Those about one deque are in stealhalf.go.
func balance(simulate balanceFunc) []claims.Claim {
	return []claims.Claim{{
		Text: "Probabilistic balancing keeps the expected load of each process below a constant times the average, whatever the number of processes. " +
			"It does so if either side may give (symmetric), if only thieves take (asymmetric), and if a theft takes at most an eighth. " +
			"Read as: for systems that hold about one item for each process. The paper's loads are real numbers. A whole item alone among n processes is n times the average.",
		Section: "theorems 3.5 and 3.9",
		Bound: "E[load]/average at most 4 for the first two and 12 for the third with u = 1, mu = 1, under four loads (quick: two); " +
			"at 1,024 processes at most 1.5 times what it is at 64",
		Measure: simulate.keepsBalance,
	}, {
		Text:    "A system that steals one item at a time grows unbalanced beyond any bound under the same load. This is so even if every process that may steal does so in each step.",
		Section: "sections 1.2 and 2.2.1",
		Bound:   "twice the time at least 1.8 times as many items above the average, and E[load]/average at 1,024 processes at least 4 times that at 64",
		Measure: simulate.losesBalance,
	}}
}

const balanceSteps = 4096

var balanceSizes = [3]int{64, 256, 1024}

// keepsBalance measures the three schemes of the theorems.
func (simulate balanceFunc) keepsBalance(e claims.Effort) claims.Finding {
	holds := true
	var text []string
	for _, s := range []struct {
		scheme string
		alpha  float64
	}{{"symmetric", 4}, {"asymmetric", 4}, {"eighth", 12}} {
		var worst [3]float64
		for _, p := range []sim.LoadPattern{sim.Steady, sim.Source, sim.Spots, sim.Walk}[:e.Times(2, 4)] {
			for i, n := range balanceSizes {
				expected := simulate.loads(e, s.scheme, p, n, balanceSteps).Expected
				worst[i] = max(worst[i], expected)
				holds = holds && expected <= s.alpha
			}
		}
		holds = holds && worst[2] <= 1.5*worst[0]
		text = append(text, fmt.Sprintf("%s %.2f, %.2f, %.2f", s.scheme, worst[0], worst[1], worst[2]))
	}
	empty := simulate.loads(e, "asymmetric", sim.Drain, 1024, balanceSteps)
	return claims.Found(holds, "worst of the loads at 64, 256, 1,024 processes: %s; drained to %.3f items a process: %.0f at 1,024",
		strings.Join(text, "; "), empty.Average, empty.Expected)
}

// losesBalance measures steal-one under the load that the others hold out.
func (simulate balanceFunc) losesBalance(e claims.Effort) claims.Finding {
	holds := true
	var text []string
	for _, scheme := range []string{"oneempty", "oneprob"} {
		var expected, gaps [3]float64
		for i, n := range balanceSizes {
			expected[i] = simulate.loads(e, scheme, sim.Steady, n, balanceSteps).Expected
			gaps[i] = simulate.loads(e, scheme, sim.Source, 1024, balanceSteps<<i/4).Gap
		}
		holds = holds && gaps[1] >= 1.8*gaps[0] && gaps[2] >= 1.8*gaps[1] && expected[2] >= 4*expected[0]
		text = append(text, fmt.Sprintf("%s: %.0f, %.0f, %.0f items above the average after 1,024, 2,048, 4,096 steps, E[load]/average %.0f, %.0f, %.0f at 64, 256, 1,024 processes",
			scheme, gaps[0], gaps[1], gaps[2], expected[0], expected[1], expected[2]))
	}
	half := simulate.loads(e, "halfempty", sim.Steady, 1024, balanceSteps)
	return claims.Found(holds, "%s; half on empty does not withstand that load either: %.0f", strings.Join(text, "; "), half.Expected)
}

// loads simulates a scheme under a pattern.
func (simulate balanceFunc) loads(e claims.Effort, scheme string, p sim.LoadPattern, processes, steps int) sim.BalanceResult {
	return must(simulate(sim.BalanceOptions{Scheme: must(sim.ParseBalanceScheme(scheme)), Pattern: p, Processes: processes,
		Start: 8, Steps: steps, U: 1, Mu: 1, Runs: e.Times(2, 8), Seed: e.Seed}))
}
