package printed

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// Negative controls: the forms that stealq departs from. Each wrong form fails in some
// schedule of a small scene, and the right form in none.

// control is a form with a wrong line, and a program that exposes it and not the right form.
// Only the deques that are filled exist, but for a queue that all share.
type control struct {
	form    string // the transcript, without "printed."
	wrong   uint32 // one of its switches; 0: the form itself is wrong, and StealHalf is right
	program program
	breaks  bool
}

// name says what is wrong.
func (c control) name() string {
	for _, s := range transcript(c.form).Switches {
		if s.Bit == c.wrong {
			return c.form + ": " + s.String()
		}
	}
	return c.form
}

// forms are the wrong form and the right one.
func (c control) forms() (wrong, right scene.Form) {
	if c.wrong == 0 {
		return transcript(c.form).Deques(0), StealHalf(0)
	}
	wrong, right = transcript(c.form).Deques(c.wrong), transcript(c.form).Deques(0)
	if slices.ContainsFunc(beside, func(t Transcript) bool { return t.Name == "printed."+c.form }) {
		wrong.Link, right.Link = "", ""
	}
	return wrong, right
}

// beside are the transcripts that only tests need. gcbench play does not know them.
var beside = []Transcript{
	{Name: "printed.split", Switches: splitSwitches, Deques: Split},
	{Name: "printed.rudolph", Switches: rudolphSwitches, Deques: Rudolph},
}

func init() { transcripts = append(transcripts, beside...) }

func (s Switch) String() string {
	if s.Letter == "" {
		return s.Says
	}
	return s.Letter + ": " + s.Says
}

func transcript(form string) Transcript {
	t, _ := Find("printed."+form, 0)
	return t
}

type (
	program  = scene.Scene
	division = scene.Division
	fill     = []int
	ops      = []string
)

// The laws that a wrong form breaks.
const (
	items = false // items are lost, or taken twice, or were never pushed
	laws  = true  // only what operations may answer, and the laws of deques at rest
)

// requireCaught shows that the explorer can see. A shortest failing schedule is in the
// log (go test -v -run AreCaught).
func requireCaught(t *testing.T, controls []control) {
	for _, c := range controls {
		t.Run(c.name(), func(t *testing.T) {
			wrong, right := c.program, c.program
			wrong.Form, right.Form = c.forms()
			wrong.Bare, right.Bare = !wrong.Form.Shared, !right.Form.Shared
			wrong.ItemsOnly = c.breaks == items
			t.Log(wrong.Story())
			requireOnlyWrongFails(t, wrong.Run, right.Run)
			if c.breaks == laws {
				wrong.ItemsOnly = true
				rep := interleave.Explore(wrong.Run, interleave.Options{})
				tagged.Passes(t, rep, "%s, where an item is wrong too", wrong.Story())
				require.True(t, rep.Complete)
			}
		})
	}
}

// requireOnlyWrongFails requires that one program fails in some schedule, one of two
// preemptions at most among these, and the other in none.
func requireOnlyWrongFails(t *testing.T, wrong, right interleave.Program) {
	t.Helper()
	rep := interleave.Explore(wrong, interleave.Options{})
	require.NotNil(t, rep.Failure, "not caught in %d executions", rep.Executions)
	found := rep.Executions
	rep = interleave.Explore(wrong, interleave.Options{Search: interleave.Bounded, Preemptions: 2, Shortest: true})
	require.NotNil(t, rep.Failure, "not caught with two preemptions")
	same := interleave.Explore(right, interleave.Options{})
	tagged.Passes(t, same, "the right form of it fails too")
	require.True(t, same.Complete)
	t.Logf("caught in execution %d, after %d steps in the shortest of two preemptions; the right form has %d executions\n%v",
		found, strings.Count(rep.Failure.Table, "\n")-2, same.Executions, rep.Failure)
}
