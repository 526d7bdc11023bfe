package platform

import (
	"cmp"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// tests is Gradescope's results.json. It has no score at the top, which would override the sum. Without tests and
// without a score the platform records that there is no grade, and shows the output.
// Source: gradescope-autograders.readthedocs.io, Autograder Specifications.
type tests struct {
	Output string `json:"output"`
	Tests  []test `json:"tests,omitempty"`
}

type test struct {
	Name       string `json:"name"`
	Score      int    `json:"score"`
	MaxScore   int    `json:"max_score"`
	Output     string `json:"output"`
	Visibility string `json:"visibility"`
}

func testsOf(r *lab.Report, _ *about) any {
	all := &tests{}
	for _, c := range r.Checks {
		if r.Score != nil {
			all.Tests = append(all.Tests, test{c.Name, c.Score(), c.Points, saysOf(&c), "visible"})
		}
	}
	return all
}

// saysOf is what became of a check, in a few lines.
func saysOf(c *verdict.Check) string {
	says := []string{string(c.State)}
	if c.State == verdict.Unreached {
		says[0] = "not reached: the judge stops at the first fault"
	}
	if c.Asks != "" {
		says[0] += ": " + c.Asks
	}
	if c.Detail != "" {
		says = append(says, c.Detail)
	}
	if c.Fault != nil {
		says = append(says, c.Fault.Says)
	}
	return strings.Join(says, "\n")
}

// scores is the last line of what Autolab's driver prints. Autolab records a zero if the line is missing, or if
// it has no problem. A score of null leaves the problem without a grade, with the output as its feedback.
// Source: saveAutograde in Autolab.
type scores struct {
	Scores map[string]*int `json:"scores"`
}

func scoresOf(r *lab.Report, a *about) any {
	return &scores{map[string]*int{cmp.Or(a.problem, r.Lab): r.Score}}
}
