package text

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// A verdict begins with its word. The sentence comes before the steps, and then how to repeat them.
func TestLabVerdict(t *testing.T) {
	for v, word := range map[verdict.Verdict]string{verdict.Right: "right", verdict.Wrong: "wrong", verdict.Unjudged: "not judged"} {
		assert.Equal(t, "bit: "+word+"\n  why\n  note: noted\n", LabVerdict(&lab.Report{Lab: "bit", Verdict: v, Why: []string{"why"}, Notes: []string{"noted"}}, "."))
	}
	score := 2
	text := LabVerdict(&lab.Report{Lab: "bit", Verdict: verdict.Wrong, Score: &score, Most: 9, Checks: []verdict.Check{
		{Name: "one", Points: 2, Asks: "this", State: verdict.Held, Detail: "7 tries"},
		{Name: "race", Asks: "none", State: verdict.Skipped},
		{Name: "two", Asks: "that", State: verdict.Broken, Fault: &verdict.Fault{
			Says: "it is lost", Program: "a, b.", Table: "step  a\n   1  x reads: 0\n   2  x writes: 1\n", Schedule: "ab2", Story: "all of it", Play: "gcbench play --lab 'my dir' '1.2@ab2'",
		}},
		{Name: "three", Points: 3, State: verdict.Unreached}, {Name: "four", Points: 4, State: verdict.Unreached},
	}}, "gcbench lab check 'my dir'")
	assert.Equal(t, `bit: wrong, 2 of 9 points
  holds   2/2  one              this
                                7 tries
  skipped 0/0  race             none
  broken  0/0  two              that
  not reached: three (3), four (4)

it is lost
a, b.

step  a
   1  x reads: 0
   2  x writes: 1

all of it

schedule ab2
play: gcbench play --lab 'my dir' '1.2@ab2'

repeat with: gcbench lab check 'my dir'
`, text)
	text = LabVerdict(&lab.Report{Checks: []verdict.Check{{Fault: &verdict.Fault{Says: "it is lost", Unplayed: "there is one worker"}}}}, "x")
	assert.Contains(t, text, "it is lost\n\nnot played: there is one worker\n\nrepeat with: x\n")
}
