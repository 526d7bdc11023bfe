package lab

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// A loop without an end, and a copy of a word, are said in the words of the lab.
func TestAdvice(t *testing.T) {
	const loop = "no end after 1000 steps (a loop that waits must call Gosched)"
	for noWait, says := range map[bool]string{
		true:  "no end after 1000 steps: a loop never ends: perhaps it repeats with a number that it read before the loop",
		false: "no end after 1000 steps: a loop never ends, or it waits for other workers and does not call giveWay, or writes while it waits",
	} {
		f := &verdict.Fault{Says: loop, Table: "step  a owner\n   1  A.top reads: 0\n"}
		(&Lab{noWait: noWait}).advise(f)
		assert.Equal(t, says, f.Says)
		assert.Empty(t, f.Story)
	}
	for says, want := range map[string]string{
		"the check panicked: index out of range": "at the end, when the judge takes what is left, it panicked: index out of range",
		"item 1 is taken twice":                  "item 1 is taken twice",
	} {
		f := &verdict.Fault{Says: says}
		(&Lab{}).advise(f)
		assert.Equal(t, want, f.Says)
	}
	stuck := &verdict.Fault{Says: "Len of d0 has not returned for 10s"}
	(&Lab{}).advise(stuck)
	assert.Contains(t, stuck.Story, "an earlier call has kept a lock")
	f := &verdict.Fault{Says: "item 1 is lost", Table: "step  a owner\n   1  A.top reads: 0\n   2       #0 swaps in: 1, was 0\n"}
	(&Lab{}).advise(f)
	assert.Equal(t, "item 1 is lost", f.Says)
	assert.Contains(t, f.Story, "#0 is a variable that is not in the structures of the task")
}
