package judge

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/stealq/stealqtest"
)

// This file has the names that programs have in links of gcbench play --lab. The judge gives them
// to faults, and the page that has the same judge in it finds the programs by them: CHECK.PROGRAM,
// two numbers, or answerForm and what scenes write behind the name of a form.

// answerForm is the answer's deque in links.
const answerForm = "answer"

// link names the programs of checks that Main has been given.
func link(checks []Check) {
	for i, c := range checks {
		for j := range c.programs {
			c.programs[j].link = fmt.Sprintf("%d.%d", i+1, j+1)
		}
	}
}

// linked is the fault with the name of its program, if that has one.
func linked(f *verdict.Fault, of *stealqtest.Fault) *verdict.Fault {
	if s := of.Scene; s.Ops != nil {
		s.Form.Link = answerForm
		f.Link = s.Link()
	}
	return f
}
